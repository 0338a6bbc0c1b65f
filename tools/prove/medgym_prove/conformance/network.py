"""Nothing beyond the box's own loopback is reachable, by any kind of socket."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

from medgym_prove.conformance.behaviour import ask, behaviour, require
from medgym_prove.conformance.bench import Bench, token
from medgym_sandbox.spec import Guarantee

_FAMILIES = {
    "netlink": 16, "packet": 17, "rds": 21, "can": 29, "tipc": 30, "bluetooth": 31, "alg": 38,
    "vsock": 40, "kcm": 41, "qipcrtr": 42, "smc": 43, "xdp": 44, "key": 15,
}  # fmt: skip
_CONNECT = """
import errno, socket

def connect(family, kind, address):
    try:
        with socket.socket(family, kind) as s:
            s.settimeout(2)
            s.connect(address)
            s.send(b'hello')
    except TimeoutError:
        return 'timed out'
    except OSError as error:
        return errno.errorcode.get(error.errno, 'refused')
    return 'connected'
"""
_BARRED = {"ENETUNREACH", "EHOSTUNREACH", "EAFNOSUPPORT", "EPERM", "EACCES", "EADDRNOTAVAIL"}


@contextlib.contextmanager
def _listening(family: int, kind: int, address: tuple[str, int] | str) -> Iterator[socket.socket]:
    with socket.socket(family, kind) as listener:
        listener.bind(address)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        listener.settimeout(0.2)
        yield listener


@behaviour(Guarantee.NO_NETWORK)
def no_exotic_sockets(bench: Bench) -> None:
    """Sockets of families that leave the network namespace, or reach the kernel, cannot be made."""
    source = f"""
import socket
made = []
for name, family in {_FAMILIES!r}.items():
    for kind in (1, 2, 3, 5):
        try:
            socket.socket(family, kind).close()
            made.append(name)
        except OSError:
            pass
answer = sorted(set(made))
"""
    made = ask(bench.shared(), source)
    require(made == [], f"made: {made}")


@behaviour(Guarantee.NO_NETWORK)
def host_loopback_is_out_of_reach(bench: Bench) -> None:
    """A server on the host's loopback hears nothing over TCP."""
    with _listening(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        seen = ask(bench.shared(), f"{_CONNECT}\nanswer = connect(2, 1, ('127.0.0.1', {port}))")
    require(seen not in ("connected", "timed out"), seen)


@behaviour(Guarantee.NO_NETWORK)
def host_hears_no_datagram(bench: Bench) -> None:
    """A server on the host's loopback hears nothing over UDP."""
    with _listening(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        ask(bench.shared(), f"{_CONNECT}\nanswer = connect(2, 2, ('127.0.0.1', {port}))")
        with contextlib.suppress(TimeoutError):
            require(not listener.recv(16), "the datagram arrived")


@behaviour(Guarantee.NO_NETWORK)
def public_addresses_are_unreachable(bench: Bench) -> None:
    """Public addresses fail at once, over TCP and UDP, IPv4 and IPv6."""
    tries = "[(2, 1, ('1.1.1.1', 443)), (2, 2, ('8.8.8.8', 53)), (10, 1, ('2606:4700:4700::1111', 443))]"
    seen = ask(bench.shared(), f"{_CONNECT}\nanswer = [connect(*t) for t in {tries}]")
    require(set(seen) <= _BARRED, seen)


@behaviour(Guarantee.NO_NETWORK)
def link_local_metadata_is_unreachable(bench: Bench) -> None:
    """The metadata address of cloud machines fails at once."""
    seen = ask(bench.shared(), f"{_CONNECT}\nanswer = connect(2, 1, ('169.254.169.254', 80))")
    require(seen in _BARRED, seen)


@behaviour(Guarantee.NO_NETWORK)
def no_echo_requests(bench: Bench) -> None:
    """ICMP cannot be sent, raw or as datagrams."""
    source = """
import socket
answer = []
for kind in (socket.SOCK_RAW, socket.SOCK_DGRAM):
    try:
        with socket.socket(socket.AF_INET, kind, socket.IPPROTO_ICMP) as s:
            answer.append(s.sendto(bytes((8, 0, 247, 255, 0, 0, 0, 0)), ('1.1.1.1', 0)))
    except OSError:
        pass
"""
    require(ask(bench.shared(), source) == [], "an echo request was sent")


@behaviour(Guarantee.NO_NETWORK)
def names_do_not_resolve(bench: Bench) -> None:
    """No resolver answers."""
    source = """
import socket
try:
    answer = str(socket.getaddrinfo('example.org', 80))
except OSError:
    answer = None
"""
    seen = ask(bench.shared(), source)
    require(seen is None, seen)


@behaviour(Guarantee.NO_NETWORK)
def host_abstract_sockets_are_out_of_reach(bench: Bench) -> None:
    """An abstract Unix socket of the host cannot be connected to."""
    name = token()
    with _listening(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}"):
        seen = ask(bench.shared(), f"{_CONNECT}\nanswer = connect(1, 1, '\\0{name}')")
    require(seen != "connected", seen)


@behaviour(Guarantee.NO_NETWORK)
def host_socket_files_are_out_of_reach(bench: Bench) -> None:
    """A Unix socket in the host's file system cannot be connected to, nor can an engine's."""
    path = str(bench.folder / "s")
    Path(path).unlink(missing_ok=True)
    with _listening(socket.AF_UNIX, socket.SOCK_STREAM, path):
        Path(path).chmod(0o777)
        tries = [path, "/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock"]
        seen = ask(bench.shared(), f"{_CONNECT}\nanswer = [connect(1, 1, p) for p in {tries!r}]")
    require("connected" not in seen, seen)


@behaviour(Guarantee.SERVICES)
def services_open_no_other_way(bench: Bench) -> None:
    """A box with a declared port reaches nothing else."""
    with (
        _listening(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)) as listener,
        bench.box(ports=(18_081,)) as box,
    ):
        port = listener.getsockname()[1]
        tries = f"[(2, 1, ('127.0.0.1', {port})), (2, 1, ('1.1.1.1', 443)), (2, 2, ('8.8.8.8', 53))]"
        seen = ask(box, f"{_CONNECT}\nanswer = [connect(*t) for t in {tries}]")
    require(seen[0] not in ("connected", "timed out") and set(seen[1:]) <= _BARRED, seen)
