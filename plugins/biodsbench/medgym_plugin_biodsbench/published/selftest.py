"""Whether a published question is a sound task, found by running its reference and being wrong on purpose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from medgym_core import Execution, FileRefused, Outcome, Program, Sandbox, Unsound
from medgym_plugin_biodsbench.published import assertion
from medgym_plugin_biodsbench.published.assertion import Assertions
from medgym_plugin_biodsbench.published.evaluation import BOX, complaints, program_of
from medgym_plugin_biodsbench.published.row import WORKDIR, Row
from medgym_plugin_biodsbench.published.value import Order, Unreadable, Value, parse, same
from medgym_plugin_biodsbench.published.weakened import doubled, reordered, weakened

VERSION = "1"
"""Changes whenever a row may fare otherwise."""
FILE = "outputs.json"
"""What a program leaves."""
MAX_BYTES = 8 << 20
"""Of that file, and of a table that assertions read again."""
MAIN = "main.py"
SECONDS = 120.0
"""For the reference."""
NO_FORM = "which has no form as data"
"""How the helper ends what it says of a figure, a function or a model."""
_AGENTS = Execution(source=f"exec(open({MAIN!r}).read())", timeout_s=SECONDS)
"""As an agent's program runs."""
_ELSEWHERE = Execution(
    language="shell", source=f"TZ=XXX-14 PYTHONHASHSEED=1 MPLBACKEND=Agg python {MAIN}", timeout_s=SECONDS
)
"""In an interpreter of its own, where sets have another order and, for most of a day, it is another date."""


class Sound(NamedTuple):
    """What makes a row a task."""

    assertions: str
    """The assertions' program."""
    outputs: Mapping[str, list[str]]
    """Names that are asked for, each with the attributes that are read of it."""
    quoted: list[str]
    """Texts of the assertions."""
    gold: Mapping[str, Value]
    """The reference's results."""
    whole: Mapping[str, Order]
    """Results that are compared with the reference's as a whole, for the assertions let wrong ones pass."""
    tables: list[str]
    """Names of the tables that the assertions read again."""


def solution(program: str, outputs: Mapping[str, list[str]], tables: str) -> str:
    """A program that reads its study in ``tables``, and writes its results as data."""
    moved = program.replace(WORKDIR, tables)
    return f"{moved}\nimport sys\nsys.path.insert(0, 'data/published')\n{epilogue(outputs)}\n"


def epilogue(outputs: Mapping[str, list[str]]) -> str:
    """The last lines of a solution."""
    return f"from export import export\nexport(globals(), {dict(outputs)!r})"


def examine(row: Row, folder: Path, start: Callable[[], Sandbox]) -> Sound:
    """Run the reference in boxes of ``start``, which have the study's tables, and try to pass without it.

    Args:
        row: the question.
        folder: the study's tables, as they lie below ``data/published``.
        start: starts a box.

    Raises:
        Unsound: if it is no sound task, with the reason.
    """
    asked = assertion.read(row.assertions, row.program)
    tables = _tables(asked.source, folder)
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in tables}
    source = solution(row.program, asked.outputs, f"data/published/studies/{folder.name}")
    gold, again = (_results(source, execution, asked, start) for execution in (_AGENTS, _ELSEWHERE))
    for name, value in gold.items():
        if not same(value, value):
            raise Unsound(f"{name} cannot be compared with itself, as with two columns of one name")
        if not same(again[name], value, "any"):
            raise Unsound(f"the reference makes another {name} when it is run again, or on another day")
    return _strengthened(asked, gold, texts, start)


def _tables(assertions: str, folder: Path) -> list[str]:
    names = sorted({*re.findall(rf"{WORKDIR}/([\w.-]+)", assertions)})
    if WORKDIR in re.sub(rf"{WORKDIR}/[\w.-]+", "", assertions):
        raise Unsound("the assertions look for tables by more than their names")
    for name in names:
        if not (folder / name).is_file():
            raise Unsound(f"the assertions read {name}, which the study has not")
        if (folder / name).stat().st_size > MAX_BYTES:
            raise Unsound(f"the assertions read {name}, which is too large")
    return names


def _results(
    source: str, execution: Execution, asked: Assertions, start: Callable[[], Sandbox]
) -> dict[str, Value]:
    """What the reference leaves."""
    with start() as box:
        box.write(MAIN, source.encode())
        outcome = box.run(execution)
        if not outcome.ok:
            said = _failure(outcome)
            failed = f"the reference fails: {said}"
            raise Unsound(said.removeprefix("TypeError: ") if said.endswith(NO_FORM) else failed)
        try:
            return parse(box.read(FILE, MAX_BYTES), [*asked.outputs])
        except FileRefused as refusal:
            raise Unsound(f"the reference's results are no file to grade ({refusal.args[0]})") from None
        except Unreadable as refusal:
            raise Unsound(f"the reference's results have no form as data ({refusal})") from None


def _strengthened(
    asked: Assertions, gold: Mapping[str, Value], texts: Mapping[str, str], start: Callable[[], Sandbox]
) -> Sound:
    """Which results the assertions do not test in full, found by wrong ones that they let pass."""
    wrong = [(name, how, value) for name in gold for how, value in _wrong(gold[name])]
    without = sorted({*gold} - {name for name, _, _ in wrong})
    if without:
        raise Unsound(f"the reference's {without[0]} is empty, so there is nothing to find")
    changed = [(name, change(gold[name])) for name in gold for change in (reordered, doubled)]
    trials = [
        gold,
        *({**gold, name: value} for name, _, value in wrong),
        *({**gold, n: v} for n, v in changed),
    ]
    first, *found = _asserted(program_of(asked.source, texts, trials), start)
    if first:
        raise Unsound(f"the reference's results, as data, fail its own assertions: {first}")
    loose = {name for (name, _, _), complaint in zip(wrong, found, strict=False) if not complaint}
    free = dict(zip(((n, v) for n in gold for v in ("any", "none")), found[len(wrong) :], strict=True))
    whole = {
        name: _order(gold[name], free[name, "any"], free[name, "none"]) for name in gold if name in loose
    }
    _refuse_guesses(asked, gold)
    return Sound(asked.source, asked.outputs, sorted(asked.quoted), gold, whole, sorted(texts))


def _wrong(gold: Value) -> Iterator[tuple[str, Value]]:
    """Wrong results that a comparison as a set still distinguishes from the right one."""
    return ((how, value) for how, value in weakened(gold) if not same(value, gold, "none"))


def _order(value: Value, complaint_reordered: str, complaint_doubled: str) -> Order:
    """How a whole result is compared: what the assertions do not mind does not count."""
    if complaint_reordered:
        return "kept"
    rows = isinstance(value, dict) and not value.keys().isdisjoint(("frame", "series"))
    return "any" if complaint_doubled or rows else "none"


def _refuse_guesses(asked: Assertions, gold: Mapping[str, Value]) -> None:
    if len(gold) == 1 and all(value is None or isinstance(value, bool) for value in gold.values()):
        raise Unsound("its one result is true or false, which is guessed")


def _asserted(work: Program, start: Callable[[], Sandbox]) -> list[str]:
    with start() as box:
        for path, data in work.files.items():
            box.write(path, data)
        found = complaints(box.run(work.runs[0]))
    if found is None:
        raise Unsound("its assertions cannot be evaluated on data")
    return found


def _failure(outcome: Outcome) -> str:
    if outcome.failure is not None:
        return f"{outcome.failure.type}: {outcome.failure.message}"[:200]
    lines = outcome.stderr.strip().splitlines() or [outcome.reason]
    return lines[-1][:200]


def helper() -> str:
    """Source of the helper by which programs write their results."""
    return (BOX / "export.py").read_text(encoding="utf-8")
