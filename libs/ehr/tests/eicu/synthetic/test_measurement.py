"""Clinical laws of what is measured: each with the direction and size that real charts have.

The size in brackets is of eICU's open demo (2,520 unit stays).
"""

import numpy as np
import pytest

from .query import one


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


def test_urea_goes_with_creatinine(charts):
    query = "SELECT corr(ln(urea), ln(creatinine)) FROM draw WHERE urea > 0 AND creatinine > 0"
    assert one(charts, query) > 0.5


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


def test_stains_agree_with_what_grows(charts):
    stained = "SELECT DISTINCT patientunitstayid, culturetakenoffset, lower(trim(culturesite)) FROM microLab"
    wrong = f"""{stained} WHERE organism IN ('Escherichia coli', 'Pseudomonas aeruginosa') INTERSECT
        {stained} WHERE organism = 'gram positive cocci'"""
    right = wrong.replace("positive cocci", "negative rods")
    assert charts(wrong) == []
    assert charts(right)


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
