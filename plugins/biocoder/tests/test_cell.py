"""Which cells are asked in which split: what was learnt in training is not what is tested."""

from medgym_plugin_biocoder.cell import cell_at
from medgym_plugin_biocoder.loader import SIZES
from medgym_plugin_biocoder.source import submission


def asked(split):
    return {submission(*cell_at(split, index)) for index in range(SIZES[split])}


def test_no_test_reference_is_a_training_reference():
    assert not asked("test") & asked("train")
