"""What the worker keeps of an output."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox.worker import frame
from medgym_sandbox.worker.main import Capture, import_all


@given(st.lists(st.binary(max_size=30), max_size=20), st.integers(0, 40), st.integers(0, 40))
def test_head_and_tail_are_kept_and_the_middle_is_counted(chunks: list[bytes], head: int, tail: int) -> None:
    capture = Capture(frame.STDOUT, head, tail)
    sent = b"".join(capture.take(chunk) for chunk in chunks)
    whole = b"".join(chunks)
    assert sent == whole[:head]
    assert len(sent) + len(capture.tail()) + capture.dropped == len(whole)
    assert whole[head:].endswith(capture.tail())
    assert len(capture.tail()) <= tail


def test_what_cannot_be_imported_is_named() -> None:
    missing = import_all(["json", "no_such_module"])
    assert list(missing) == ["no_such_module"]
    assert "ModuleNotFoundError" in missing["no_such_module"]
