"""What the training splits give away, and that each attack finds where it alone earns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from medgym_core import ActionCall, Gold, Integer, Task, Turn
from medgym_core.agent import AgentConfig
from medgym_core.answer import AnswerKind, Number
from medgym_core.builds.training import EXAMPLES, Example, Training, spread
from medgym_core.task import FileSpec
from medgym_prove.attack import ATTACKS
from medgym_prove.attack.recall import HELD_OUT, Known, Recall, known
from medgym_prove.attack.similarity import Similarity
from medgym_prove.attack.wording import Wording


class Taught(Training):
    """Examples as given."""

    def __init__(self, examples: Sequence[Example], solve: Callable[[Task], str] = str) -> None:
        self.given, self.solve = examples, solve

    def examples(self, apart_from: str) -> Sequence[Example]:
        return self.given

    def reference(self, example: Example) -> Sequence[ActionCall]:
        code = self.solve(example.task)
        return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


COUNT = Integer()


def example(question: str, gold: Any, kind: AnswerKind | None = COUNT, category: str = "c") -> Example:
    turn = Turn(question=question, answer=kind)
    task = Task(family="fake", split="train", index=0, category=category, turns=(turn,))
    return Example(task, Gold(gold))


def answered(play: Any, box: Any, brief: Any, name: str) -> list[Any]:
    """What an attack submits, each by the program that it sends."""
    played = play(ATTACKS[f"attack:{name}"](AgentConfig()), brief, box)
    return [json.loads(box.run(code).answer or "null") for code in played.submissions]


DRUGS = ("aspirin", "heparin", "insulin", "warfarin", "digoxin")


def by_drug(patient: int) -> Example:
    """Ten to the place of the drug, whoever the patient is; no answer is frequent."""
    place = patient % len(DRUGS)
    return example(
        f"How many doses of {DRUGS[place]} had patient P{patient} on 2101-01-0{1 + place}?", 10**place
    )


def test_memory_knows_each_wording(play, box, make_brief):
    taught = Taught([by_drug(patient) for patient in range(60)])
    turn = by_drug(998).task.turns[0]
    assert answered(play, box, make_brief(turn, training=taught), "memory") == [1000]


def test_memory_falls_back_where_the_wording_is_new(play, box, make_brief):
    taught = Taught([by_drug(patient) for patient in range(60)] + [example("Since when?", 7)] * 60)
    turn = Turn(question="Whose is it, and where?", answer=Integer())
    assert answered(play, box, make_brief(turn, training=taught), "memory") == [7]


def test_memory_takes_what_works_on_what_it_has_not_learned():
    rows = [example(f"word{n} asks", 5 if n % 3 else n) for n in range(90)]
    learned = Recall([one for row in rows for one in known(row)])
    assert learned.best["memory"] in ("per answer kind", "per category", "per wording")
    assert learned.answers(learned.best["memory"], rows[0].task, 0) == [5]
    assert len(rows) < HELD_OUT * 5


def test_neighbour_knows_what_memory_does_not(play, box, make_brief):
    """Every question is worded anew, and half of its words come back with its answer."""
    words = [f"w{n}x" for n in range(400)]
    texts = [" ".join([*words[n * 9 : n * 9 + 9], "or", words[399 - n]]) for n in range(40)]
    taught = Taught([example(text, 10**n % 1_000_003) for n, text in enumerate(texts)])
    turn = Turn(question=" ".join(reversed(texts[17].split()[:6])), answer=Integer())
    brief = make_brief(turn, training=taught)
    assert answered(play, box, brief, "neighbour") == [10**17 % 1_000_003]
    assert answered(play, box, brief, "memory") != [10**17 % 1_000_003]


def test_a_solution_is_replayed_where_no_answer_is_known(play, box, make_brief):
    """The program of the nearest task, word for word; what it computes is no answer that was learned."""
    file = FileSpec(path="f.py", format="python", description="f(x)")
    tasks = [
        example(f"Write f(x): {what} of x.", {}, None) for what in ("the square", "the cube", "the sine")
    ]
    taught = Taught(tasks, lambda task: f"open('f.py', 'w').write({task.turns[0].question!r})")
    brief = make_brief(Turn(question="Now write f: a cube.", files=(file,)), training=taught)
    for name in ("neighbour", "neighbour_replay"):
        play(ATTACKS[f"attack:{name}"](AgentConfig()), brief, box)
        assert (box.folder / "f.py").read_text() == "Write f(x): the cube of x."
        (box.folder / "f.py").unlink()


@pytest.mark.parametrize("name", ["memory", "neighbour"])
def test_where_each_execution_is_graded_answers_are_tried_until_one_is_right(name, make_brief):
    taught = Taught([example(f"How many in year {n % 40}?", n % 40) for n in range(120)])
    brief = make_brief(
        Turn(question="How many?", answer=Integer(), steps=9), training=taught, protocol="paper"
    )
    policy, tried = ATTACKS[f"attack:{name}"](AgentConfig()).start(brief), []
    reply, wrong = policy.act(brief.prompt), "Recorded."
    while reply.calls:
        tried.append(int(re.search(r"value = (\d+)", str(reply.calls[0].arguments["code"]))[1]))
        reply = policy.act("Recorded. The task is over." if len(tried) == 9 else wrong)
    assert len(tried) == len(set(tried)) == 9


def test_the_answer_of_a_state_is_known():
    (one,) = known(example("How many?", {"services": {}, "answer": 4}))
    assert one == Known(one.task, 0, 4)


@pytest.mark.parametrize("gold", [{"entry": "f", "cases": []}, "four", None])
def test_gold_that_is_no_answer_is_not_known(gold):
    assert [*known(example("How many?", gold))] == []


def test_numbers_are_voted_for_within_their_tolerance():
    kind = Number(rel_tol=0.1)
    rows = [example("the same", value, kind) for value in (100.0, 101.0, 103.0, 7.0, 9.0)]
    learned = Recall([one for row in rows for one in known(row)])
    assert learned.answers("of 5 nearest", rows[0].task, 0)[0] in (100.0, 101.0, 103.0)


def test_numbers_names_dates_quotations_and_rare_words_are_masked():
    asked = [
        f"When did patient John{n} Smith get 'drug {n}' after 2101-01-{n}, of {w}?"
        for n, w in enumerate(DRUGS)
    ]
    wording = Wording(asked)
    assert {wording.masked(text) for text in asked} == {"when did patient _ get _ after _ , of _ ?"}


def test_only_the_first_paragraph_is_wording():
    wording = Wording(["What is it?\n\nNote: much"] * 5)
    assert wording.masked("What is it?\n\nNote: else") == "what is it ?"


def test_the_nearest_text_shares_the_rarest_words():
    index = Similarity(["the cat sat on the mat", "the dog sat on the mat", "the bird flew"])
    assert index.nearest("a dog", 2)[0][0] == 1
    assert index.nearest("the bird flew", 1)[0][1] == pytest.approx(1.0)


def test_parts_of_words_are_alike():
    index = Similarity(["how many neutrophils", "how many thrombocytes", "how long was it"])
    assert index.nearest("neutropenic", 1)[0][0] == 0
    assert index.nearest("Thrombocytopenia", 1)[0][0] == 1


def test_what_was_asked_last_is_not_what_is_asked_now():
    index = Similarity(["one", "two three"])
    assert [index.nearest(text, 1)[0][0] for text in ("one", "three", "one")] == [0, 1, 0]


def test_nothing_is_near_where_there_is_nothing():
    assert Similarity([]).nearest("x", 3) == []


def test_a_sample_of_a_split_is_the_same_each_time():
    assert spread(10_000, EXAMPLES) == spread(10_000, EXAMPLES)
    assert len(spread(10_000, EXAMPLES)) == EXAMPLES
    assert [*spread(3, 5)] == [0, 1, 2]
