"""The second reader finds in each reworded text what is asked, and notices when something is not said."""

import re
from functools import cache

import pytest

from medgym_plugin_npowerai import loader
from medgym_plugin_npowerai.design import Problem
from medgym_plugin_npowerai.rewording import put
from medgym_plugin_npowerai.sampling import sample
from medgym_plugin_npowerai.voice import voices

from .aloud import in_figures
from .colleague import NUMBER, read

TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
UNSAID = re.compile(r"1(?=-way| way| gets|-β)")
"""Figures that are part of a name."""


@cache
def understood(text):
    """What is read, with powers to nine digits, as 1 - 0.2 is not 0.8 to the last one."""
    found = read(text)
    return {**found, "power": round(found["power"], 9)} if "power" in found else found


@pytest.fixture(scope="module")
def asked(family, build):
    size = family.size(build, "reworded")
    return [
        (loader.entry(build, "reworded", at), loader.problem(build, "reworded", at)) for at in range(size)
    ]


def test_what_is_read_is_what_was_asked(asked):
    for entry, stated in asked:
        found = Problem.model_validate(understood(entry.question))
        assert (found.target, found.power, found.size) == (stated.target, stated.power, stated.size)
        assert found.unit == stated.unit
        assert (found.design.alpha, found.design.shape) == (stated.design.alpha, stated.design.shape)
        assert found.design.effect == pytest.approx(stated.design.effect, rel=1e-9), entry.question


def test_every_value_of_the_study_is_read(asked):
    for entry, stated in asked:
        found, design = read(entry.question)["design"], stated.design.model_dump()
        if design["test"] == "chi_square":
            assert found["rows"] == [pytest.approx(row) for row in design["rows"]]
        elif design["test"] == "one_way_anova":
            assert sorted(found["means"]) == sorted(design["means"])
        elif design["test"] == "cox_two_groups":
            chances = ("event_experimental", "event_control")
            assert sorted(found[one] for one in chances) == pytest.approx(
                sorted(design[one] for one in chances)
            )
            assert found["hazard_ratio"] == design["hazard_ratio"]
        spreads = [name for name in design if name.startswith("sd")]
        assert sorted(found[name] for name in spreads) == sorted(design[name] for name in spreads)


def test_what_is_read_gives_the_gold(asked, golds, solve):
    for (entry, _), gold in zip(asked, golds["reworded"], strict=True):
        given = solve(Problem.model_validate(understood(entry.question)))
        assert given == pytest.approx(gold, rel=1e-6), entry.question


def noticed(text, broken):
    """Whether a colleague reads another question, or none, out of the broken text."""
    try:
        return understood(broken) != understood(text)
    except ValueError:
        return True


def test_a_figure_that_is_changed_or_left_out_is_noticed(asked):
    for entry, _ in asked:
        text = entry.question
        for found in re.finditer(NUMBER, text):
            if UNSAID.match(text, found.start()):
                continue
            last = found.end() - 1
            other = str((int(text[last]) + 1) % 10)
            assert noticed(text, f"{text[:last]}{other}{text[found.end() :]}"), (found[0], text)
            assert noticed(text, f"{text[: found.start()]}{text[found.end() :]}"), (found[0], text)


def test_a_number_in_words_that_is_changed_is_noticed(asked):
    spoken = [entry.question for entry, _ in asked if entry.wording.startswith("spoken")]
    for text in spoken:
        for found in re.finditer("|".join(TENS), text):
            other = TENS[TENS.index(found[0]) - 1]
            assert noticed(text, f"{text[: found.start()]}{other}{text[found.end() :]}"), text
        assert noticed(text, re.sub(r"point [a-z ]+", "point three", text, count=1)), text


@pytest.mark.parametrize("voice", voices(), ids=lambda voice: voice.name)
def test_a_voice_that_leaves_something_open_is_noticed(voice):
    made = sample("two_means", "size", "test", 3, 0)
    text = put(made, voice)
    whole = understood(text)
    assert whole["count"] == "group"
    broken = {
        "sides": voice.model_copy(update={"error": voice.omnibus}),
        "other sides": voice.model_copy(update={"sided": voice.sided[::-1]}),
        "alpha": voice.model_copy(update={"error": "{sided}", "omnibus": ""}),
        "count": voice.model_copy(update={"asks": {**voice.asks, "each": voice.asks["total"]}}),
        "target": voice.model_copy(update={"asks": dict.fromkeys(voice.asks, "")}),
        "study": voice.model_copy(update={"studies": dict.fromkeys(voice.studies, "a study")}),
        "pooling": voice.model_copy(
            update={"studies": {**voice.studies, "means_two_sds": voice.studies["means_one_sd"]}}
        ),
    }
    missed = [name for name, other in broken.items() if not noticed(text, put(made, other))]
    assert not missed


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        ("alpha's point oh two five, so", "alpha's 0.025, so"),
        ("ratio's one point three two, and", "ratio's 1.32, and"),
        ("one thousand two hundred and eighty-one people in each group", "1281 people in each group"),
        ("clear, fifty-three, nine and forty percent", "clear, 53, 9 and 40 percent"),
        ("two groups, one-tailed", "two groups, one-tailed"),
    ],
)
def test_numbers_read_aloud_become_figures(said, figures):
    assert in_figures(said) == figures
