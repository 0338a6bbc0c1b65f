"""How a reference becomes a module, a method and a part of a context."""

import ast
import inspect

import pytest

from medgym_core.verifier.programs import insert
from medgym_plugin_biocoder import source
from medgym_plugin_biocoder.problems import PROBLEMS

TRIMMING = PROBLEMS["read-trimming"]
READS = [["r", "ACGTACGT", "IIIIIIII"], ["s", "ACGTACGT", "IIIIII!!"]]
every_problem = pytest.mark.parametrize("name", PROBLEMS)


@every_problem
def test_the_whole_reference_has_the_constants_of_the_cell(name):
    problem = PROBLEMS[name]
    for parameters in (problem.cells[0], problem.cells[-1]):
        tree = ast.parse(source.whole(problem, parameters))
        constants = {
            node.targets[0].id: ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and node.targets[0].id.lower() in vars(parameters)
        }
        assert constants == {field.upper(): value for field, value in vars(parameters).items()}


@every_problem
def test_every_variant_is_the_same_function_once_it_is_inserted(name):
    problem = PROBLEMS[name]
    parameters = problem.cells[0]
    args = next(iter(problem.edges(parameters).values()))
    right = source.load(source.whole(problem, parameters), problem.entry)(*args)
    for variant in source.variants(problem)[1:]:
        context = source.shown_context(problem, parameters, variant)
        text = insert(context, source.submission(problem, parameters, variant))
        assert source.load(text, problem.entry)(*args) == right


def constants(text):
    """Names that a module binds to values."""
    return {
        node.id
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.isupper()
    }


@every_problem
def test_a_context_gives_no_parameter_away_but_those_of_the_helper(name):
    problem = PROBLEMS[name]
    for variant in source.variants(problem)[1:]:
        context = source.shown_context(problem, problem.cells[0], variant)
        used = source._used(context)
        if variant == "helper":
            used |= source._used(inspect.getsource(problem.helper.substitute))
        given = {field.upper() for field in vars(problem.cells[0])} & constants(context)
        assert given <= (used if variant == "helper" else set())


def test_a_method_holds_its_parameters_and_the_helpers_that_need_them():
    lines = source.submission(TRIMMING, TRIMMING.cells[0], "method").splitlines()
    assert [line for line in lines if " = " in line][:2] == ["    PHRED_OFFSET = 33", "    WINDOW = 3"]
    assert "    def scores(quality: str) -> list[int]:" in lines


def test_a_method_task_shows_the_class_and_its_call():
    context = source.shown_context(TRIMMING, TRIMMING.cells[0], "method")
    assert "class ReadSet:" in context
    assert f"    {source.PLACE}" in context
    assert "return ReadSet(reads).trim_reads()" in context
    assert source.signature(TRIMMING, "method") == "def trim_reads(self) -> list[list[str]]:"


def test_a_helper_task_is_graded_with_another_helper():
    parameters = TRIMMING.cells[0]
    shown, graded = (
        context(TRIMMING, parameters, "helper") for context in (source.shown_context, source.graded_context)
    )
    assert "- PHRED_OFFSET for character" in shown
    assert "- PHRED_OFFSET - 1 - ord(character) % 3 for character" in graded
    assert graded.startswith(shown[: shown.index("def scores")])


def test_the_submission_of_a_helper_task_calls_the_helper_that_is_there():
    parameters = TRIMMING.cells[0]
    part = source.submission(TRIMMING, parameters, "helper")
    graded = insert(source.graded_context(TRIMMING, parameters, "helper"), part)
    reference = source.graded_reference(TRIMMING, parameters, "helper")
    assert source.load(graded, "trim_reads")(READS) == reference(READS)


def test_a_parameter_without_a_constant_is_named():
    other = PROBLEMS["minimizers"].cells[0]
    with pytest.raises(AssertionError, match="no constant"):
        source.whole(TRIMMING, other)
