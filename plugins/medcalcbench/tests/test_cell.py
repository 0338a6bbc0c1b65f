from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.cell import belongs, cell_of, split_of
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.parameter import Dose, Measurement
from medgym_plugin_medcalcbench.published import entity

OPIOIDS = (Dose("codeine", 30, "mg", 2), Dose("morphine", 15, "mg", 1))


def test_units_do_not_change_the_cell():
    gap = {"chloride": Measurement(104, "mEq/L"), "bicarbonate": Measurement(24, "mEq/L")}
    cells = {
        cell_of(BY_KEY["anion_gap"], gap | {"sodium": Measurement(140, unit)}) for unit in ("mEq/L", "mmol/L")
    }
    assert len(cells) == 1


def test_the_order_of_drugs_does_not_change_the_cell():
    calculator = BY_KEY["morphine_equivalents"]
    first, second = (cell_of(calculator, {"opioids": drugs}) for drugs in (OPIOIDS, OPIOIDS[::-1]))
    assert first == second


def test_what_is_left_out_is_in_the_cell_of_its_meaning():
    assert cell_of(BY_KEY["fever_pain"], {}) == cell_of(BY_KEY["fever_pain"], {"recent_fever": False})


@settings(deadline=None)
@given(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6))
def test_a_cell_names_its_calculator_and_has_one_split(calculator, seed):
    cell = cell_of(calculator, draw(calculator, Random(seed)))
    assert cell.startswith(f"{calculator.key}/")
    assert split_of(cell) == split_of(cell) in ("train", "test")


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6))
def test_what_rows_cannot_state_is_not_in_the_cell(calculator, seed):
    """As it was: how often a steroid is taken, which no row says, parted two patients of the same inputs."""
    inputs = draw(calculator, Random(seed))
    stated = entity.read(calculator, entity.write(calculator, inputs))
    assert cell_of(calculator, stated) == cell_of(calculator, inputs)


def test_how_often_the_one_steroid_is_taken_does_not_change_the_cell():
    calculator = BY_KEY["steroid_conversion"]
    once, thrice = (
        cell_of(
            calculator, {"steroid": (Dose("cortisone PO", 25, "mg", n),), "target_steroid": "prednisone PO"}
        )
        for n in (1, 3)
    )
    assert once == thrice


def test_ood_keeps_to_the_cells_of_test():
    cells = [cell_of(BY_KEY["sofa"], draw(BY_KEY["sofa"], Random(seed))) for seed in range(40)]
    assert all(belongs(cell, split_of(cell)) for cell in cells)
    assert all(belongs(cell, "ood") == belongs(cell, "test") != belongs(cell, "train") for cell in cells)


def test_a_quarter_of_the_cells_are_test_cells():
    calculator = BY_KEY["creatinine_clearance"]
    splits = [split_of(cell_of(calculator, draw(calculator, Random(seed)))) for seed in range(800)]
    assert 0.2 < splits.count("test") / len(splits) < 0.3
