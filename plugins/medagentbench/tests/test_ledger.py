"""The ledger is fixed: another hash would train on who was tested."""

import pytest

from medgym_plugin_medagentbench.ledger import split_of

TEST = ["S1000011", "S1000017", "S1000021", "S1000029", "S1000031", "S1000038", "S1000039", "S1000040"]


@pytest.mark.parametrize("mrn", TEST)
def test_who_is_tested(mrn):
    assert split_of(mrn) == "test"


def test_all_others_are_trained_on():
    last = int(TEST[-1][1:])
    tested = [f"S{number}" for number in range(1_000_000, last + 1) if split_of(f"S{number}") == "test"]
    assert tested == TEST
    assert split_of("S1000000") == "train"
