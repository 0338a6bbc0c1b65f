"""What `benchmarks.breadth` counts in published files."""

import json
from pathlib import Path

import pytest

from benchmarks.breadth import Published, published

VALID = Path(__file__).parents[3] / "shared" / "data" / "ehrsql-2024" / "valid"
LABELS = {
    "a": "SELECT COUNT(*) FROM patients WHERE patients.gender = 'f'",
    "b": "SELECT COUNT(*) FROM patients WHERE patients.gender = 'm'",
    "c": "SELECT MAX(labevents.valuenum) FROM labevents",
    "d": "null",
}


def test_values_make_no_template(tmp_path: Path) -> None:
    questions = [{"id": name, "question": f"How many have {number}?"} for number, name in enumerate(LABELS)]
    (tmp_path / "data.json").write_text(json.dumps({"data": questions}))
    (tmp_path / "label.json").write_text(json.dumps(LABELS))
    assert published(tmp_path) == Published(4, unanswerable=1, templates=2, shared=0.667, wordings=1)


@pytest.mark.skipif(not VALID.is_dir(), reason="EHRSQL-2024's split `valid` is not beside the checkout")
def test_the_page_says_what_ehrsql_holds() -> None:
    found = published(VALID)
    page = (Path(__file__).parents[2] / "docs" / "comparison.md").read_text()
    assert f"{found.questions:,} questions, {found.unanswerable} of them unanswerable" in page
    assert f"{found.templates} templates" in page
    assert f"{found.wordings:,} wordings" in page
    assert f"{found.shared:.0%} of the answerable" in page
