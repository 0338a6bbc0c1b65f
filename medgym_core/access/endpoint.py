"""Where an endpoint is: on this machine, or elsewhere."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def canonical(url: str) -> str:
    """``url`` in one spelling: lower-case scheme and host, no usual port, no slash at the end."""
    parts = urlsplit(url.strip())
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}"


def is_local(url: str) -> bool:
    """Whether ``url`` names this machine itself: a loopback address, or localhost.

    Other names are never local, whatever they resolve to now: they may resolve to something else when asked.
    """
    host = (urlsplit(url).hostname or "").lower()
    if host == "localhost":
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
