"""Clinical laws of illness and care: each with the direction and size that real charts have.

Sizes in brackets are of eICU's open demo (2,520 unit stays).
"""

import numpy as np
import pytest

from .query import in_visit, shares, stays, within


def test_creatinine_is_higher_in_acute_renal_failure(charts):
    """The median over stays of the highest."""
    rows = charts(f"""SELECT failed, median(highest) FROM (SELECT max(creatinine) AS highest,
        {within(stays("diagnosis", "acute renal failure"))} AS failed FROM draw
        GROUP BY patientunitstayid) GROUP BY failed ORDER BY failed""")
    (_, without), (_, failing) = rows
    assert failing > 1.5 * without


def test_diabetics_get_insulin(charts):
    """[81 : 32 % of visits]."""
    insulin = "(SELECT patientunitstayid FROM medication WHERE drugname ILIKE '%insulin%')"
    diabetic = in_visit(stays("diagnosis", "diabetes mellitus"))
    others, diabetics = shares(charts, diabetic, in_visit(insulin))
    assert diabetics > others + 0.2
    assert diabetics > 0.6


def test_glucose_is_higher_in_diabetics(charts):
    diabetic = within(stays("diagnosis", "diabetes mellitus"))
    rows = charts(f"SELECT {diabetic} AS d, median(glucose) FROM draw GROUP BY d ORDER BY d")
    assert rows[1][1] > rows[0][1] + 15


@pytest.mark.parametrize(
    ("words", "other"),
    [("prostat|bph", "Female"), ("ovarian|partum|pregnancy|cesarean", "Male")],
)
def test_diagnoses_of_a_sex_stand_on_that_sex(charts, words, other):
    rows = charts(f"""SELECT DISTINCT gender FROM path JOIN patient USING (patientunitstayid)
        WHERE regexp_matches(path, '{words}')""")
    assert rows
    assert (other,) not in rows


def test_septic_shock_gets_vasopressors(charts):
    """[69 : 10 % of visits]."""
    shock = in_visit(stays("diagnosis", "septic shock"))
    others, shocked = shares(charts, shock, in_visit(stays("treatment", "vasopressors")))
    assert shocked > 0.65
    assert shocked > 2 * others


def test_high_doses_of_norepinephrine_are_of_the_sicker(charts):
    high = within(stays("treatment", "norepinephrine > 0.1"))
    milder, sicker = shares(charts, high, "died")
    assert sicker > 2 * milder


def test_infusions_that_are_charted_are_ordered(charts):
    """A volume of norepinephrine is charted only where it is ordered in the visit."""
    visit = (
        "SELECT DISTINCT patienthealthsystemstayid FROM {} JOIN patient USING (patientunitstayid) WHERE {}"
    )
    charted = visit.format("intakeOutput", "lower(celllabel) LIKE '%norepinephrine%'")
    ordered = visit.format("medication", "drugname IS NULL OR drugname ILIKE '%norepinephrine%'")
    assert charts(f"{charted} EXCEPT {ordered}") == []


def test_cultures_come_before_antibiotics(charts):
    """Of those with both, blood is drawn no later than the first dose."""
    drugs = "'(vancomycin|ceftriaxone|cefepime|meropenem|piperacillin|levofloxacin)'"
    rows = charts(f"""SELECT cultured <= treated FROM (SELECT patientunitstayid, min(drugstartoffset)
        AS treated FROM medication WHERE regexp_matches(lower(drugname), {drugs}) GROUP BY 1)
        JOIN (SELECT patientunitstayid, min(culturetakenoffset) AS cultured FROM microLab
        WHERE culturesite ILIKE '%blood%' GROUP BY 1) USING (patientunitstayid)""")
    assert np.mean([before for (before,) in rows]) > 0.9


def test_nobody_gets_what_they_do_not_tolerate(charts):
    drugs = "'(piperacillin|ampicillin|nafcillin|amoxicillin)'"
    rows = charts(f"""SELECT uniquepid FROM allergy JOIN patient USING (patientunitstayid)
        WHERE lower(trim(allergyname)) IN ('penicillins', 'amoxicillin') INTERSECT
        SELECT uniquepid FROM medication JOIN patient USING (patientunitstayid)
        WHERE regexp_matches(lower(drugname), {drugs})""")
    assert rows == []


def test_red_cells_are_given_to_the_anemic(charts):
    given = (
        "(SELECT patientunitstayid FROM intakeOutput WHERE lower(trim(celllabel)) = 'packed red blood cells')"
    )
    rows = charts(f"""SELECT {within(given)} AS given, median(lowest) FROM (SELECT patientunitstayid,
        min(hemoglobin) AS lowest FROM draw GROUP BY 1) GROUP BY given ORDER BY given""")
    assert rows[1][1] < 8.5 < rows[0][1]


def test_settings_are_of_the_ventilated(charts):
    ventilated = within(stays("treatment", "mechanical ventilation"))
    settings = within("(SELECT patientunitstayid FROM draw WHERE peep IS NOT NULL)")
    others, with_machine = shares(charts, ventilated, settings)
    assert others < 0.1
    assert with_machine > 0.5


def test_airways_that_close_are_opened(charts):
    """[82 : 32 % of visits]."""
    opened = """SELECT patientunitstayid FROM medication
        WHERE regexp_matches(lower(drugname), 'albuterol|ipratrop')"""
    opened = f"{opened} UNION {stays('treatment', 'bronchodilator')[1:-1]}"
    exacerbated = in_visit(stays("diagnosis", "copd exacerbation"))
    others, with_it = shares(charts, exacerbated, in_visit(f"({opened})"))
    assert with_it > 0.75
    assert with_it > others + 0.3


def test_bypass_is_done_to_those_who_came_for_it(charts):
    came = "apacheadmissiondx ILIKE 'CABG%' AND unitvisitnumber = 1"
    others, grafted = shares(charts, f"coalesce({came}, false)", within(stays("treatment", "bypass surgery")))
    assert grafted > 0.6
    assert others < 0.05
