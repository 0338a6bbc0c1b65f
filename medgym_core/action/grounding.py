"""The grounding of a failed execution: one format for every kind of failure, deterministic.

::

    FAILED KeyError: 'hart_rate'
      where: line 3: rates = vitals['hart_rate']
      cause: there is no key or column 'hart_rate'.
      exists: columns of vitals: heart_rate, resp_rate, subject_id
      hint: Did you mean 'heart_rate'?
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from medgym_core.action.causes import Cause, cause_of
from medgym_core.action.layout import joined, one_line
from medgym_core.action.nearest import by_closeness, closest
from medgym_sandbox.spec import Execution, Failure, Outcome, Reason

_GROUPS = 4
_NAMES = 12
_CODE = 200
_SYNTAX_ERRORS = frozenset({"SyntaxError", "IndentationError", "TabError"})

_SHELL_CAUSES: tuple[tuple[str, str, str], ...] = (
    (
        r"command not found|: not found",
        "the command is not installed in the box.",
        "Use another, or python3.",
    ),
    (r"Permission denied", "the file may not be written, read or run.", "Write in the work directory only."),
    (r"Read-only file system", "that place is read-only.", "Write in the work directory only."),
    (r"No such file or directory", "a file or folder does not exist.", "List the folder with ls."),
    (r"[Ss]yntax error", "the shell cannot parse the command.", "Check quotes and brackets."),
)


@dataclass(frozen=True)
class Grounding:
    """What is reported about a failure."""

    error: str
    """Class of the failure: an exception's name, or ``timeout``, ``memory``, ``killed``, ``exit_code``..."""
    message: str
    """The error's own words."""
    where: str = ""
    """Line number and line of code."""
    cause: str = ""
    """What happened, in plain language."""
    exists: tuple[str, ...] = ()
    """What exists instead, one line a group, nearest names first."""
    hint: str = ""
    """What to do."""

    @property
    def text(self) -> str:
        """The observation: what failed, where, why, what there is instead and a hint, a line each."""
        head = f"FAILED {self.error}" + (f": {self.message}" if self.message else "")
        lines = [("where", self.where), ("cause", self.cause)]
        lines += [("exists", group) for group in self.exists] + [("hint", self.hint)]
        return joined([head, *(f"  {label}: {body}" for label, body in lines if body)])


def ground(execution: Execution, outcome: Outcome, packages: Sequence[str] = ()) -> Grounding:
    """The grounding of an outcome that is not ``ok``; ``packages`` are those installed in the box."""
    if outcome.reason is Reason.ERROR and outcome.failure is not None:
        return _of_failure(execution, outcome.failure, packages)
    if outcome.reason is Reason.ERROR:
        return _of_exit(outcome)
    return _of_end(execution, outcome.reason)


def answer_problem(execution: Execution, outcome: Outcome) -> str:
    """Why a completed execution that set ``answer`` has none, as one line; empty if nothing is wrong."""
    if not outcome.answer_error:
        return ""
    fix = "An answer is made of plain numbers, strings, booleans, None, lists and dicts."
    if execution.language == "sql":
        fix = "Use LIMIT, an aggregate or fewer columns."
    return f"`answer` cannot be taken: {one_line(outcome.answer_error)}. {fix}"


def _of_failure(execution: Execution, failure: Failure, packages: Sequence[str]) -> Grounding:
    kind = failure.type.rpartition(".")[2]
    if kind in _SYNTAX_ERRORS:
        return _of_syntax(failure)
    cause = cause_of(kind, failure.message[:2_000])
    names: Mapping[str, Sequence[str]] = failure.names
    if kind == "ModuleNotFoundError" and packages:
        names = {"packages": packages}
        cause = Cause(cause.text, cause.hint, cause.missing.split(".")[0])
    return Grounding(
        error=failure.type,
        message=one_line(failure.message, 400),
        where=_where(failure) or _sql_place(execution, failure.message),
        cause=cause.text,
        exists=_existing(cause.missing, names),
        hint=_hint(cause, names),
    )


def _of_syntax(failure: Failure) -> Grounding:
    code = failure.text.strip().expandtabs(1)[:_CODE]
    column = max((failure.column or 1) - 1 - (len(failure.text) - len(failure.text.lstrip())), 0)
    token = re.match(r"\s*(\w+|\S)", code[column:])
    where = f"line {failure.line}: {code}"
    if failure.column and column <= len(code):
        where += "\n" + " " * (len(f"  where: {where}") - len(code) + column) + "^"
    place = f"at {token[1]!r}" if token else "at the end of the line"
    return Grounding(
        error=failure.type,
        message=one_line(failure.message, 400),
        where=where,
        cause=f"Python cannot parse the program {place}; nothing of it ran.",
        hint="The mistake is there or just before; check brackets, quotes, colons and indentation.",
    )


def _of_exit(outcome: Outcome) -> Grounding:
    code = outcome.exit_code
    for pattern, cause, hint in _SHELL_CAUSES:
        if re.search(pattern, outcome.stderr):
            return Grounding("exit_code", str(code), cause=cause, hint=hint)
    return Grounding("exit_code", str(code), cause="it ended with an exit code other than 0.")


def _of_end(execution: Execution, reason: Reason) -> Grounding:
    cause, hint = {
        Reason.TIMEOUT: (
            f"it did not end within {execution.timeout_s:g} s and was killed.",
            "Do less work: filter first, vectorise loops, use indexes, avoid endless loops and waiting.",
        ),
        Reason.MEMORY: (
            "it used more memory than the box has and was killed.",
            "Read only the columns and rows you need, or work in chunks.",
        ),
        Reason.KILLED: (
            "it was ended by a signal.",
            "Do not signal processes; a native library may have crashed.",
        ),
        Reason.BOX_DIED: ("it took the whole box down; the box and its files are gone.", ""),
    }[reason]
    return Grounding(reason.value, "", cause=cause, hint=hint)


def _where(failure: Failure) -> str:
    if failure.line is None:
        return ""
    return (
        f"line {failure.line}: {one_line(failure.text)}" if failure.text.strip() else f"line {failure.line}"
    )


def _sql_place(execution: Execution, message: str) -> str:
    """The line of the token SQLite stumbled on, if it stands only once in the statement."""
    token = re.search(r"near \"(\w+)\": syntax error", message)
    if execution.language != "sql" or token is None:
        return ""
    places = list(re.finditer(rf"\b{token[1]}\b", execution.source))
    if len(places) != 1:
        return ""
    line = execution.source.count("\n", 0, places[0].start())
    text = execution.source.split("\n")[line]
    return f"line {line + 1}: {one_line(text)}"


def _existing(missing: str, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    lines = []
    for group, existing in list(names.items())[:_GROUPS]:
        ordered = by_closeness(missing, existing) if missing else list(existing)
        shown = ", ".join(one_line(name, 60) for name in ordered[:_NAMES]) or "none"
        total = f" ({len(existing)} in all)" if len(existing) > _NAMES else ""
        lines.append(f"{one_line(group, 80)}: {shown}{total}")
    return tuple(lines)


def _hint(cause: Cause, names: Mapping[str, Sequence[str]]) -> str:
    everything = [name for existing in names.values() for name in existing]
    meant = closest(cause.missing, everything) if cause.missing else None
    guess = f"Did you mean {meant!r}?" if meant is not None and meant != cause.missing else ""
    return " ".join(part for part in (guess, cause.hint) if part)
