import pytest

from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.measurement_volume import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
INTAKES, OUTPUTS = BY_ID["fluid_total"].options["fluid"]
DAILY, MONTHLY, YEARLY = BY_ID["fluid_total_by_unit"].options["unit"]


@pytest.fixture(autouse=True)
def fluids(add):
    """Three intakes in two stays and one output of patient 7."""
    for item, label in ((1, "d5w"), (2, "po intake"), (3, "chest tube")):
        add("d_items", itemid=item, label=label)
    for stay, time, item, amount in (
        (711, "2104-03-01 06:00:00", 1, 50),
        (711, "2104-03-01 18:00:00", 2, 200),
        (712, "2104-04-02 06:00:00", 1, 70),
    ):
        add("inputevents_cv", subject_id=7, icustay_id=stay, charttime=time, itemid=item, amount=amount)
    add("outputevents", subject_id=7, icustay_id=711, charttime="2104-03-01 06:00:00", itemid=3, value=30)


@pytest.mark.parametrize(("place", "volume"), [(0, 120), (1, 70), (2, 50), (3, 60)])
def test_volumes_of_one_intake(ask, place, volume):
    aggregate = BY_ID["intake_volume"].options["aggregate"][place]
    assert ask(BY_ID["intake_volume"], {"aggregate": aggregate}, patient=7, intake="d5w") == [(volume,)]


@pytest.mark.parametrize(("fluid", "volume"), [(INTAKES, 320), (OUTPUTS, 30)])
def test_totals_are_over_every_item(ask, fluid, volume):
    assert ask(BY_ID["fluid_total"], {"fluid": fluid}, patient=7) == [(volume,)]


def test_a_stay_restricts_volumes(add, ask):
    for stay, month in ((711, 3), (712, 4)):
        times = {"intime": f"2104-0{month}-01 00:00:00", "outtime": f"2104-0{month}-09 00:00:00"}
        add("icustays", subject_id=7, icustay_id=stay, **times)
    assert ask(BY_ID["fluid_total"], {"fluid": INTAKES}, Period("rel-icu-first"), patient=7) == [(250,)]


@pytest.mark.parametrize(
    ("unit", "rows"),
    [
        (DAILY, [("2104-03-01", 250), ("2104-04-02", 70)]),
        (MONTHLY, [("2104-03", 250), ("2104-04", 70)]),
        (YEARLY, [("2104", 320)]),
    ],
)
def test_totals_by_calendar_unit(ask, unit, rows):
    options = {"fluid": INTAKES, "unit": unit}
    assert sorted(ask(BY_ID["fluid_total_by_unit"], options, patient=7)) == rows
