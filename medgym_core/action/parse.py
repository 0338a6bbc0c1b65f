"""From what a model wrote to the action it asks for: lenient in form, never a guess at intent."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from pydantic import JsonValue

from medgym_core.action.relaxed_json import MalformedError, Reader, without_surrogates
from medgym_core.task import ACTIONS, ActionCall

EXPECTED_FORM = """\
Reply with one JSON object that names the action, for example:
```json
{"action": "code_execution", "arguments": {"language": "python", "code": \"\"\"
answer = 42
\"\"\", "submit": false}}
```"""
"""What an action looks like; shown to an agent whose reply held none."""

_MAX_CHARACTERS = 1_000_000
_NAME_KEYS = ("action", "name", "tool")
_ARGUMENT_KEYS = ("arguments", "params", "parameters", "args")
_COMMENTARY = frozenset({"thought", "thoughts", "thinking", "reasoning", "explanation"})
_BLOCK_LANGUAGES = {"python": "python", "py": "python", "python3": "python", "sql": "sql", "sqlite": "sql"}
_THINK = r"<(?P<tag>think|thinking|reasoning)>"
_MARK = re.compile(rf"{_THINK}|\{{", re.IGNORECASE)
_MARK_OF_OBJECT = re.compile(rf"{_THINK}|\{{(?=\s*+[\"'}}])", re.IGNORECASE)
"""As :data:`_MARK`, without braces that begin no object, once one of them has been noted as malformed."""
_CLOSE = re.compile(r"</(?P<tag>think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"[ \t]*```[ \t]*(?P<language>[\w+-]*)")


@dataclass(frozen=True)
class ParseFailure:
    """A reply that holds no action."""

    reason: str
    """What was wrong with it, one sentence."""

    @property
    def text(self) -> str:
        """The observation: the reason and the expected form."""
        return f"No action found in the reply: {self.reason}\n{EXPECTED_FORM}"


def parse(text: str, names: Collection[str] = ACTIONS) -> ActionCall | ParseFailure:
    """The action that a model's reply asks for; total on any text, in time linear in it.

    Looked for in this order, outside of ``<think>``-like blocks (a block never closed reaches to the end):
    the first object that calls one of ``names``; a single fenced python or sql block, which is executed
    but not submitted; the first object that calls anything else.

    Raises:
        TypeError: if ``text`` is no text.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"an action is a model's text or an ActionCall, not {type(text).__name__}: write it as text, "
            'such as {"action": "code_execution", "arguments": {"code": "answer = 42"}}'
        )
    if len(text) > _MAX_CHARACTERS:
        return ParseFailure(f"it has {len(text):,} characters; at most {_MAX_CHARACTERS:,} are read.")
    text = without_surrogates(text)
    scan = _scan_after_thinking(text, names)
    if scan.known is not None:
        return scan.known
    blocks = _code_blocks(scan.visible)
    if len(blocks) == 1:
        language, code = blocks[0]
        return ActionCall(name="code_execution", arguments={"language": language, "code": code})
    return scan.unknown or ParseFailure(_reason(text, scan, len(blocks)))


def call_from_tool(name: str, arguments: str) -> ActionCall | ParseFailure:
    """The action of an OpenAI tool call: function name and the JSON text of its arguments."""
    text = without_surrogates(arguments).strip() or "{}"
    try:
        value, end = Reader(text).read(0)
    except MalformedError as error:
        return ParseFailure(f"the arguments of {name!r} are not JSON: {_place(text, error)}.")
    if not isinstance(value, dict) or text[end:].strip():
        return ParseFailure(f"the arguments of {name!r} are not one JSON object.")
    return ActionCall(name=without_surrogates(name), arguments=value)


@dataclass
class _Scan:
    """What one pass over a reply found."""

    known: ActionCall | None = None
    known_end: int = 0
    unknown: ActionCall | None = None
    visible: str = ""
    """The text outside of thinking blocks, up to ``known``."""
    malformed: MalformedError | None = None


def _scan_after_thinking(text: str, names: Collection[str]) -> _Scan:
    """Scan; a closing tag whose opening the prompt held ends the thinking, unless a call encloses it."""
    close = _CLOSE.search(text)
    if close is None or re.search(f"<{close['tag']}>", text[: close.start()], re.IGNORECASE):
        return _scan(text, 0, names)
    whole = _scan(text, 0, names)
    if whole.known is not None and whole.known_end > close.end():
        return whole
    return _scan(text, close.end(), names)


def _scan(text: str, at: int, names: Collection[str]) -> _Scan:
    scan, reader, seen = _Scan(), Reader(text), at
    visible: list[str] = []
    while scan.known is None and (mark := (_MARK_OF_OBJECT if scan.malformed else _MARK).search(text, at)):
        if mark["tag"] is not None:
            visible.append(text[seen : mark.start()])
            at = seen = _end_of_thinking(text, mark)
            continue
        try:
            _, at = reader.read(mark.start())
        except MalformedError as error:
            scan.malformed = scan.malformed or error
            at = max(error.position, mark.end())
        _note_calls(scan, reader, names)
    scan.visible = "".join(visible) + text[seen:]
    return scan


def _note_calls(scan: _Scan, reader: Reader, names: Collection[str]) -> None:
    for _, value, end in sorted(reader.objects, key=lambda found: found[0]):
        call = _as_call(value)
        if call is not None and call.name in names:
            scan.known, scan.known_end = call, end
            return
        scan.unknown = scan.unknown or call


def _end_of_thinking(text: str, mark: re.Match[str]) -> int:
    for close in _CLOSE.finditer(text, mark.end()):
        if close["tag"].lower() == mark["tag"].lower():
            return close.end()
    return len(text)


def _as_call(value: JsonValue) -> ActionCall | None:
    """The call that an object means: nested arguments, flat arguments, or an OpenAI function."""
    if not isinstance(value, dict):
        return None
    for wrapper in ("function", "action", "tool_call"):
        if isinstance(value.get(wrapper), dict):
            return _as_call(value[wrapper])
    name_key = next((key for key in _NAME_KEYS if isinstance(value.get(key), str)), None)
    if name_key is None:
        return None
    name = str(value[name_key]).strip()
    argument_key = next((key for key in _ARGUMENT_KEYS if key in value), None)
    if argument_key is not None:
        arguments = _as_arguments(value[argument_key])
        return None if arguments is None else ActionCall(name=name, arguments=arguments)
    if name_key == "name" and name not in ACTIONS:
        return None
    flat = {key: item for key, item in value.items() if key != name_key and key not in _COMMENTARY}
    return ActionCall(name=name, arguments=flat)


def _as_arguments(value: JsonValue) -> dict[str, JsonValue] | None:
    if isinstance(value, str):
        called = call_from_tool("", value)
        return dict(called.arguments) if isinstance(called, ActionCall) else None
    return value if isinstance(value, dict) else {} if value is None else None


def _code_blocks(text: str) -> list[tuple[str, str]]:
    """Fenced blocks marked as python or sql, as (language, code); an unclosed block reaches to the end."""
    blocks: list[tuple[str, str]] = []
    inside, lines = "", list[str]()
    for line in [*text.split("\n"), "```"]:
        fence = _FENCE.match(line)
        if fence is None:
            lines.append(line)
        elif not inside:
            inside, lines = fence["language"].lower() or "text", []
        else:
            if inside in _BLOCK_LANGUAGES and any(map(str.strip, lines)):
                blocks.append((_BLOCK_LANGUAGES[inside], "\n".join(lines)))
            inside = ""
    return blocks


def _reason(text: str, scan: _Scan, blocks: int) -> str:
    if blocks > 1:
        return f"it holds {blocks} code blocks and no JSON object that says which to run."
    if text.strip() and not scan.visible.strip():
        return "all of it is inside a thinking block; close the block before the action."
    if scan.malformed is not None:
        return f"its JSON cannot be read: {_place(text, scan.malformed)}."
    return "it is empty." if not text.strip() else "it holds no JSON object with an action."


def _place(text: str, error: MalformedError) -> str:
    line = text.count("\n", 0, error.position) + 1
    found = text[error.position : error.position + 20] or "the end of the text"
    return f"expected {error.args[0]} on line {line}, found {found!r}"
