"""The attached stream of a container."""

from __future__ import annotations

import itertools
import socket
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox.transport import DockerTransport


def multiplexed(parts: list[tuple[int, bytes]]) -> bytes:
    return b"".join(bytes([kind, 0, 0, 0]) + len(data).to_bytes(4, "big") + data for kind, data in parts)


@given(
    parts=st.lists(st.tuples(st.sampled_from([1, 2]), st.binary(min_size=1, max_size=40)), max_size=8),
    cuts=st.lists(st.integers(0, 400), max_size=6),
)
def test_the_two_outputs_are_told_apart_wherever_the_stream_is_cut(
    parts: list[tuple[int, bytes]], cuts: list[int]
) -> None:
    wire = multiplexed(parts)
    theirs, ours = socket.socketpair()
    transport, received = DockerTransport(ours), b""
    with theirs:
        for piece in pieces(wire, cuts):
            theirs.sendall(piece)
    while data := transport.receive(5):
        received += data
    transport.close()
    assert received == b"".join(data for kind, data in parts if kind == 1)


def pieces(wire: bytes, cuts: list[int]) -> Iterator[bytes]:
    edges = [0, *sorted(min(cut, len(wire)) for cut in cuts), len(wire)]
    yield from (wire[a:b] for a, b in itertools.pairwise(edges))


def test_the_transport_keeps_the_last_words_and_its_deadline() -> None:
    theirs, ours = socket.socketpair()
    transport = DockerTransport(ours)
    with theirs:
        theirs.sendall(multiplexed([(2, b"Traceback\nBoom: no\n")]))
        with pytest.raises(TimeoutError):
            transport.receive(0.05)
    transport.close()
    assert transport.last_words == "Boom: no"
