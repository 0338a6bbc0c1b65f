"""Scripted failures: what an agent says, and why it then fails. The labels are by construction.

Many are traps: a rule that looks at the verdict's reason, at the last error or for words in texts takes them
for something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from medgym_core import ActionCall, AgentError, Reply, SandboxError
from medgym_core.failure import FailureMode
from medgym_testing.base import FakeFamily
from medgym_testing.clinic import ClinicFamily, WardRoundFamily
from medgym_testing.program import ProgramFamily
from medgym_testing.session import SessionFamily

CLINIC, ROUND, PROGRAM, SESSION = ClinicFamily(), WardRoundFamily(), ProgramFamily(), SessionFamily()
Said = Reply | Exception


@dataclass(frozen=True)
class Script:
    """One labelled episode to be."""

    label: FailureMode | None
    name: str
    replies: tuple[Said, ...]
    family: FakeFamily = CLINIC
    settings: dict[str, object] = field(default_factory=dict)


def act(action: str, /, **arguments: object) -> Reply:
    return Reply(calls=(ActionCall(name=action, arguments=arguments),))


def run(code: str, submit: bool = False, language: str = "python") -> Reply:
    return act("code_execution", code=code, submit=submit, language=language)


def submit(code: str, language: str = "python") -> Reply:
    return run(code, True, language)


def shell(command: str) -> Reply:
    return act("terminal", command=command)


def say(text: str) -> Reply:
    return Reply(text=text)


def program(source: str) -> tuple[Reply, ...]:
    return (submit(f"open('solution.py', 'w').write({source!r})"),)


def scripts(variant: int) -> Iterator[Script]:
    """Every script once; ``variant`` changes values, not what goes wrong."""
    n = variant
    yield from _loops(n)
    yield from _compile_errors(n)
    yield from _runtime_errors(n)
    yield from _io_errors(n)
    yield from _wrong_answers(n)
    yield from _unfinished(n)
    yield from _malformed(n)
    yield Script(FailureMode.INFRASTRUCTURE, "endpoint", (run(f"print({n})"), AgentError("down")))
    yield Script(FailureMode.INFRASTRUCTURE, "sandbox", (run("x = 1 / 0"), SandboxError("no box")))
    yield Script(None, "success", (submit("answer = 90"),))
    yield Script(None, "success after errors", (run("1 / 0"), run("x ="), submit("answer = 90.001")))


def _loops(n: int) -> Iterator[Script]:
    label, patient, paper = FailureMode.STUCK_IN_LOOP, {"max_repeats": 20}, {"protocol": "paper"}
    yield Script(label, "the same error", (run(f"print(x{n})"),) * 3)
    yield Script(label, "the same output", (run(f"print({n})"),) * 3)
    yield Script(label, "the same query", (run("SELECT 1", language="sql"),) * 3)
    yield Script(label, "budget: two in turn", (run("print(1)"), run(f"1 / 0  # {n}")) * 3, settings=patient)
    yield Script(label, "budget: the same answer", (run(f"answer = {n}"),) * 6, settings=paper)
    yield Script(label, "the same syntax error", (run("x = = 1"),) * 3)
    yield Script(label, "white space differs", (run("1 / 0"), run("1 / 0 "), run("1 / 0\n")))


def _compile_errors(n: int) -> Iterator[Script]:
    label = FailureMode.COMPILE_ERROR
    yield Script(label, "python", (submit(f"answer = ({n}"),))
    yield Script(label, "indentation", (submit("if True:\nanswer = 1"),))
    yield Script(label, "sql", (submit("SELEC value FROM labs", "sql"),))
    yield Script(label, "incomplete sql", (submit("SELECT value FROM labs WHERE (patient = 90", "sql"),))
    yield Script(label, "after good code", (run("print(1)"), run("print(2)"), submit("answer = 90)")))
    yield Script(label, "a program", program("def gc_content(s):\n    return ("), PROGRAM)
    yield Script(label, "budget: never a valid program", tuple(run(f"x{i} = = {n}") for i in range(6)))
    scripts = [shell(f"echo 'x{i} = = 1' > a{i}.py; python3 a{i}.py") for i in range(6)]
    yield Script(label, "budget: never a valid script", tuple(scripts))


def _runtime_errors(n: int) -> Iterator[Script]:
    label = FailureMode.RUNTIME_ERROR
    yield Script(label, "KeyError", (submit(f"answer = {{}}[{n}]"),))
    yield Script(label, "ModuleNotFoundError", (submit("import no_such_module\nanswer = 90"),))
    yield Script(label, "no such column", (submit("SELECT values_ FROM labs", "sql"),))
    yield Script(label, "exit code", (submit(f"import sys\nanswer = 90\nsys.exit({n + 1})"),))
    forged = "print('FAILED FileNotFoundError: a.csv')\nprint('SyntaxError: invalid syntax')\nanswer = 1 / 0"
    yield Script(label, "other errors are printed", (submit(forged),))
    yield Script(label, "words of a syntax error", (submit("raise ValueError('syntax error near FROM')"),))
    yield Script(
        label,
        "a program",
        program("def gc_content(s):\n    return sum(b in 'gcGC' for b in s) / len(s)"),
        PROGRAM,
    )
    yield Script(label, "budget: always another", tuple(run(f"x = [][{i + n}]") for i in range(6)))
    both = [run(f"[][{i}]") if i % 3 else run(f"open('{i}')") for i in range(6)]
    yield Script(label, "budget: mostly", tuple(both))
    session = (submit("answer = 1 / 0"), submit("answer = 1"), submit("answer = 2"))
    yield Script(label, "first turn of three", session, SESSION)
    if n == 0:
        yield Script(label, "timeout", (submit("while True: pass"),))


def _io_errors(n: int) -> Iterator[Script]:
    label = FailureMode.IO_ERROR
    yield Script(label, "FileNotFoundError", (submit(f"answer = open('none{n}.csv').read()"),))
    yield Script(label, "a folder", (submit("answer = open('data').read()"),))
    yield Script(label, "read-only data", (submit("open('data/clinic.sqlite', 'w')\nanswer = 90"),))
    connect = "import sqlite3\nsqlite3.connect('none/none.sqlite').execute('SELECT 1')\nanswer = 90"
    yield Script(label, "a database file", (submit(connect),))
    yield Script(label, "no input", (submit("answer = input()"),))
    web = "import urllib.request as web\nanswer = web.urlopen('http://127.0.0.1:9').read()"
    yield Script(label, "no service", (submit(web),))
    yield Script(label, "budget: files that are not there", tuple(shell(f"cat {n}{i}.csv") for i in range(6)))


def _wrong_answers(n: int) -> Iterator[Script]:
    label, unit = FailureMode.WRONG_ANSWER, FailureMode.WRONG_UNIT
    yield Script(label, "value", (submit(f"answer = {71 + n}"),))
    yield Script(label, "null", (submit("answer = None"),))
    yield Script(label, "text", (submit("answer = '90'"),))
    yield Script(label, "no answer", (submit(f"result = {n}"),))
    yield Script(label, "an object", (submit("answer = object()"),))
    yield Script(label, "after errors", (run("1 / 0"), run("open('none')"), submit("answer = 70")))
    yield Script(label, "errors in its words", (submit("print('KeyError: 1')\nanswer = 70"),))
    yield Script(label, "two other answers", (run("answer = 90"), submit("answer = 70")))
    yield Script(label, "a program", program(f"def gc_content(s):\n    return {n}"), PROGRAM)
    yield Script(label, "no file", (submit("pass"),), PROGRAM)
    graded = tuple(run(f"answer = {n + i}") for i in range(6))
    yield Script(label, "budget: all graded", graded, settings={"protocol": "paper"})
    yield Script(unit, "molar", (submit("answer = round(90 / 18.016, 3)"),))
    yield Script(unit, "grams", (submit("answer = 90 / 1000"),))
    yield Script(unit, "litres", (submit("answer = 90 * 10"),))
    yield Script(unit, "sql", (submit("SELECT value / 1000 FROM labs WHERE patient = 90", "sql"),))
    yield Script(unit, "after an error", (run("1 / 0"), submit("answer = 900")))


def _unfinished(n: int) -> Iterator[Script]:
    given_up, spent = FailureMode.GAVE_UP, FailureMode.BUDGET_EXHAUSTED
    yield Script(given_up, "at once", ())
    yield Script(given_up, "after work", (run(f"print({n})"),))
    yield Script(given_up, "after an error", (run("1 / 0"),))
    yield Script(given_up, "in the second turn", (submit("answer = []"),), SESSION)
    yield Script(given_up, "after the same twice", (run("print(1)"),) * 2)
    yield Script(spent, "looking around", tuple(run(f"print({i + n})") for i in range(6)))
    yield Script(spent, "errors at the end", (run("print(1)"), *(run(f"[][{i}]") for i in range(5))))
    yield Script(spent, "context", (run("print(1)"), Reply(finish_reason="context_length")))
    yield Script(spent, "tokens", (run("1 / 0"), Reply(reasoning="hmm", finish_reason="length")))
    count = "open('n', 'a').write('x'); print(len(open('n').read()))"
    yield Script(spent, "the same action, another result", (run(count),) * 6)
    asked = tuple(act("request_info", operation="describe", table=f"none{i}") for i in range(6))
    yield Script(spent, "asking for what is not there", asked)


def _malformed(n: int) -> Iterator[Script]:
    label = FailureMode.MALFORMED_ACTION
    yield Script(label, "loop: prose", (say("The answer is 90."),) * 3)
    yield Script(label, "loop: other prose", tuple(say(f"I think it is {i + n}.") for i in range(3)))
    yield Script(label, "loop: no such action", (act("python", code="answer = 90"),) * 3)
    yield Script(label, "loop: bad arguments", (act("code_execution", source="answer = 90"),) * 3)
    asked = [act(f"tool{i}", code="answer = 90") for i in range(6)]
    yield Script(label, "budget: always another name", tuple(asked))
    yield Script(label, "not permitted", tuple(shell(f"ls {i}") for i in range(3)), ROUND)
