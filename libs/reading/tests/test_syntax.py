"""Trees are made one at a time, whoever asks."""

import ast
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from medgym_core import parse_python


def test_threads_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    made, busy = [], []

    def slowly(source: str, file: str) -> ast.Module:
        busy.append(source)
        time.sleep(0.001)
        made.append(len(busy))
        busy.remove(source)
        return ast.Module([], [])

    monkeypatch.setattr(ast, "parse", slowly)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(parse_python, map(str, range(40))))
    assert made == [1] * 40


def test_a_tree_that_other_code_spoilt_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parse, spoilt = ast.parse, iter([True, True, False])

    def unlucky(source: str, file: str) -> ast.Module:
        if next(spoilt):
            raise SystemError("AST constructor recursion depth mismatch (before=69, after=60)")
        return parse(source, file)

    monkeypatch.setattr(ast, "parse", unlucky)
    assert parse_python("pass").body


def test_what_always_fails_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(source: str, file: str) -> ast.Module:
        raise SystemError(source)

    monkeypatch.setattr(ast, "parse", broken)
    with pytest.raises(SystemError, match="pass"):
        parse_python("pass")


def test_the_tree_is_that_of_the_program() -> None:
    assert ast.unparse(parse_python("x = 1+1")) == "x = 1 + 1"
    with pytest.raises(SyntaxError):
        parse_python("x = ")
    assert parse_python("pass").body  # a failure holds nobody up
