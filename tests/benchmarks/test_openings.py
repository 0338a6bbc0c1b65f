"""An inbox and an audit open within a second, as studies do by the laws of their families."""

import pytest

from benchmarks.openings import QUESTION, STAGES, Opening, measured, opening, row
from medgym_core import OpenFamily, Source, ensure_build, plugins


@pytest.fixture
def opened(shared_home):
    """A family on a build of the size of its own tests."""

    def on(name, scale):
        family = plugins.family(name)
        build = ensure_build(family, Source.synthetic(scale=scale), shared_home)
        return OpenFamily(family, build, plugins.sandbox("process"))

    return on


@pytest.mark.parametrize(
    ("name", "scale", "split"), [("medagentbench", 10, "inbox-ood"), ("ehrcon", 45, "audit-test")]
)
def test_a_session_opens_within_a_second(opened, name, scale, split):
    found = opening(opened(name, scale), split, 0)
    assert len(found.stages) == len(STAGES)
    assert found.cpu < 1


def test_a_question_is_measured_beside(opened):
    question, inbox = measured(opened("medagentbench", 10), ["inbox-test"], tasks=1)
    assert [question["opened"], inbox["opened"]] == [
        f"medagentbench/{split}" for split in (QUESTION, "inbox-test")
    ]
    assert question["wall / question"] == 1
    assert question.keys() == inbox.keys()


def test_a_row_has_medians_and_the_longest():
    found = [Opening((0.1, 0.2, 0.3), 0.5), Opening((0.1, 0.2, 0.5), 0.4), Opening((1, 1, 1), 2)]
    values = row("x/y", found, [Opening((0.1, 0.1, 0.2), 0.1)])
    assert values["wall s"] == pytest.approx(0.8)
    assert (values["CPU s"], values["longest CPU s"], values["longest wall s"]) == (0.5, 2, 3)
    assert values["wall / question"] == pytest.approx(2)
