"""What must hold of every problem."""

import copy
import importlib.util
import json
from collections import Counter
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_biocoder.cell import Cell, cell_key, cells_of
from medgym_plugin_biocoder.guess import near
from medgym_plugin_biocoder.hidden import CASES, hidden
from medgym_plugin_biocoder.oracle import EXPECTED, unsound
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.problems.categories import CATEGORIES
from medgym_plugin_biocoder.problems.held_out import HELD_OUT
from medgym_plugin_biocoder.source import graded_reference, load, variants, whole

SALT = "a salt of the tests"
LEAST = 24
INDEPENDENT = Path(__file__).parent / "independent"
every_problem = pytest.mark.parametrize("name", PROBLEMS)


def independent(name):
    path = INDEPENDENT / f"{name.replace('-', '_')}.py"
    spec = importlib.util.spec_from_file_location(f"independent_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.solve


def some_cells(problem, number):
    parameters = [*problem.cells, *problem.beyond]
    return Random(problem.name).sample(parameters, min(number, len(parameters)))


def entry_of(problem, parameters):
    return load(whole(problem, parameters), problem.entry)


def test_every_category_has_three_problems_or_more():
    found = Counter(problem.category for problem in PROBLEMS.values())
    assert set(found) == {category.name for category in CATEGORIES}
    assert min(found.values()) >= 3
    assert len(PROBLEMS) >= 24


@every_problem
def test_cells_are_many_and_different(name):
    problem = PROBLEMS[name]
    keys = [cell_key(problem, parameters) for parameters in [*problem.cells, *problem.beyond]]
    assert len(problem.cells) >= LEAST
    assert len(set(keys)) == len(keys)
    train, test, novel = ({cell.key for cell in cells_of(name, split)} for split in ("train", "test", "ood"))
    assert train | test | novel == set(keys)
    assert not train & test
    assert bool(novel) == (name in HELD_OUT) == (not train) == (not test)


@every_problem
def test_parameters_are_the_constants_of_the_reference(name):
    problem = PROBLEMS[name]
    constants = {constant for constant in vars(problem.solution) if constant.isupper()}
    assert {field.name.upper() for field in fields(problem.cells[0])} <= constants


@every_problem
def test_an_independent_solver_agrees_on_all_hidden_cases(name):
    problem, solve = PROBLEMS[name], independent(name)
    for parameters in some_cells(problem, 4):
        for case, (args, expected) in hidden(Cell(problem, parameters, "function"), SALT).items():
            assert near(json.loads(json.dumps(solve(parameters, *args))), expected), (parameters, case, args)


@every_problem
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_the_reference_keeps_its_laws(name, seed):
    problem, rng = PROBLEMS[name], Random(seed)
    parameters = rng.choice([*problem.cells, *problem.beyond])
    args, entry = problem.draw(rng, parameters), entry_of(problem, parameters)
    before = copy.deepcopy(args)
    for law, holds in problem.laws.items():
        assert holds(entry, args, parameters), law
        assert args == before, law


@every_problem
def test_hidden_cases_keep_the_laws(name):
    problem = PROBLEMS[name]
    parameters = some_cells(problem, 1)[0]
    entry = entry_of(problem, parameters)
    for case, (args, _) in hidden(Cell(problem, parameters, "function"), SALT).items():
        for law, holds in problem.laws.items():
            assert holds(entry, args, parameters), (law, case, args)


@every_problem
def test_every_law_can_be_broken(name):
    """No law holds of every body that computes nothing."""
    problem = PROBLEMS[name]
    for law, holds in problem.laws.items():
        assert any(_broken(problem, holds, body) for body in BODIES), law


BODIES = (
    lambda *args: None,
    lambda *args: args[0],
    lambda *args: [],
    lambda *args: len(json.dumps(args)) % 7,
    lambda *args: [len(json.dumps(args)) % 7 + 0.5],
)


def _broken(problem, holds, body):
    for seed in range(5):
        rng = Random(seed)
        parameters = rng.choice(problem.cells)
        try:
            if not holds(body, problem.draw(rng, parameters), parameters):
                return True
        except Exception:
            return True
    return False


@every_problem
def test_cells_are_sound(name):
    problem = PROBLEMS[name]
    for parameters in some_cells(problem, 3):
        for variant in variants(problem):
            cell = Cell(problem, parameters, variant)
            assert unsound(cell, hidden(cell, SALT), EXPECTED) == ""


@every_problem
def test_edge_cases_are_among_the_hidden_cases(name):
    problem = PROBLEMS[name]
    cell = Cell(problem, problem.cells[0], "function")
    edges = {json.dumps(args) for args in problem.edges(cell.parameters).values()}
    found = {json.dumps(case.args) for case in hidden(cell, SALT).values()}
    assert len(found) == CASES
    assert len(edges) >= 6
    assert len(edges - found) <= 1, "at most one is shown as an example instead"


@every_problem
def test_edge_cases_of_every_cell_have_a_result(name):
    problem = PROBLEMS[name]
    for parameters in [*problem.cells, *problem.beyond]:
        for variant in variants(problem):
            entry = graded_reference(problem, parameters, variant)
            for case, args in problem.edges(parameters).items():
                assert json.dumps(entry(*json.loads(json.dumps(args))), allow_nan=False), (parameters, case)


@every_problem
def test_the_reference_leaves_its_arguments_alone(name):
    problem = PROBLEMS[name]
    for args, _ in hidden(Cell(problem, problem.cells[0], "function"), SALT).values():
        before = json.dumps(args)
        entry_of(problem, problem.cells[0])(*args)
        assert json.dumps(args) == before


@every_problem
def test_parameters_change_results(name):
    """Every parameter has two values whose results differ on some hidden case."""
    problem = PROBLEMS[name]
    for field in fields(problem.cells[0]):
        assert any(_differs(problem, one, field.name) for one in some_cells(problem, 8)), field.name


def _differs(problem, one, name):
    """Whether a cell that differs in this parameter alone gives another result."""
    others = [
        other
        for other in problem.cells
        if [field.name for field in fields(one) if getattr(one, field.name) != getattr(other, field.name)]
        == [name]
    ]
    cases = hidden(Cell(problem, one, "function"), SALT).values()
    return any(_result(problem, other, args) != expected for other in others for args, expected in cases)


def _result(problem, parameters, args):
    try:
        return json.loads(json.dumps(entry_of(problem, parameters)(*args)))
    except Exception as error:
        return repr(error)


@every_problem
def test_a_helper_is_called_and_its_substitute_changes_results(name):
    problem = PROBLEMS[name]
    if problem.helper is None:
        pytest.skip("it has no helper")
    cell = Cell(problem, problem.cells[0], "helper")
    plain = entry_of(problem, cell.parameters)
    changed = [json.loads(json.dumps(plain(*args))) != right for args, right in hidden(cell, SALT).values()]
    assert sum(changed) * 4 >= len(changed)


@every_problem
def test_rules_and_wordings_are_whole_sentences(name):
    problem = PROBLEMS[name]
    assert len(set(problem.wordings)) >= 3
    for parameters in some_cells(problem, 6):
        rules = problem.rules(parameters, lambda *alternatives: alternatives[-1])
        assert all(rule.strip() == rule and rule.endswith((".", "!", ":")) for rule in rules)
    assert all("{entry}" in wording and wording.endswith(".") for wording in problem.wordings)
