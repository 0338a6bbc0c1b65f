import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.action.causes import cause_of
from medgym_core.action.grounding import answer_problem, ground
from medgym_core.action.rules import RULES
from medgym_sandbox.spec import Execution, Failure, Outcome, Reason

COLUMNS = {"columns of vitals": ("subject_id", "resp_rate", "heart_rate"), "variables": ("vitals", "np")}
TABLES = {"tables": ("patients", "admissions"), "columns of patients": ("gender", "dob")}


def grounded(type_, message, names=None, language="python", source="x", packages=(), **fields):
    failure = Failure(type=type_, message=message, names=names or {}, **fields)
    outcome = Outcome(reason=Reason.ERROR, exit_code=1, failure=failure)
    return ground(Execution(language=language, source=source), outcome, packages)


def test_the_whole_format():
    found = grounded("KeyError", "'hart_rate'", COLUMNS, line=3, text="    rates = vitals['hart_rate']")
    assert found.text == (
        "FAILED KeyError: 'hart_rate'\n"
        "  where: line 3: rates = vitals['hart_rate']\n"
        "  cause: there is no key or column 'hart_rate'.\n"
        "  exists: columns of vitals: heart_rate, resp_rate, subject_id\n"
        "  exists: variables: vitals, np\n"
        "  hint: Did you mean 'heart_rate'?"
    )


@pytest.mark.parametrize(
    ("text", "column", "message", "token"),
    [
        ("    x = (1 +* 2)", 13, "invalid syntax", "*"),
        ("print 'a'", 1, "Missing parentheses in call to 'print'", "p"),
        ("if x", 5, "expected ':'", ""),
    ],
)
def test_a_syntax_error_shows_the_token_under_a_caret(text, column, message, token):
    found = grounded("SyntaxError", message, line=2, column=column, text=text)
    shown, caret = found.text.split("\n")[1:3]
    assert (shown + " ")[caret.index("^")] == (token or " ")
    assert "cannot parse" in found.cause


@pytest.mark.parametrize(
    ("type_", "message", "names", "parts"),
    [
        ("NameError", "name 'vitls' is not defined", COLUMNS,
         ["'vitls' is defined", "mean 'vitals'", "do not survive"]),
        ("UnboundLocalError", "cannot access local variable 'n' where", {}, ["local variable 'n'"]),
        ("KeyError", "\"['hart_rate'] not in index\"", COLUMNS, ["'hart_rate' exists", "mean 'heart_rate'"]),
        ("KeyError", "\"None of [Index(['hart_rate', 'b'], dtype='str')] are in the [columns]\"", COLUMNS,
         ["such as 'hart_rate'", "mean 'heart_rate'"]),
        ("KeyError", "7", {"keys of d": ("6", "70")}, ["column '7'"]),
        ("AttributeError", "'DataFrame' object has no attribute 'hart_rate'", COLUMNS, ["mean 'heart_rate'"]),
        ("AttributeError", "'NoneType' object has no attribute 'x'", {}, ["before .x is None"]),
        ("AttributeError", "module 'numpy' has no attribute 'arry'",
         {"attributes of numpy": ("array", "abs")},
         ["module 'numpy' has no", "mean 'array'"]),
        ("ImportError", "cannot import name 'foo' from 'pandas' (/x)", {},
         ["'pandas' has nothing called 'foo'"]),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'data/patient.csv'",
         {"files": ("data/patients.csv",)}, ["no file 'data/patient.csv'", "mean 'data/patients.csv'"]),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", {}, ["between int and str"]),
        ("TypeError", "'<' not supported between instances of 'str' and 'float'", {},
         ["str and float cannot"]),
        ("TypeError", "'NoneType' object is not subscriptable", {}, ["is None"]),
        ("TypeError", "f() missing 1 required positional argument: 'x'", {},
         ["lacks required arguments: 'x'"]),
        ("TypeError", "f() got an unexpected keyword argument 'axs'", {"arguments": ("axis",)},
         ["mean 'axis'"]),
        ("TypeError", "something else", {}, ["wrong type"]),
        ("ValueError", "operands could not be broadcast together with shapes (3,) (4,)", {}, ["(3,) (4,)"]),
        ("ValueError", "shapes (3,4) and (5,) not aligned: 4 (dim 1) != 5", {}, ["(3,4) and (5,) cannot"]),
        ("ValueError", "Length of values (3) does not match length of index (4)", {}, ["3 values", "4 rows"]),
        ("ValueError", "The truth value of a Series is ambiguous. Use a.empty", {}, ["one condition"]),
        ("ZeroDivisionError", "division by zero", {}, ["divisor is zero"]),
        ("IndexError", "list index out of range", {}, ["beyond the end"]),
        ("json.decoder.JSONDecodeError", "Expecting value: line 1", {}, ["not JSON"]),
        ("urllib.error.URLError", "<urlopen error [Errno -2] Name or service not known>", {}, ["no network"]),
        ("MemoryError", "", {}, ["memory of the box"]),
        ("sqlite3.OperationalError", "no such column: p.gendr", TABLES,
         ["no column 'gendr'", "mean 'gender'"]),
        ("sqlite3.OperationalError", "no such table: patient", TABLES,
         ["no table 'patient'", "mean 'patients'"]),
        ("sqlite3.OperationalError", "no such function: YEAR", {}, ["no function YEAR", "strftime"]),
        ("sqlite3.OperationalError", "attempt to write a readonly database", {}, ["read-only"]),
        ("sqlite3.Warning", "You can only execute one statement at a time.", {}, ["more than one SQL"]),
    ],
)  # fmt: skip
def test_causes_and_what_exists(type_, message, names, parts):
    text = grounded(type_, message, names).text
    assert [part for part in parts if part not in text] == []


def test_a_missing_module_names_what_is_installed():
    found = grounded("ModuleNotFoundError", "No module named 'panda.io'", packages=("numpy==2", "pandas==2"))
    assert found.exists == ("packages: pandas==2, numpy==2",)
    assert "no network" in found.hint


def test_an_sql_syntax_error_is_placed_by_its_token():
    sql = "SELECT *\nFORM patients"
    found = grounded("sqlite3.OperationalError", 'near "FORM": syntax error', language="sql", source=sql)
    assert found.where == "line 2: FORM patients"
    assert "at 'FORM'" in found.cause


def test_an_ambiguous_sql_token_is_not_placed():
    message = 'near "a": syntax error'
    assert grounded("sqlite3.OperationalError", message, language="sql", source="a a").where == ""


@pytest.mark.parametrize(
    ("reason", "part"),
    [
        (Reason.TIMEOUT, "within 60 s"),
        (Reason.MEMORY, "more memory"),
        (Reason.KILLED, "signal"),
        (Reason.BOX_DIED, "whole box"),
    ],
)
def test_how_it_ended_without_an_exception(reason, part):
    found = ground(Execution(source="x"), Outcome(reason=reason))
    assert found.error == reason.value
    assert part in found.cause


@pytest.mark.parametrize(
    ("stderr", "part"),
    [
        ("bash: jq: command not found", "not installed"),
        ("sh: 1: jq: not found", "not installed"),
        ("./x: Permission denied", "may not be"),
        ("ls: cannot access 'x': No such file or directory", "does not exist"),
        ("", "other than 0"),
    ],
)
def test_shell_commands_that_exit_with_a_code(stderr, part):
    outcome = Outcome(reason=Reason.ERROR, exit_code=2, stderr=stderr)
    found = ground(Execution(language="shell", source="x"), outcome)
    assert (found.error, found.message) == ("exit_code", "2")
    assert part in found.cause


def test_an_answer_that_cannot_be_taken_says_how_to_mend_it():
    outcome = Outcome(reason=Reason.COMPLETED, answer_error="DataFrame is not serialisable")
    assert "lists and dicts" in answer_problem(Execution(source="x"), outcome)
    assert "LIMIT" in answer_problem(Execution(source="x", language="sql"), outcome)
    assert answer_problem(Execution(source="x"), Outcome(reason=Reason.COMPLETED)) == ""


@given(
    type_=st.sampled_from([kind for rule in RULES for kind in rule.kinds.split()]),
    message=st.text(),
    names=st.dictionaries(st.text(), st.lists(st.text(), max_size=20).map(tuple), max_size=6),
    line=st.none() | st.integers(),
    column=st.none() | st.integers(),
    text=st.text(),
)
def test_grounding_is_total_and_deterministic_on_what_the_box_says(type_, message, names, line, column, text):
    fields = {"line": line, "column": column, "text": text}
    assert grounded(type_, message, names, **fields) == grounded(type_, message, names, **fields)


def test_grounding_is_bounded_whatever_the_box_says():
    names = {f"g{i}" * 500: tuple(f"{j}" * 99 for j in range(5_000)) for i in range(9)}
    found = grounded("KeyError" * 1, "x" * 10**6, names, line=1, text="y" * 10**6)
    assert len(found.text) < 10_000


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.kinds[:20]}:{rule.pattern[:30]}")
def test_every_rule_formats_from_its_own_groups(rule):
    import re

    groups = dict.fromkeys(re.compile(rule.pattern).groupindex, "X")
    assert "{" not in rule.cause.format(**groups) + rule.hint.format(**groups)


def test_a_later_catch_all_does_not_hide_a_special_case():
    assert cause_of("FileNotFoundError", "No such file or directory: 'a'").missing == "a"
    assert cause_of("FileNotFoundError", "odd").missing == ""
    assert cause_of("SomethingElse", "odd").text == ""
