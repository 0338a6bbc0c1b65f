"""The shipped attack learns what stands beside values where notes give it away, and ours do not."""

import re

import pytest

from medgym_core import AgentConfig, ConfigError, Source, Tier, ensure_build, plugins
from medgym_core.builds.training import training_of
from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact
from medgym_plugin_medcalcbench.attacks.candidate import candidates
from medgym_plugin_medcalcbench.attacks.slots import (
    TIME,
    Bayes,
    Example,
    Grabber,
    Slots,
    answered,
    example,
    learned,
)
from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.oracle import written
from medgym_plugin_medcalcbench.parameter import Dose
from medgym_prove.soundness import IMPLAUSIBLE, measure
from medgym_statistics.binomial import tail

from ..notes.samples import sample

KEYS = ("body_mass_index", "anion_gap", "corrected_calcium", "curb65", "wells_dvt", "mean_arterial_pressure")
MARKED = "the one that counts"


def noted(key, seed, leaks):
    """A note with what it states; if it leaks, the value that counts stands beside other words."""
    calculator = BY_KEY[key]
    inputs, note = sample(calculator, seed)
    text = note.text
    for name, said in note.said.items():
        right = note.scene.counting([*said])
        if leaks and right:
            sentence = note.sentences[name][right]
            text = text.replace(sentence, sentence.replace(right.label, MARKED))
    return Example(calculator, text, f"at {note.scene.asked}?", calculator.canonical(inputs)), inputs


def earned(leaks):
    """Share of right answers to 60 notes of one that learned 240."""
    grabber = Grabber([noted(key, seed, leaks)[0] for key in KEYS for seed in range(40)])
    right = 0
    for key in KEYS:
        for seed in range(100, 110):
            one, inputs = noted(key, seed, leaks)
            given = grabber.answer(one.calculator, one.note, one.question)
            kind, gold = one.calculator.asked(False), written(one.calculator.compute(inputs))
            right += compare(kind, exact(given), exact(gold)).ok
    return right / 60


@pytest.mark.slow
def test_it_finds_what_notes_give_away_and_ours_give_nothing():
    assert earned(leaks=True) > 0.6
    assert earned(leaks=False) < 0.25


@pytest.fixture(scope="module")
def grabber(family, build):
    return learned(training_of(family, build), "test")


@pytest.mark.slow
@pytest.mark.parametrize("split", ["test", "reworded", "ood", "serial", "choose", "abstain"])
def test_it_earns_no_more_than_chance(family, build, grabber, split):
    right, size = 0, family.size(build, split)
    for index in range(size):
        task = family.task(build, split, index)
        given, gold = answered(grabber, task), family.gold(build, task).turns[0]
        right += compare(task.turns[0].answer, exact(given), exact(gold)).ok
    assert tail(right, size, family.chance_rate(build, split)) >= IMPLAUSIBLE


def test_it_answers_in_the_form_of_every_split(family, build):
    grabber = Grabber([])
    forms = ("serial", "choose", "abstain")
    given = {split: answered(grabber, family.task(build, split, 0)) for split in forms}
    assert len(given["serial"]) == 3
    assert given["choose"].keys() == {"value", "calculator"}
    assert given["abstain"]["missing"] == []


@pytest.mark.slow
def test_it_plays_in_boxes(family, tmp_path):
    tiny = ensure_build(family, Source.synthetic(scale=60), tmp_path)
    box = plugins.sandbox("process")
    found = measure(family, tiny, box, "serial", per_stratum=1, agents=(Slots.name,), most=4)
    (score,) = found.scores
    assert (score.errors, score.tasks, score.finding) == ((), 4, "sound")


def test_it_plays_no_other_family():
    with pytest.raises(ConfigError, match="knows the calculators of medcalcbench, and cannot play npowerai"):
        Slots(AgentConfig()).check(Tier.OPEN, "npowerai", [])


def test_what_it_learns_of_a_solution_is_what_the_note_states(family, build):
    for index in range(55):
        task = family.task(build, "train", index)
        one = example(task, family.reference(build, task))
        values = {
            name: tuple(Dose(*dose) for dose in value) if isinstance(value, list) else value
            for name, value in one.values.items()
        }
        given = one.calculator.formula(**values)
        gold = family.gold(build, task).turns[0]
        assert compare(task.turns[0].answer, exact(written(given)), exact(gold)).ok, task.id


def test_the_right_value_is_among_the_candidates(family, build):
    """So that what it fails at is to choose."""
    known = total = 0
    for index in range(55):
        task = family.task(build, "test", index)
        one = example(task, family.reference(build, task))
        for parameter in one.calculator.parameters:
            value = one.values[parameter.name]
            if isinstance(value, int | float) and not isinstance(value, bool):
                found = [c.value for c in candidates(parameter, one.note, one.question)]
                total += bool(found)
                known += any(abs(value - other) <= 1e-6 * abs(value) for other in found)
    assert known / total > 0.95


def test_times_of_a_question_are_found():
    asked = "the score at 3 May 2024, 10:05, at 10:10 on 2024-05-03 and at May 4, 2024, 00:00? Give"
    assert re.findall(TIME, asked) == ["3 May 2024, 10:05", "10:10 on 2024-05-03", "May 4, 2024, 00:00"]


def test_odds_follow_what_was_seen():
    bayes = Bayes()
    for number in range(20):
        bayes.learn(["unit", "now" if number % 2 else "then"], bool(number % 2))
    assert bayes.score(["now"]) > 0 > bayes.score(["then"])
    assert bayes.score(["now", "now"]) == bayes.score(["now"])
