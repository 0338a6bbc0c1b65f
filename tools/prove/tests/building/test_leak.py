from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from medgym_core import EntryChange, Gold, Number, ProgramCase, ProgramGold, StateGold, Task, Text, Turn
from medgym_core.verifier.programs import PLACE
from medgym_prove.building import leak

from ..plugins import examine, package, spoil

PUBLIC = "    (out.public / TABLE).write_bytes(source.read_bytes())\n"


def only(folder: Path, expected: str) -> None:
    """S04 fails and says so."""
    problems = examine("S04", folder).problems
    assert expected in " ".join(problems), problems


def test_a_good_plugin_passes(plugin: Path) -> None:
    finding = examine("S04", plugin)
    assert finding.status == "pass"
    assert finding.figures["secrets"] > 100


@pytest.mark.parametrize(
    "written",
    [
        "question.note",
        "__import__('base64').b64encode(question.note.encode()).decode()",
        "question.note.encode().hex()",
        "' '.join(question.note.split()[3:13]).replace(' ', ';')",
    ],
    ids=["exact", "base64", "hexadecimal", "run"],
)
def test_private_texts_in_the_public_half(plugin: Path, written: str) -> None:
    lines = f"    notes = [{written} for found in _questions(source).values() for question in found]\n"
    lines += "    (out.public / 'notes.txt').write_text(chr(10).join(notes))\n"
    spoil(package(plugin) / "loader.py", PUBLIC, PUBLIC + lines)
    only(plugin, "notes.txt:1 holds")


def test_what_metadata_says_is_not_shown_to_agents(plugin: Path) -> None:
    lines = "    notes = [question.note for found in _questions(source).values() for question in found]\n"
    lines += "    (out.public / 'notes.txt').write_text(chr(10).join(notes))\n"
    spoil(package(plugin) / "loader.py", PUBLIC, PUBLIC + lines)
    spoil(package(plugin) / "family.py", "limits=Limits", 'metadata={"note": question.note}, limits=Limits')
    only(plugin, "notes.txt:1 holds")


DATABASE = """\
    import sqlite3
    rows = [(q.category, q.note) for found in _questions(source).values() for q in found]
    base = sqlite3.connect(out.public / 'notes.sqlite')
    base.execute('CREATE TABLE n (c, t)')
    base.executemany('INSERT INTO n VALUES (?, ?)', rows)
    base.commit()
    base.close()
"""


def test_a_private_text_in_a_public_database(plugin: Path) -> None:
    spoil(package(plugin) / "loader.py", PUBLIC, PUBLIC + DATABASE)
    assert "notes.sqlite:1 holds" in " ".join(examine("S04", plugin).problems)


def test_a_private_text_in_the_image_recipe(plugin: Path) -> None:
    note = "the ledger of patient P000 is closed by its total once all of its visits are paid"
    (package(plugin) / "image" / "notes.txt").write_text(note)
    only(plugin, "notes.txt:1 holds")


def test_the_reference_in_a_prompt(plugin: Path) -> None:
    code = "oracle.reference(question)[0].arguments['code']"
    spoil(package(plugin) / "family.py", 'context="Costs', f'context=str({code}) + "Costs')
    only(plugin, "which its reference solution says")


LONG = "the person whom everyone in this ward knows by the name of {patient}"


@pytest.mark.parametrize(
    ("written", "status"),
    [(f"'{LONG}'", "pass"), (f"'{LONG}' and costs of", "pass"), (f"1 # {LONG}", "fail")],
)
def test_a_reference_may_quote_a_name_that_its_question_says(plugin: Path, written: str, status: str) -> None:
    asked = f'question="Of {LONG} and costs of: ".format(patient=question.patient) + question.text'
    spoil(package(plugin) / "family.py", "question=question.text", asked)
    spoil(package(plugin) / "oracle.py", "answer = {formula}", f"answer = {{formula}}\nname = 1 or {written}")
    assert examine("S04", plugin).status == status


def test_a_reference_may_list_names_that_its_question_lists() -> None:
    code = "names = ['edema', 'fracture']\nother = ['edema', 'heart failure', 'gold']"
    pieces = list(leak._unsaid(code, "predict edema fracture in heart failure"))
    assert pieces == ["names = [", "]\nother = ['edema', ", ", 'gold']"]


def test_gold_in_a_prompt(plugin: Path) -> None:
    gold = "oracle.gold(build, question).turns[0]"
    spoil(package(plugin) / "family.py", 'context="Costs', f'context=f"{{{gold}}} "\n            "Costs')
    only(plugin, "which is in its gold")


@pytest.mark.parametrize(
    ("answer", "found"), [("a rare long word", "a rare long word"), ("another one it is", None)]
)
def test_what_is_to_be_written_to_a_service_may_be_shown_and_the_answer_not(answer: str, found: str) -> None:
    text = "Write 'please see and advise' to the register, in which a rare long word stands."
    change = EntryChange(added=({"note": "please see and advise"},))
    gold = Gold(StateGold(services={"register": change}, answer=answer).model_dump(mode="json"))
    turn = Turn(question="", answer=Text())
    task = Task(family="f", split="test", index=0, category="c", turns=(turn,), verifier="states")
    assert leak._stated(task, gold, text) == found


def program(question: str) -> Task:
    return Task(
        family="f", split="s", index=0, category="c", turns=(Turn(question=question),), verifier="programs"
    )


@pytest.mark.parametrize(
    ("result", "found"), [(93.71524, "93.71524"), (1.5, None)], ids=["a result", "a tolerance"]
)
def test_results_of_hidden_calls_are_secret_and_tolerances_are_not(result: float, found: str | None) -> None:
    tests = ProgramGold(entry="f", cases=(ProgramCase(expected=result),), returns=Number(abs_tol=0.000123456))
    task = program("It is 93.71524, within 0.000123456.")
    assert leak._stated(task, Gold(tests.model_dump(mode="json")), task.turns[0].question) == found


def test_signature_and_program_around_the_submission_are_shown_and_other_code_is_not() -> None:
    signature, around, body = "def f(x: int) -> int:", f"A = 1\n# {PLACE}", "def f(x):\n    return x"
    question = "".join(f"```python\n{code}\n```\n" for code in (signature, around, body))
    assert list(leak._surroundings([program(question)])) == [signature, around]


def test_a_private_text_in_a_prompt(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", 'context="Costs', 'context=question.note + ". Costs')
    only(plugin, "outside its question")


MEANS = """\
    rows = list(csv.DictReader(source.read_text().splitlines()))
    names = sorted({row['patient'] for row in rows})
    means = {n: sum(int(r['cost']) for r in rows if r['patient'] == n) / 5 / 7 for n in names}
    (out.public / 'means.json').write_text(json.dumps(means))
"""


def test_long_numbers_of_gold_in_the_public_half(plugin: Path) -> None:
    spoil(package(plugin) / "oracle.py", "sum(costs) / len(costs))", "sum(costs) / len(costs) / 7)")
    spoil(package(plugin) / "loader.py", PUBLIC, PUBLIC + MEANS)
    assert "means.json:1 holds" in " ".join(examine("S04", plugin).problems)


def named(folder: Path, words: int, quote: str = "") -> None:
    """Give each patient a name of so many words, which the private notes tell between quotes."""
    loader = package(folder) / "loader.py"
    name = "' '.join(f'n{number}w{word}' for word in range(" + str(words) + "))"
    spoil(loader, '("patient", "visit", "cost")', '("patient", "visit", "cost", "name")')
    spoil(loader, "draws.randrange(1_000, 90_000))", f"draws.randrange(1_000, 90_000), {name})")
    spoil(loader, 'paid"\n', f'paid" + f" {{number}} {quote}" + {name} + "{quote}"\n')


def test_a_name_that_the_data_holds_is_no_leak(plugin: Path) -> None:
    named(plugin, 9)
    assert examine("S04", plugin).status == "pass"


def test_a_long_text_that_the_data_holds_is_one(plugin: Path) -> None:
    named(plugin, 17)
    assert "visits.csv:2 holds" in " ".join(examine("S04", plugin).problems)


def test_a_long_name_that_a_private_query_quotes_whole_is_no_leak(plugin: Path) -> None:
    named(plugin, 17, quote="'")
    assert examine("S04", plugin).status == "pass"


def names_of(answer: str) -> leak._Names:
    """The names of a family that has no private half, with one task whose answer is known."""
    task = SimpleNamespace(verifier="answer")
    family = SimpleNamespace(gold=lambda build, task: Gold([["e8121", answer]]))
    subject = SimpleNamespace(family=family, build=lambda: SimpleNamespace(private=Path("none")))
    return leak._Names(cast(Any, subject), [cast(Any, task)])


@pytest.mark.parametrize(("cell", "is_name"), [("{}", True), ("{} and more", False)])
def test_a_long_value_that_is_an_answer_is_a_name(cell: str, is_name: bool) -> None:
    answer = " ".join(f"word{number}" for number in range(19))
    hit = " ".join(answer.split()[2:10])
    assert names_of(answer).cover(hit, f"36\x1f{cell.format(answer)}") == is_name


@pytest.mark.parametrize(
    ("line", "is_name"),
    [
        ("36\x1fhy kid nos\x1fhypertensive disease of the kidney", True),
        ("36\x1fhy kid nos\x1fsomething\x1fhypertensive disease of the kidney", False),
        (
            "hy kid nos hypertensive disease of the kidney, as the private half tells of " + "patient " * 9,
            False,
        ),
    ],
    ids=["side by side", "apart", "in a longer text"],
)
def test_names_that_stand_side_by_side_are_names(line: str, is_name: bool) -> None:
    names = set(leak._quoted('{"names": ["hy kid nos", "Hypertensive disease of the kidney"]}'))
    assert leak._is_name("hy kid nos hypertensive disease of the kidney", line, names) == is_name


def test_a_whole_query_that_the_private_half_holds_as_a_string_is_no_name() -> None:
    query = "select " + " ".join(f"column{number}" for number in range(20))
    names = set(leak._quoted(f'{{"sql": "{query}"}}'))
    assert not leak._is_name("column3 column4", f"36\x1f{query}", names)
