"""What went wrong in one action, as its record tells."""

from __future__ import annotations

import builtins
import re

from medgym_core.failure.mode import Diagnosis, FailureMode
from medgym_core.trajectory import Step

_REFUSED = frozenset({"malformed", "not_permitted"})
_UNPARSED = frozenset({"SyntaxError", "IndentationError", "TabError", "ParserException"})
_IO = frozenset(
    {name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, OSError)}
    | {"EOFError", "HTTPError", "IOException", "SameFileError", "URLError", "gaierror", "no_network"}
)
_MESSAGES = (
    (
        re.compile(r"syntax error|incomplete input|unrecognized token", re.IGNORECASE),
        FailureMode.COMPILE_ERROR,
    ),
    (re.compile(r"unable to open database|readonly database|disk I/O error"), FailureMode.IO_ERROR),
)
"""What SQLite calls OperationalError or DatabaseError whatever it is; other messages tell of the query."""
_SHELL = (
    ("  cause: the shell cannot parse", FailureMode.COMPILE_ERROR),
    ("  cause: a file or folder does not exist", FailureMode.IO_ERROR),
    ("  cause: the file may not be", FailureMode.IO_ERROR),
    ("  cause: that place is read-only", FailureMode.IO_ERROR),
)
_WHERE = "  where: "
_RAISED = re.compile(r"^(?:\w+\.)*([A-Z]\w*(?:Error|Exception|Interrupt))(?::.*)?$", re.MULTILINE)


def fault_of(step: Step) -> Diagnosis | None:
    """What went wrong in ``step``; None if it did what was asked, or only failed to find what it asked about.

    A program that ran and left no answer counts as a wrong answer.
    """
    if step.ok or (step.call is not None and step.call.name == "request_info" and step.error not in _REFUSED):
        return None
    if step.call is None or step.error in _REFUSED:
        cut = step.finish_reason == "length"
        return Diagnosis(FailureMode.MALFORMED_ACTION, "cut at the token limit" if cut else step.error)
    if step.error == "no_answer":
        return Diagnosis(FailureMode.WRONG_ANSWER, step.error)
    if step.error == "exit_code":
        return _of_exit(step.observation)
    return of_error(step.error, _message(step))


def of_error(error: str, message: str = "") -> Diagnosis:
    """The diagnosis of an error's class, such as ``sqlite3.OperationalError``, and its message."""
    name = error.rpartition(".")[2][:80]
    if name in _UNPARSED:
        return Diagnosis(FailureMode.COMPILE_ERROR, name)
    if name in _IO:
        return Diagnosis(FailureMode.IO_ERROR, name)
    if name in ("OperationalError", "DatabaseError"):
        modes = (mode for pattern, mode in _MESSAGES if pattern.search(message))
        return Diagnosis(next(modes, FailureMode.RUNTIME_ERROR), name)
    return Diagnosis(FailureMode.RUNTIME_ERROR, name)


def grounds_of(step: Step) -> str:
    """How a step failed: its error and the line of code, where it has them; nothing that is said besides."""
    lines = step.observation.splitlines()
    if step.error == "no_answer":
        return "it ran to its end and left no `answer` that can be taken"
    if (at := _grounded(step)) is None:
        return f"{step.error}: {next(filter(None, lines), 'no output')}"
    where = [line.removeprefix(_WHERE) for line in lines[at + 1 : at + 2] if line.startswith(_WHERE)]
    return ", ".join([lines[at].removeprefix("FAILED "), *where])


def _message(step: Step) -> str:
    """The error's own words, from the line of the observation that grounds it."""
    if (at := _grounded(step)) is None:
        return ""
    return step.observation.splitlines()[at].removeprefix(f"FAILED {step.error}").removeprefix(": ")


def _grounded(step: Step) -> int | None:
    """Number of the observation's line that begins its grounding; the last, as programs may print others."""
    head = f"FAILED {step.error}"
    lines = step.observation.splitlines()
    places = (at for at, line in enumerate(lines) if line == head or line.startswith(f"{head}: "))
    return max(places, default=None)


def _of_exit(observation: str) -> Diagnosis:
    """A command that failed: by the exception of the Python program it ran, or by what the shell said."""
    grounds = observation.rpartition("FAILED exit_code")[2]
    printed = observation.rpartition("stderr:\n")[2]
    if '  File "' in printed and (raised := _RAISED.findall(printed)):
        return of_error(raised[-1], printed)
    mode = next((mode for cause, mode in _SHELL if cause in grounds), FailureMode.RUNTIME_ERROR)
    return Diagnosis(mode, "exit_code")
