"""Clinical laws of who the cohort is and who dies: each with the direction and size that papers have."""

from medgym_ehr.testing.prediction import TELLING, auroc

from .query import one, stays, within


def test_lactate_is_higher_in_those_who_die(charts):
    rows = charts("""SELECT died, median(highest) FROM (SELECT max(lactate) AS highest, died
        FROM draw JOIN stay USING (patientunitstayid) GROUP BY patientunitstayid, died)
        WHERE died IS NOT NULL GROUP BY died ORDER BY died""")
    assert rows[1][1] > 1.3 * rows[0][1]


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
