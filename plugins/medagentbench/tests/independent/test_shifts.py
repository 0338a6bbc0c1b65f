"""Gold of the inbox against its second computation from the texts that the agent reads."""

import pytest

from medgym_plugin_medagentbench.inbox.drawing import SIZES

from . import shifts
from .sessions import compare_sessions


def test_a_small_build_is_computed_again(family, small):
    agreed, disagreed = compare_sessions(family, small)
    assert not disagreed, "\n".join(disagreed[:5])
    assert set(agreed) == set(SIZES)


@pytest.mark.slow
def test_every_session_is_computed_again(family, build):
    agreed, disagreed = compare_sessions(family, build)
    assert not disagreed, "\n".join(disagreed[:5])
    assert all(6 * size <= agreed[split] <= 10 * size for split, size in SIZES.items())


def test_another_kidney_function_is_noticed(family, small, monkeypatch):
    kidney = shifts._kidney
    monkeypatch.setattr(shifts, "_kidney", lambda *given: kidney(*given) + 0.1)
    assert compare_sessions(family, small)[1]
