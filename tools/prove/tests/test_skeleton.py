from __future__ import annotations

import pytest

from medgym_core import ActionCall
from medgym_prove.skeleton import program, skeleton


def submitted(code: str, language: str = "sql") -> tuple[ActionCall, ...]:
    return (
        ActionCall(name="code_execution", arguments={"code": code, "language": language, "submit": True}),
    )


ALIKE = (
    ("SELECT a FROM t WHERE b = 3", "select c from t where d = 'x'"),
    ("SELECT max(a) AS most FROM t AS x", "SELECT max(b) FROM t"),
    ("SELECT a FROM (SELECT a FROM t) AS x", "SELECT b FROM (SELECT b FROM t)"),
    ("WITH x AS (SELECT a FROM t) SELECT a FROM x", "WITH yy AS (SELECT b FROM t) SELECT b FROM yy"),
    ("SELECT a FROM t JOIN u USING (a)", "SELECT a FROM t JOIN u USING (b)"),
    ("asked = 'a'\nanswer = len(asked)", "# why\nword = 'bc'\nanswer = len(word)"),
    ("answer = {'a': [1, 2]}", "answer = {'b': [-3], 'c': ()}"),
    ("def f(x):\n    'Says.'\n    return x + 1", "def g(y):\n    return y + 2"),
    ("run('SELECT a FROM t')", "run('SELECT b FROM t')"),
    ("write('def f(x):\\n    return x + 1')", "write('def g(y):\\n    return y + 2')"),
    ("write('def f(x):\\n    what?')", "write('def f(x):\\n    who?')"),
    ("curl --data 'a' 1", "curl --data 'b' 2"),
    ("send({'dose': 3, 'labs': ['gas']})", "send({'labs': ['count'], 'dose': 5.5})"),
    ("send({'Jo Doe': 1})", "send({'A B': 2, 'C D': 3})"),
)
UNLIKE = (
    ("SELECT a FROM t", "SELECT a FROM u"),
    ("SELECT max(a) FROM t", "SELECT min(a) FROM t"),
    ("SELECT a FROM t", "SELECT DISTINCT a FROM t"),
    ("SELECT a FROM t WHERE b = 3", "SELECT a FROM t WHERE b > 3"),
    ("answer = len(x)", "answer = sum(x)"),
    ("answer = a.mean()", "answer = a.median()"),
    ("import math", "import cmath"),
    ("run('SELECT a FROM t')", "run('SELECT a FROM u')"),
    ("answer = {'a': f(1)}", "answer = {'a': 1}"),
    ("write('def f(x):\\n    return x + 1')", "write('def f(x):\\n    return x * 1')"),
    ("curl --data 'a' 1", "wget --data 'a' 1"),
    ("send({'dose': 3})", "send({'labs': 3})"),
    ("send(pack({'to': {'dose': 3}}))", "send(pack({'to': {'labs': 3}}))"),
)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_values_and_names_are_left_out(one: str, other: str):
    assert program(one) == program(other)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_what_is_done_is_left(one: str, other: str):
    assert program(one) != program(other)


def test_a_query_that_cannot_be_parsed_is_a_text_without_literals():
    assert program("SELECT FROM WHERE 'a'") == program("SELECT FROM WHERE 'b'")


def test_a_solution_is_all_of_its_calls():
    once = submitted("SELECT a FROM t")
    assert skeleton(once) == skeleton(submitted("SELECT b FROM t"))
    assert skeleton(once) != skeleton(once * 2)


def test_an_answer_is_a_value():
    solutions = [
        (ActionCall(name="terminal", arguments={"command": "true", "answer": answer}),) for answer in (1, [2])
    ]
    assert skeleton(solutions[0]) == skeleton(solutions[1])
