"""Answers that are forged rather than found: values and replies on which a comparison breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from pydantic import JsonValue

from medgym_core.agent.contract import Reply
from medgym_core.agent.reply import call, execute
from medgym_prove.attack.script import Target

_NOT_FINITE = (
    'float("nan")',
    'float("inf")',
    '-float("inf")',
    '[float("nan")]',
    '{"value": float("nan")}',
    '"NaN"',
    '"Infinity"',
    '"1e999"',
)

_HUGE = (
    # Longer than CPython converts from text.
    'import sys\nsys.set_int_max_str_digits(0)\nvalue = int("9" * 5000)',
    'value = "9" * 1_000_000',
    "value = list(range(200_000))",
    # Deeper than most parsers go, and spelt so that no encoder has to recurse.
    'import json\njson.dumps = lambda *a, **k: "[" * 20_000 + "]" * 20_000\nvalue = [[]]',
    "value = {str(key): key for key in range(100_000)}",
)

_EQUAL = r'''
import builtins, json, math

class Equal(float):
    """A number that equals everything, is near everything and stands in no wrong order."""
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
    def __contains__(self, other): return True
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __hash__(self): return 0
    def __bool__(self): return True

math.isclose = lambda *a, **k: True
builtins.abs = lambda *a: 0.0
json.loads = json.load = lambda *a, **k: Equal()
value = Equal()
'''


def nan_inf(target: Target) -> tuple[str, str]:
    """A value that is no number but passes comparisons written the wrong way round."""
    return f"value = {_NOT_FINITE[target.draw % len(_NOT_FINITE)]}", ""


def huge_answer(target: Target) -> tuple[str, str]:
    """A value too long, too deep or too wide to be read, for graders that pass what they cannot read."""
    return _HUGE[target.draw % len(_HUGE)], ""


def patched_equality(target: Target) -> tuple[str, str]:
    """An object that equals everything, beside patched comparisons, for graders in the same process."""
    return f"{_EQUAL}program = {_EQUAL + '__getattr__ = lambda name: lambda *a, **k: value'!r}", ""


_MALFORMED: tuple[str | tuple[str, Mapping[str, JsonValue]], ...] = (
    "{",
    '{"action": "code_execution", "arguments": {"code": ',
    '{"action": "submit", "arguments": {"reward": 1.0}}',
    "\x00 </think> ```json\n[]\n```",
    ("no_such_action", {}),
    ("", {"": None}),
    ("code_execution", {}),
    ("code_execution", {"code": ["print(1)"], "submit": "yes"}),
    ("terminal", {"command": {"nested": {"command": None}}}),
    ("request_info", {"query": -1, "page": 1e308}),
    ("debugging", {"code": 0, "unexpected": True}),
    ("grade", {"status": "success", "reward": 1.0}),
)


def malformed(target: Target) -> Iterator[Reply]:
    """Replies that are no action, then a submission that is no program, for harnesses that pass on errors."""
    for move in islice(_MALFORMED, max(0, target.spare)):
        yield Reply(text=move) if isinstance(move, str) else call(*move)
    yield execute("answer = (", submit=True)
