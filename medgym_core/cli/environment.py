"""``.env`` of the current folder: variables for programs that are started here."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.errors import ConfigError
from medgym_core.errors.advice import install


def load_environment() -> None:
    """Set what ``.env`` of the current folder has; what is set already stays.

    Without the extra `dotenv` the file is left alone, and standard error says so.

    Raises:
        ConfigError: if a line is none of ``NAME=VALUE``, or the file cannot be read.
    """
    path = Path(".env")
    if not path.is_file():
        return
    try:
        from dotenv import load_dotenv
        from dotenv.parser import parse_stream
    except ImportError:
        click.echo(f"{path.absolute()} is not read: {install('medgym-core[dotenv]')}", err=True)
        return
    try:
        with path.open(encoding="utf-8") as stream:
            wrong = [
                binding.original.line
                for binding in parse_stream(stream)
                if binding.error or (binding.key is not None and binding.value is None)
            ]
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path.absolute()}: {error}; fix or remove it") from error
    if wrong:
        raise ConfigError(f"{path.absolute()}, line {wrong[0]}: not of the form NAME=VALUE; fix that line")
    load_dotenv(path, override=False)
