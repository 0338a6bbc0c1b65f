import pytest

from medgym_core import Unsound
from medgym_plugin_biodsbench.published.assertion import read


def outputs(assertions, program=""):
    return dict(read(assertions, program).outputs)


def test_names_that_the_tests_do_not_bind_are_asked_for():
    tests = """
expected = 3
import numpy as np
assert count == expected
assert all(abs(value - mean) < 1 for value in values)
for name, number in table.items():
    assert np.isfinite(number)
def near(one, other):
    return abs(one - other) < tolerance
assert near(count, 3) and (lambda x: x)(flag)
"""
    assert list(outputs(tests)) == ["count", "values", "mean", "table", "tolerance", "flag"]


def test_a_name_that_is_read_before_it_is_bound_is_asked_for():
    assert outputs("table = table.reset_index()\nassert len(table) == 3") == {"table": ["reset_index"]}


def test_attributes_that_are_read_are_named():
    assert outputs("assert fit.p_value < 1\nassert fit.summary['p'].sum() > fit.p_value") == {
        "fit": ["p_value", "summary"]
    }


def test_modules_that_the_solution_imports_are_imported_for_the_tests():
    found = read(
        "assert pd.isna(x) and sqrt(4) == 2", "import os\nimport pandas as pd\nfrom math import sqrt\nx = 1"
    )
    assert [*found.outputs] == ["x"]
    assert found.source.startswith("import pandas as pd\nfrom math import sqrt\n")
    assert "import os" not in found.source


def test_a_comparison_without_assert_is_asserted():
    assert "assert len(x) == 11" in read("len(x) == 11", "x = []").source


def test_texts_of_the_tests_may_name_columns():
    assert "altered" in read("assert x['altered'].sum() == 2", "").quoted


@pytest.mark.parametrize(
    ("assertions", "program", "reason"),
    [
        ("assert (", "", "the assertions are no Python"),
        ("assert x", "x = (", "the reference is no Python"),
        ("print(x)", "", "nothing is asserted"),
        ("assert 1 == 1", "", "look at nothing of the solution"),
        ("", "", "nothing is asserted"),
    ],
)
def test_what_asks_for_nothing_is_refused(assertions, program, reason):
    with pytest.raises(Unsound, match=reason):
        read(assertions, program)
