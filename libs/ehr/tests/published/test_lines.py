import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from medgym_core import DataError
from medgym_ehr.published import lines


class Note(BaseModel):
    text: str


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("lines") / "notes"


@settings(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_every_line_is_read_alone(path, texts):
    lines.write(path, (Note(text=text) for text in texts))
    assert lines.count(path) == len(texts)
    assert [Note.model_validate_json(lines.line(path, n)).text for n in range(len(texts))] == texts


def test_no_file_has_no_line(tmp_path):
    assert lines.count(tmp_path / "none") == 0
    with pytest.raises(DataError, match="has no line 0; make the build again"):
        lines.line(tmp_path / "none", 0)


@pytest.mark.parametrize("index", [-1, 2])
def test_a_line_outside_is_refused(tmp_path, index):
    lines.write(tmp_path / "notes", [Note(text="a"), Note(text="b")])
    with pytest.raises(DataError, match=f"has no line {index}"):
        lines.line(tmp_path / "notes", index)


def test_a_file_cut_short_is_noticed(tmp_path):
    lines.write(tmp_path / "notes", [Note(text="a"), Note(text="b")])
    whole = (tmp_path / "notes.jsonl").read_bytes()
    (tmp_path / "notes.jsonl").write_bytes(whole[:-3])
    assert lines.line(tmp_path / "notes", 0) == b'{"text":"a"}\n'
    with pytest.raises(DataError, match="cut short"):
        lines.line(tmp_path / "notes", 1)
