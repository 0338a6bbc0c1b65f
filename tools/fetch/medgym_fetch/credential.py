"""The user's own name and password at a publisher's, from the file where other programs find them."""

from __future__ import annotations

import netrc
import os
from pathlib import Path

from medgym_core.download.contract import Remote
from medgym_core.errors import ConfigError


def netrc_file() -> Path:
    """The file ``$NETRC``, or ``~/.netrc``."""
    return Path(os.environ.get("NETRC") or Path.home() / ".netrc")


def credential(remote: Remote, host: str) -> tuple[str, str]:
    """Name and password of the user at ``host``.

    Raises:
        ConfigError: if there are none, or others could read them.
    """
    path = netrc_file()
    fix = (
        f"sign the agreement of {remote.title} at {remote.page}, write the line "
        f"`machine {host} login NAME password PASSWORD` into {path}, and `chmod 600` it"
    )
    if not path.is_file():
        raise ConfigError(f"{remote.title} is given to people by name, and there is no {path}: {fix}")
    if path.stat().st_mode & 0o077:
        raise ConfigError(f"others can read the passwords in {path}; run `chmod 600 {path}`")
    try:
        entry = netrc.netrc(str(path)).authenticators(host)
    except (netrc.NetrcParseError, OSError) as error:
        line = getattr(error, "lineno", None)
        raise ConfigError(f"{path}{f', line {line}' if line else ''} cannot be read: {fix}") from None
    if entry is None or not entry[0] or not entry[2]:
        raise ConfigError(f"{path} holds no name and password for {host}: {fix}")
    return entry[0], entry[2]
