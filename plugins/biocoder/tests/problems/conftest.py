"""References with parameters of one's own."""

from dataclasses import replace

import pytest

from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.source import load, whole


@pytest.fixture
def solve():
    """Calls the reference of a problem: ``solve(name, *args, **parameters)``."""

    def call(name, *args, **parameters):
        problem = PROBLEMS[name]
        return load(whole(problem, replace(problem.cells[0], **parameters)), problem.entry)(*args)

    return call
