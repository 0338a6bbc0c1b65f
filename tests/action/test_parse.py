import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.action import ParseFailure, call_from_tool, parse
from medgym_core.task import ActionCall

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(st.sampled_from(["code", "language", "submit", "x"]), JSON, max_size=4)
CODE = st.text(alphabet=st.sampled_from("ab{}<>/think`'\"\\\n ,:[]") | st.characters(codec="utf-8"))

FORMS = {
    "nested": lambda name, arguments: json.dumps({"action": name, "arguments": arguments}),
    "named": lambda name, arguments: json.dumps({"name": name, "arguments": arguments}),
    "params": lambda name, arguments: json.dumps({"action": name, "params": arguments}, ensure_ascii=False),
    "flat": lambda name, arguments: json.dumps({"thought": "so", "action": name, **arguments}),
    "string": lambda name, arguments: json.dumps({"name": name, "arguments": json.dumps(arguments)}),
    "openai": lambda name, arguments: json.dumps({"function": {"name": name, "arguments": arguments}}),
    "fenced": lambda *call: f"I see.\n```json\n{FORMS['nested'](*call)}\n```",
    "thought": lambda *call: '<think>{"action": "terminal"}</think>' + FORMS["nested"](*call),
    "closed": lambda *call: 'or {"action": "terminal"}?</think>\n' + FORMS["nested"](*call),
    "python": lambda name, arguments: f"I: { ({'action': name, 'arguments': arguments})!r} follows.",
    "trailing": lambda *call: FORMS["nested"](*call).removesuffix("}") + ",\n}",
}


@pytest.mark.parametrize("form", FORMS)
@given(code=CODE, submit=st.booleans())
def test_every_form_of_a_call_parses_back_to_it(form, code, submit):
    arguments = {"code": code, "submit": submit}
    if form == "python":  # repr escapes what Python, but not JSON, would read
        arguments["code"] = code = "".join(c for c in code if c.isprintable() or c == "\n")
    assert parse(FORMS[form]("code_execution", arguments)) == ActionCall(
        name="code_execution", arguments=arguments
    )


@given(arguments=ARGUMENTS)
def test_tool_calls_round_trip(arguments):
    assert call_from_tool("anything", json.dumps(arguments)) == ActionCall(
        name="anything", arguments=arguments
    )


@given(st.text(alphabet=st.sampled_from("{}[]\"':,`<>/thinkacoe\\\n 019.-") | st.characters()))
def test_parsing_is_total(text):
    result = parse(text)
    assert isinstance(result, ActionCall | ParseFailure)
    json.dumps(result.arguments if isinstance(result, ActionCall) else result.text).encode()


@pytest.mark.parametrize(
    "unit",
    ["{", '{"a":', '{"a":[', '{"', "{'", '{"a":"""', "```\n", "```python\n", "<think>", "<think></think>x",
     '{"a":1}', '{"a":"\\', "[[", '{"a":{},', "</think>", '{"a":"""b"""', '{"\\"'],
)  # fmt: skip
def test_time_grows_no_faster_than_the_text(unit):
    def seconds(size):
        start = time.process_time()
        parse((unit * size)[:size])
        return time.process_time() - start

    small = min(seconds(20_000) for _ in range(2))
    assert seconds(200_000) < 30 * small + 0.1


def test_triple_quoted_code_is_taken_raw_and_may_hold_docstrings():
    code = 'def f():\n    """Doc, {x}"""\n    return "a\\n"\n'
    reply = (
        '```json\n{"action": "code_execution", "arguments": {"code": """\n'
        + code
        + '""", "submit": true}}\n```'
    )
    assert parse(reply).arguments == {"code": code, "submit": True}


def test_raw_newlines_and_foreign_escapes_are_kept():
    call = parse('{"action": "code_execution", "code": "import re\nre.match(\'\\d+\', s)\tx"}')
    assert call.arguments["code"] == "import re\nre.match('\\d+', s)\tx"


@pytest.mark.parametrize(("tag", "language"), [("python", "python"), ("py", "python"), ("SQL", "sql")])
def test_a_single_code_block_is_executed_but_not_submitted(tag, language):
    call = parse(f"<thinking>```python\nno\n```</thinking>Let me look.\n```{tag}\nx = {{'a': 1}}\n```\nDone.")
    assert call == ActionCall(name="code_execution", arguments={"language": language, "code": "x = {'a': 1}"})


def test_an_unclosed_code_block_reaches_to_the_end():
    assert parse("```python\nx = 1").arguments["code"] == "x = 1"


def test_the_first_known_action_wins_over_drafts_and_dicts():
    reply = 'd = {"name": "Ann", "age": 3} {"action": "guess"} {"action": "terminal", "command": "ls"}'
    reply += '{"action": "debugging"}'
    assert parse(reply) == ActionCall(name="terminal", arguments={"command": "ls"})


def test_an_unknown_action_is_returned_for_the_environment_to_refuse():
    assert parse('{"action": "validate_code", "params": {}}') == ActionCall(name="validate_code")


def test_a_call_inside_a_broken_object_is_found():
    assert parse('{plan: {"action": "terminal", "command": "ls"}').name == "terminal"
    assert parse('{"calls": [{"action": "terminal", "command": "ls"}, oops').name == "terminal"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "it is empty"),
        ("I am done.", "no JSON object"),
        ("<think>{\"action\": \"terminal\"}", "inside a thinking block"),
        ("```python\n1\n```\n```python\n2\n```", "2 code blocks"),
        ('{"action": "code_execution", "code": "print("hi")"}', "',' or '}' on line 1, found 'hi"),
        ('{"action": "terminal", "x": 1e999}', "finite number"),
        ("x" * 1_000_001, "at most 1,000,000"),
    ],
)  # fmt: skip
def test_what_does_not_parse_comes_back_with_the_expected_form(reply, reason):
    failure = parse(reply)
    assert isinstance(failure, ParseFailure)
    assert reason in failure.text
    assert '{"action": "code_execution"' in failure.text


def test_the_expected_form_is_itself_an_action():
    call = parse(ParseFailure("x").text)
    assert call == ActionCall(
        name="code_execution", arguments={"language": "python", "code": "answer = 42\n", "submit": False}
    )


@pytest.mark.parametrize("text", ["[1]", '{"a": 1} {"b": 2}', '{"a": ', "code"])
def test_tool_arguments_that_are_no_object_are_refused(text):
    assert isinstance(call_from_tool("terminal", text), ParseFailure)


def test_empty_tool_arguments_are_none():
    assert call_from_tool("debugging", "") == ActionCall(name="debugging")
