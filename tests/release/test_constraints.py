from __future__ import annotations

import pytest

from release.constraints import pins, replaced
from release.distribution import ROOT, ReleaseError, distributions

EXPORTED = "numpy==2.5.5 ; python_full_version >= '3.12'\nattrs==26.1.0\n\n"
PROJECT = 'a = 1\nconstraint-dependencies = [\n  "attrs==1",\n]\nb = 2\n'


def test_an_export_becomes_a_sorted_list() -> None:
    assert pins(EXPORTED) == ["attrs==26.1.0", "numpy==2.5.5 ; python_full_version >= '3.12'"]


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://example.org/simple",
        "-e ./plugins/mimic",
        "./plugins/mimic",
        "numpy @ https://example.org/numpy.whl",
    ],
)
def test_what_is_no_version_is_refused(line: str) -> None:
    with pytest.raises(ReleaseError, match="no exact version"):
        pins(f"{EXPORTED}{line}\n")


def test_only_the_list_changes() -> None:
    assert replaced(PROJECT, ["attrs==2", "numpy==3"]) == (
        'a = 1\nconstraint-dependencies = [\n  "attrs==2",\n  "numpy==3",\n]\nb = 2\n'
    )


@pytest.mark.parametrize("text", ["a = 1\n", PROJECT + PROJECT])
def test_there_is_one_list(text: str) -> None:
    with pytest.raises(ReleaseError, match="there is one"):
        replaced(text, [])


def test_the_list_here_is_one_that_would_be_written() -> None:
    listed = distributions(ROOT)[0].table["tool"]["uv"]["constraint-dependencies"]
    assert pins("\n".join(listed)) == sorted(listed)
    assert [line for line in listed if "==" not in line] == []
