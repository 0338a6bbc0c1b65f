"""Clinical laws on the rendered files: each with the direction and size that real charts have.

Sizes in brackets are of eICU's open demo (2,520 unit stays), or of its paper, where a law was measured there.
"""

import numpy as np
import pytest

from medgym_ehr.testing.prediction import TELLING, auroc

LABS = {
    "sodium": "sodium",
    "potassium": "potassium",
    "chloride": "chloride",
    "bicarbonate": "bicarbonate",
    "gap": "anion gap",
    "urea": "bun",
    "creatinine": "creatinine",
    "glucose": "glucose",
    "hemoglobin": "hgb",
    "hematocrit": "hct",
    "red_cells": "rbc",
    "mcv": "mcv",
    "white": "wbc x 1000",
    "platelets": "platelets x 1000",
    "lactate": "lactate",
    "bilirubin": "total bilirubin",
    "albumin": "albumin",
    "inr": "pt - inr",
    "ph": "ph",
    "pco2": "paco2",
    "hco3": "hco3",
    "fio2": "fio2",
    "peep": "peep",
    "mb": "cpk-mb",
    "ck": "cpk",
    "share": "cpk-mb index",
}


@pytest.fixture(scope="module")
def charts(sql):
    """Asks a query of the files, of ``draw`` (a row for each draw of blood), ``stay`` and ``path``."""
    pivot = ", ".join(
        f"max(labresult) FILTER (lower(trim(labname)) = '{lab}') AS {name}" for name, lab in LABS.items()
    )
    sql(f"""CREATE TABLE draw AS SELECT patientunitstayid, labresultoffset, {pivot} FROM lab GROUP BY ALL""")
    sql("""CREATE TABLE stay AS SELECT *, hospitaldischargestatus = 'Expired' AS died,
        coalesce(try_cast(age AS INT), 91) AS years FROM patient""")
    sql("""CREATE TABLE path AS SELECT patientunitstayid, 'diagnosis' AS kind, lower(diagnosisstring) AS path
        FROM diagnosis UNION SELECT patientunitstayid, 'treatment', lower(treatmentstring) FROM treatment""")
    return sql


def one(sql, query):
    return sql(query)[0][0]


def stays(kind, pattern):
    """Unit stays with a path that has a word."""
    return f"(SELECT patientunitstayid FROM path WHERE kind = '{kind}' AND path LIKE '%{pattern}%')"


def shares(sql, condition, outcome, table="stay"):
    """How often the outcome is, without the condition and with it."""
    rows = sql(f"SELECT {condition} AS c, avg(({outcome})::INT) FROM {table} GROUP BY c ORDER BY c")
    return [share for _, share in rows]


def within(query):
    return f"patientunitstayid IN {query}"


def in_visit(query):
    """Visits with one of the unit stays."""
    visits = f"SELECT patienthealthsystemstayid FROM patient WHERE {within(query)}"
    return f"patienthealthsystemstayid IN ({visits})"


def test_hematocrit_goes_with_hemoglobin(charts):
    """[0.95] and three times it."""
    assert one(charts, "SELECT corr(hematocrit, hemoglobin) FROM draw") > 0.9
    assert 2.8 < one(charts, "SELECT median(hematocrit / hemoglobin) FROM draw") < 3.2


def test_hematocrit_is_red_cells_by_their_volume(charts):
    off = "abs(hematocrit - red_cells * mcv / 10)"
    assert one(charts, f"SELECT quantile_cont({off}, 0.99) FROM draw") < 1.0


@pytest.mark.parametrize("place", ["systemic", "pa"])
def test_mean_pressure_obeys_its_formula(charts, place):
    """(systolic + 2 diastolic) / 3, to the rounding of three whole numbers."""
    off = f"abs({place}mean - ({place}systolic + 2 * {place}diastolic) / 3)"
    assert one(charts, f"SELECT max({off}) FROM vitalPeriodic") <= 1.34


def test_the_anion_gap_is_what_the_other_ions_leave(charts):
    off = "abs(gap - (sodium + potassium - chloride - bicarbonate))"
    assert one(charts, f"SELECT quantile_cont({off}, 0.99) FROM draw") <= 1.6


def test_acid_and_base_agree(charts):
    """Henderson and Hasselbalch."""
    rows = charts("SELECT ph, pco2, hco3 FROM draw WHERE ph + pco2 + hco3 IS NOT NULL")
    ph, pco2, bicarbonate = np.array(rows).T
    assert np.quantile(np.abs(ph - 6.1 - np.log10(bicarbonate / (0.0307 * pco2))), 0.99) < 0.03


def test_the_share_of_the_hearts_enzyme_is_that_of_both(charts):
    off = "abs(share - 100 * mb / ck)"
    assert one(charts, f"SELECT quantile_cont({off}, 0.95) FROM draw WHERE ck > 0") < 1.0


def test_sodium_is_drawn_with_its_panel(charts):
    together = "potassium + chloride + bicarbonate + urea + creatinine IS NOT NULL"
    assert one(charts, f"SELECT avg(({together})::INT) FROM draw WHERE sodium IS NOT NULL") >= 0.93


def test_creatinine_is_higher_in_acute_renal_failure(charts):
    """The median over stays of the highest."""
    rows = charts(f"""SELECT failed, median(highest) FROM (SELECT max(creatinine) AS highest,
        {within(stays("diagnosis", "acute renal failure"))} AS failed FROM draw
        GROUP BY patientunitstayid) GROUP BY failed ORDER BY failed""")
    (_, without), (_, failing) = rows
    assert failing > 1.5 * without


def test_urea_goes_with_creatinine(charts):
    query = "SELECT corr(ln(urea), ln(creatinine)) FROM draw WHERE urea > 0 AND creatinine > 0"
    assert one(charts, query) > 0.5


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


def test_weights_of_a_stay_are_a_persons(charts):
    """Water moves weight by some kilograms."""
    rows = charts("""SELECT dischargeweight / admissionweight, abs(dischargeweight - admissionweight)
        FROM patient WHERE dischargeweight + admissionweight IS NOT NULL""")
    share, kilograms = np.array(rows).T
    assert share.min() > 0.7
    assert np.quantile(share, 0.01) > 0.88
    assert np.quantile(kilograms, 0.95) < 7


def test_adults_do_not_grow(charts):
    heights = charts("""SELECT count(DISTINCT admissionheight) FROM patient
        WHERE admissionheight IS NOT NULL GROUP BY uniquepid""")
    assert set(heights) == {(1,)}


def test_totals_are_the_sums_of_their_cells(charts):
    cell = "sum(cellvaluenumeric) FILTER (cellpath LIKE '%|{0}%|%' AND lower(trim(celllabel)) <> 'intake')"
    rows = charts(f"""SELECT {cell.format("Intake")}, {cell.format("Output")}, max(intaketotal),
        max(outputtotal), max(abs(nettotal - intaketotal + outputtotal)) FROM intakeOutput
        WHERE intaketotal + outputtotal > 0 GROUP BY patientunitstayid, intakeoutputoffset""")
    into, out, all_in, all_out, off = np.nan_to_num(np.array(rows, dtype=float)).T
    assert off.max() == 0
    assert np.abs(into - all_in).max() < 0.01
    assert np.abs(out - all_out).max() < 0.01


def test_lactate_is_higher_in_those_who_die(charts):
    rows = charts("""SELECT died, median(highest) FROM (SELECT max(lactate) AS highest, died
        FROM draw JOIN stay USING (patientunitstayid) GROUP BY patientunitstayid, died)
        WHERE died IS NOT NULL GROUP BY died ORDER BY died""")
    assert rows[1][1] > 1.3 * rows[0][1]


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


def test_stains_agree_with_what_grows(charts):
    stained = "SELECT DISTINCT patientunitstayid, culturetakenoffset, lower(trim(culturesite)) FROM microLab"
    wrong = f"""{stained} WHERE organism IN ('Escherichia coli', 'Pseudomonas aeruginosa') INTERSECT
        {stained} WHERE organism = 'gram positive cocci'"""
    right = wrong.replace("positive cocci", "negative rods")
    assert charts(wrong) == []
    assert charts(right)


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


def test_oxygen_is_a_fifth_of_the_air_or_more(charts):
    assert one(charts, "SELECT min(fio2) FROM draw") >= 21
    assert one(charts, "SELECT max(fio2) FROM draw") <= 100


def test_a_hospital_measures_one_troponin(charts):
    rows = charts("""SELECT count(DISTINCT lower(trim(labname))) FROM lab JOIN patient
        USING (patientunitstayid) WHERE labname ILIKE '%troponin%' GROUP BY hospitalid""")
    assert set(rows) == {(1,)}
    assert (
        one(charts, "SELECT count(DISTINCT lower(trim(labname))) FROM lab WHERE labname ILIKE '%troponin%'")
        == 2
    )


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


def test_the_old_die_more(charts):
    rows = charts("SELECT years >= 75, avg(died::INT) FROM stay GROUP BY 1 ORDER BY 1")
    assert rows[1][1] > 1.3 * rows[0][1]


def test_cohort_is_near_the_published(charts):
    """Pollard et al. 2018: age 65 (53 to 76), 54 % men, 9 % died in hospital, 5.5 % in the unit, 1.6 days."""
    first = "FROM stay WHERE unitvisitnumber = 1"
    low, age, high = one(charts, f"SELECT quantile_cont(years, [0.25, 0.5, 0.75]) {first}")
    assert abs(low - 53) < 5
    assert abs(age - 65) < 4
    assert abs(high - 76) < 5
    assert 0.49 < one(charts, f"SELECT avg((gender = 'Male')::INT) {first}") < 0.61
    assert 0.06 < one(charts, f"SELECT avg(died::INT) {first}") < 0.12
    assert 0.03 < one(charts, "SELECT avg((unitdischargestatus = 'Expired')::INT) FROM stay") < 0.08
    assert 1.0 < one(charts, "SELECT median(unitdischargeoffset) / 1440 FROM stay") < 2.1


def test_hospital_death_is_foretold_by_the_first_day(charts):
    """0.80 to 0.90, as models on the real data (Harutyunyan et al. 2019; Johnson et al. 2017)."""
    extremes = ", ".join(f"min({lab}) AS {lab}_low, max({lab}) AS {lab}_high" for lab in TELLING)
    signs = ("heartrate", "respiration", "sao2", "systemicmean")
    seen = ", ".join(f"min({sign}), max({sign}), avg({sign})" for sign in signs)
    ventilated = within(stays("treatment", "mechanical ventilation"))
    rows = charts(f"""SELECT died, years, {ventilated}, apacheadmissiondx IS NULL, l.* EXCLUDE
        (patientunitstayid), v.* EXCLUDE (patientunitstayid) FROM stay LEFT JOIN (SELECT patientunitstayid,
        {extremes} FROM draw WHERE labresultoffset < 1440 GROUP BY 1) l USING (patientunitstayid)
        LEFT JOIN (SELECT patientunitstayid, {seen} FROM vitalPeriodic WHERE observationoffset < 1440
        GROUP BY 1) v USING (patientunitstayid) WHERE died IS NOT NULL AND unitvisitnumber = 1
        ORDER BY patientunitstayid""")
    assert 0.80 <= auroc(rows) <= 0.90
