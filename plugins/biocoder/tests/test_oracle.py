"""Whether what was learnt in training passes a test task."""

import pytest

from medgym_core import DataError
from medgym_plugin_biocoder import loader, oracle
from medgym_plugin_biocoder.cell import Cell, cell_at, cells_of
from medgym_plugin_biocoder.loader import SIZES
from medgym_plugin_biocoder.problems import PROBLEMS
from medgym_plugin_biocoder.problems.genetics.hardy_weinberg import Parameters


@pytest.mark.parametrize("salt", ["0123456789abcdef", "another salt, as long"])
def test_no_training_reference_passes_a_test_task(salt):
    train, test = ([cell_at(split, index) for index in range(SIZES[split])] for split in ("train", "test"))
    assert not [cell.key for cell in test if oracle.twin(cell, salt, train)]


def test_a_cell_is_its_own_twin():
    cell, *others = cells_of("clustering", "train")
    assert oracle.twin(cell, "0123456789abcdef", [*others, cell]) == cell


def test_a_build_refuses_a_training_task_that_answers_a_test_task(monkeypatch):
    problem = PROBLEMS["hardy-weinberg"]
    alike = [
        Cell(problem, Parameters(mid_p=False, min_maf=10, min_called=80, one_sided=one_sided), "helper")
        for one_sided in (True, False)  # which the substitute of the helper leaves without effect
    ]
    monkeypatch.setattr(loader, "cell_at", lambda split, index: alike[split == "test"])
    tasks = loader.Tasks(salt="0123456789abcdef", tasks={"train": 1, "test": 1})
    with pytest.raises(DataError, match="passes the test task 0"):
        loader._refuse_twins(tasks, lambda *_: None)
