"""Mutants: what leaves out a definition is told from the reference, and what does not survives."""

import pytest

from medgym_ehr.study.mutants import MUTANTS, Mutant, Mutants, concerned, differs, mutated
from medgym_ehr.study.repertoire import NOVEL_TURNS, TURNS


class Records:
    """Records that no step of these tests reads."""

    columns, meeting = {}, {}


DESIGN = {
    "turns": [*TURNS],
    "exclusions": {"short": [["days"], "<", 1]},
    "exposure": [["sofa"], ">=", 3],
    "outcome": [["field", "died"], "==", 1],
    "covariates": {"charlson": ["charlson"], "age": ["field", "age"]},
}
CUT = next(one for one in MUTANTS if "only" in one.definition)
FOUND = {"base": [1, 2, 3], "lost": {"short": [1, 2], "long": [2]}}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.definition)
def test_every_mutant_is_a_program(mutant):
    assert mutated(mutant)["STEPS"].keys() >= {*NOVEL_TURNS}


def test_a_replacement_that_the_reference_does_not_hold_is_refused():
    with pytest.raises(ValueError, match="does not say 'nowhere' once: none"):
        mutated(Mutant("none", ("cohort",), "nowhere", ""))


def test_who_rests_on_a_definition():
    places = {one.definition: concerned(DESIGN, one) for one in MUTANTS}
    assert places["points of the lung"] == ["exposure"]
    assert places["Charlson's weights"] == ["table_one"]
    assert places["the median as cut"] == ["adjusted", "standardised"]
    assert places["suspected infection"] == places["death as competing risk, not as censoring"] == []


@pytest.mark.parametrize(("only", "survives"), [(1, False), (2, True)])
def test_one_that_changes_no_answer_survives(only, survives):
    study = DESIGN | {"turns": ["cohort"], "exposure": "", "covariates": ""}
    found = Mutants(Records()).surviving(study, {"cohort": {"cohort": 1, "only": only}}, FOUND)
    assert [*found] == [CUT] * survives


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (3, 4, True),
        (0.5, 0.5008, False),
        (0.5, 0.5012, True),
        (40.0, 40.08, False),
        (40.0, 40.1, True),
        ({"a": 1, "b": 0.2}, {"a": 1, "b": 0.21}, True),
        ("age", "sodium", True),
    ],
)
def test_answers_that_cannot_both_be_right(one, other, told):
    assert differs(one, other) is told
