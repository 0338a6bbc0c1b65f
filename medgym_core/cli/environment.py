"""``.env`` of the current folder: variables for programs that are started here."""

from __future__ import annotations

from pathlib import Path

from medgym_core.errors import ConfigError


def load_environment() -> None:
    """Set what ``.env`` of the current folder has; what is set already stays.

    Raises:
        ConfigError: if a line is none of ``NAME=VALUE``, or the file cannot be read.
    """
    path = Path(".env")
    if not path.is_file():
        return
    from dotenv import load_dotenv
    from dotenv.parser import parse_stream

    try:
        with path.open(encoding="utf-8") as stream:
            wrong = [
                binding.original.line
                for binding in parse_stream(stream)
                if binding.error or (binding.key is not None and binding.value is None)
            ]
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path.absolute()}: {error}; mend or remove it") from error
    if wrong:
        raise ConfigError(f"{path.absolute()}, line {wrong[0]}: not of the form NAME=VALUE; mend that line")
    load_dotenv(path, override=False)
