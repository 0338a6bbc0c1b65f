"""The wire."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox.worker import frame

FRAMES = st.lists(
    st.tuples(st.integers(frame.READY, frame.CLOSE), st.integers(0, 2**32 - 1), st.binary(max_size=200)),
    max_size=8,
)


@given(FRAMES, st.data())
def test_frames_survive_any_chunking(frames: list[tuple[int, int, bytes]], data: st.DataObject) -> None:
    stream = b"".join(frame.pack(*one) for one in frames)
    decoder, seen, start = frame.Decoder(), [], 0
    while start < len(stream):
        size = data.draw(st.integers(1, len(stream) - start))
        seen += list(decoder.feed(stream[start : start + size]))
        start += size
    assert seen == frames


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=3), st.binary(max_size=99))
def test_requests_round_trip(head: dict[str, str], body: bytes) -> None:
    [(kind, channel, payload)] = frame.Decoder().feed(frame.pack_request(7, head, body))
    assert (kind, channel, frame.unpack_request(payload)) == (frame.REQUEST, 7, (head, body))


@pytest.mark.parametrize(("kind", "length"), [(0, 1), (frame.GONE + 1, 1), (frame.DATA, 11)])
def test_what_holds_no_frame_is_malformed(kind: int, length: int) -> None:
    decoder = frame.Decoder(max_payload=10)
    with pytest.raises(frame.MalformedError):
        list(decoder.feed(frame.HEADER.pack(kind, 0, length)))


def test_a_torn_frame_waits() -> None:
    decoder = frame.Decoder()
    packed = frame.pack(frame.DATA, 1, b"abc")
    assert list(decoder.feed(packed[:-1])) == []
    assert list(decoder.feed(packed[-1:])) == [(frame.DATA, 1, b"abc")]
