from hypothesis import given
from hypothesis import strategies as st

from medgym_core.action.layout import clip, one_line, table


@given(st.text(max_size=600), st.integers(60, 500))
def test_clipping_bounds_bytes_and_keeps_head_and_tail(text, max_bytes):
    clipped = clip(text, max_bytes)
    assert len(clipped.encode()) <= max_bytes
    assert clipped == text or ("middle dropped" in clipped and clipped[:3] == text[:3])


@given(st.text(max_size=600))
def test_one_line_is_one_line(text):
    assert len(one_line(text, 100)) <= 100
    assert len(one_line(text, 100).splitlines()) <= 1


def test_a_table_without_rows_has_a_header_and_a_count():
    assert table(["a", "b"], [], 100) == "a | b\n(0 rows)"
