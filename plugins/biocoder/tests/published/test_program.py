import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import Unsound
from medgym_plugin_biocoder.published.program import MARK, RUNS, contexts, fuzzed, insert

BODY = "def add(self, one):\n    two = one\n\n    return two\n"


def test_at_the_margin_the_source_goes_in_as_it_is():
    assert insert(f"x = 1\n{MARK}\ny = 2\n", "def f():\n    pass\n") == "x = 1\ndef f():\n    pass\ny = 2\n"


def test_in_a_class_every_line_gets_the_indentation_of_the_place():
    text = insert(f"class A:\n    {MARK}\n\n    def g(self):\n        pass\n", BODY)
    names = [node.name for node in ast.parse(text).body[0].body]
    assert names == ["add", "g"]
    assert "\n    def add(self, one):\n        two = one\n\n        return two\n\n    def g" in text


def test_a_source_that_is_indented_already_is_taken_too():
    context = f"class A:\n    {MARK}\n"
    indented = "".join(f"    {line}" if line.strip() else line for line in BODY.splitlines(True))
    assert insert(context, indented) == insert(context, BODY)


def test_a_place_in_a_comment_is_the_line_below():
    text = insert(f"class A:\n    # here {MARK} please\n    x = 1\n", "def f(self):\n    return 2")
    assert text == "class A:\n    # here  please\n    def f(self):\n        return 2\n    x = 1\n"


@pytest.mark.parametrize("context", ["", f"{MARK}\n{MARK}\n", f"x = {MARK}\n", f"{MARK}; x = 1\n"])
def test_without_one_place_of_its_own_there_is_no_program(context):
    with pytest.raises(Unsound):
        insert(context, "def f(): pass")


@given(st.text(alphabet="ab;<|>", max_size=20))
def test_what_is_inserted_is_never_fuzzed(source):
    context = fuzzed(f"seed(<|int;range=0,9|>)\n{MARK}\n", "seed")
    assert insert(context, f"{source}<|int|>") == context.replace(MARK, f"{source}<|int|>")


@pytest.mark.parametrize(
    ("marker", "accepts"),
    [
        ("int", lambda value: isinstance(value, int) and abs(value) <= 100_000),
        ("int;range=-3,3", lambda value: -3 <= value <= 3),
        ("float;range=0,0.5", lambda value: isinstance(value, float) and 0 <= value <= 0.5),
        ("string", lambda value: re.fullmatch("[A-Za-z]{10}", value)),
        ("string;length=2,4;type=alpha", lambda value: re.fullmatch("[a-z]{2,4}", value)),
        ("string;length=6;custom=A,C,G,T", lambda value: re.fullmatch("[ACGT]{6}", value)),
        ("string;length=5;type=alphanumeric", lambda value: re.fullmatch("[a-z0-9]{5}", value)),
        ("bool;type=upper", lambda value: isinstance(value, bool)),
        ("bool;type=int", lambda value: type(value) is int and value in (0, 1)),
    ],
)
def test_markers_become_literals_of_their_kind(marker, accepts):
    values = [ast.literal_eval(fuzzed(f"<|{marker}|>", str(seed))) for seed in range(40)]
    assert all(map(accepts, values))
    assert len(set(values)) > 1


@pytest.mark.parametrize("marker", ["date", "int;range=a,b", "string;type=greek", "int;range=5"])
def test_an_unknown_marker_is_refused(marker):
    with pytest.raises(Unsound, match="is not known"):
        fuzzed(f"<|{marker}|>", "seed")


def test_markers_are_numbered_from_the_end():
    one, both = fuzzed("<|int|>", "s"), fuzzed("<|int|> <|int|>", "s")
    assert both.split()[1] == one


def test_frozen_seeds_are_drawn_and_other_integers_stay():
    context = "random.seed(42); np.random.seed( 7 ); RandomState(seed=3); limit = 42; np.random.seed()"
    drawn = fuzzed(context, "one")
    assert drawn != fuzzed(context, "two")
    assert re.sub(r"\d+", "n", drawn) == re.sub(r"\d+", "n", context)
    assert "limit = 42" in drawn


def test_a_program_that_draws_nothing_has_one_run():
    assert contexts("print(1)", "id") == ["print(1)", "print(1)"]


def test_the_example_is_none_of_five_or_more_hidden_runs():
    drawn = contexts("random.seed(<|int;range=0,20|>)", "id")
    assert len({*drawn}) == len(drawn) == RUNS + 1 > 5
    assert drawn == contexts("random.seed(<|int;range=0,20|>)", "id")
    assert drawn != contexts("random.seed(<|int;range=0,20|>)", "another")
