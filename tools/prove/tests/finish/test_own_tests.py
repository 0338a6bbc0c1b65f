from pathlib import Path

import pytest

from medgym_prove.finish import own_tests

from ..plugins import examine


@pytest.fixture
def tests(plugin: Path) -> Path:
    """The module of the good plugin's tests, as yet without any."""
    module = plugin / "tests" / "test_family.py"
    module.write_text("")
    return module


def test_tests_that_pass_are_counted(plugin: Path, tests: Path) -> None:
    tests.write_text("def test_one():\n    pass\n\n\ndef test_two():\n    pass\n")
    found = examine("F02", plugin)
    assert (found.status, found.measured) == ("pass", {"tests": 2})


def test_a_test_that_fails_is_named_with_why(plugin: Path, tests: Path) -> None:
    tests.write_text("def test_one():\n    pass\n\n\ndef test_two():\n    raise KeyError('patient')\n")
    assert examine("F02", plugin).problems == ("tests.test_family.test_two: KeyError: 'patient'",)


def test_a_module_that_cannot_be_imported_fails(plugin: Path, tests: Path) -> None:
    tests.write_text("import nothing_of_that_name\n")
    (problem,) = examine("F02", plugin).problems
    assert problem.startswith(
        "tests.test_family: ModuleNotFoundError: No module named 'nothing_of_that_name'"
    )
    assert problem.endswith("(test_family.py, line 1)")


def test_a_module_that_cannot_be_parsed_is_reported_with_the_error(plugin: Path, tests: Path) -> None:
    tests.write_text("x = 1\n  y = 2\n")
    (problem,) = examine("F02", plugin).problems
    assert problem == "tests.test_family: IndentationError: unexpected indent (test_family.py, line 2)"


def test_no_tests_are_a_failure(plugin: Path, tests: Path) -> None:
    assert "nothing was found to examine" in examine("F02", plugin).problems


def test_tests_that_hang_are_ended(plugin: Path, tests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_tests, "LIMIT", 2)
    tests.write_text("import time\n\n\ndef test_one():\n    time.sleep(60)\n")
    assert examine("F02", plugin).problems == ("the tests ran for more than 2 seconds",)
