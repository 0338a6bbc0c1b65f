"""What `benchmarks.breadth` counts in published files."""

import json
from pathlib import Path

import pytest

from benchmarks.breadth import Breadth, Earned, Published, published

VALID = Path(__file__).parents[3] / "shared" / "data" / "ehrsql-2024" / "valid"
LABELS = {
    "a": "SELECT COUNT(*) FROM patients WHERE patients.gender = 'f'",
    "b": "SELECT COUNT(*) FROM patients WHERE patients.gender = 'm'",
    "c": "SELECT MAX(labevents.valuenum) FROM labevents",
    "d": "null",
}


def measured(**programs: dict[str, float]) -> Breadth:
    """What programs earn by split."""
    return Breadth(
        **{
            "family": "f",
            "version": "1",
            "read": 1,
            "templates": 1,
            "wordings": 1,
            "novel": 0,
            "by_heart": 0,
        },
        programs={
            split: {name: Earned(reward=reward, tasks=9) for name, reward in earned.items()}
            for split, earned in programs.items()
        },
    )


def test_the_best_program_of_a_split_is_shown() -> None:
    found = measured(test={"commonest": 0.0, "nearest": 0.1, "refill": 0.8}, ood={"nearest": 0.05})
    assert found.best("test") == ("refill", Earned(reward=0.8, tasks=9))
    assert found.best(found.required) == ("nearest", Earned(reward=0.05, tasks=9))


def test_a_family_without_new_requirements_has_no_program_there() -> None:
    found = measured(test={"commonest": 0.0})
    assert (found.required, found.best(found.required)) == ("", None)


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
