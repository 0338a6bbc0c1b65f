from hypothesis import given
from hypothesis import strategies as st

from medgym_core.action.info import Listing

LINES = st.lists(st.text(max_size=700), max_size=30)


@given(lines=LINES, limit=st.integers(1, 9), max_bytes=st.integers(-5, 900))
def test_concatenated_pages_are_the_whole(lines, limit, max_bytes):
    listing = whole = Listing.of("heading", lines)
    pages = []
    while not listing.done:
        at = listing.at
        text, listing = listing.page(limit, max_bytes)
        pages.append(text)
        assert listing.at - at <= limit
        assert listing.at - at == 1 or len(text.encode()) <= max_bytes
    assert "\n".join(pages) == "\n".join(whole.lines)


@given(st.text(max_size=3000))
def test_a_document_is_folded_but_not_cut(text):
    listing = Listing.of_text("heading", text)
    assert "".join(listing.lines) == "".join(text.splitlines())
    assert all(len(line) <= 500 for line in listing.lines)
