"""Sessions that follow a value found among results, vital signs and organisms."""

from __future__ import annotations

from medgym_core import DateTime, Integer, Number, Text
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import ENDS, EXTREMES
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.templates.following import (
    ABOUT,
    COMMON_DIAGNOSIS,
    NAMES,
    OWN,
    anybody,
    columns,
    following,
    most,
    step,
)
from medgym_plugin_ehr_seqsql.templates.part import PERIODS

_EXTREME_LAB = """
SELECT DISTINCT hadm_id FROM (
  SELECT e.hadm_id, dense_rank() OVER (ORDER BY e.valuenum {extreme.direction}) AS place
  FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid
  WHERE d.label = {lab} AND {period}
)
WHERE place = 1"""
_NTH_SPECIMEN = at_nth(
    "spec_type_desc", "charttime", "FROM microbiologyevents WHERE subject_id = {patient} AND {period}"
)
_EXTREME_VITAL = """
SELECT DISTINCT icustay_id FROM (
  SELECT e.icustay_id, dense_rank() OVER (ORDER BY e.valuenum {extreme.direction}) AS place
  FROM chartevents e JOIN d_items d ON d.itemid = e.itemid
  WHERE d.label = {vital} AND {period}
)
WHERE place = 1"""

TEMPLATES = (
    following(
        "lab_extreme_to_diagnoses_and_admission",
        f"{facts.LAB} WHERE e.row_id % 5 = 0",
        step(
            _EXTREME_LAB,
            Integer(),
            "In which hospital visit was the {extreme} result of the lab test {lab} recorded {period}?",
            "Which hospital visit has the {extreme} result of the lab test {lab} {period}?",
        ),
        step(
            "SELECT DISTINCT d.short_title FROM diagnoses_icd e JOIN d_icd_diagnoses d "
            "ON d.icd9_code = e.icd9_code WHERE e.hadm_id = ({turn1})",
            NAMES,
            "Which diagnoses does this visit have?",
            "What was diagnosed in that visit?",
        ),
        step(
            "SELECT age, admission_type, insurance FROM admissions WHERE hadm_id = ({turn1})",
            columns(age=Integer(), admission_type=Text(), insurance=Text()),
            "What are the patient's age, the admission type and the insurance of that visit?",
            "Give age, admission type and insurance of this visit.",
        ),
        period=When("e.charttime", tags=PERIODS),
        options={"extreme": EXTREMES},
    ),
    following(
        "vital_extreme_to_careunit_and_stays",
        "SELECT DISTINCT d.label AS vital, e.charttime AS at FROM chartevents e "
        "JOIN d_items d ON d.itemid = e.itemid WHERE e.row_id % 10 = 0",
        step(
            _EXTREME_VITAL,
            Integer(),
            "In which ICU stay was the {extreme} {vital} of all patients recorded {period}?",
            "Which ICU stay, of whichever patient, has the {extreme} {vital} {period}?",
        ),
        step(
            "SELECT first_careunit AS careunit, first_wardid AS ward FROM icustays WHERE icustay_id = "
            "({turn1})",
            columns(careunit=Text(), ward=Integer()),
            "In which careunit and which ward did this stay begin?",
            "Give the first careunit and the first ward of that stay.",
        ),
        step(
            "SELECT count(*) FROM icustays WHERE first_careunit = (SELECT careunit FROM ({turn2})) AND "
            "{period2}",
            Integer(unit="ICU stays"),
            "How many ICU stays began in that careunit {period2}?",
            "Count the ICU stays that began in this careunit {period2}.",
        ),
        period=When("e.charttime", tags=tuple(tag for tag in PERIODS if tag != "none")),
        period2=When("intime", tags=PERIODS),
        options={"extreme": EXTREMES},
    ),
    following(
        "commonest_lab_to_result_and_time",
        anybody(facts.LAB),
        step(
            most(
                "d.label",
                "FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid "
                "WHERE e.subject_id = {patient} AND {period}",
            ),
            Text(),
            "Which lab test has patient {patient} had most often {period}?",
            "Of which lab test does patient {patient} have the most results {period}?",
        ),
        step(
            "SELECT {extreme.sql}(e.valuenum) AS value FROM labevents e JOIN d_labitems d ON d.itemid = "
            "e.itemid "
            "WHERE e.subject_id = {patient} AND d.label = ({turn1})",
            Number(abs_tol=ABOUT),
            "What is the {extreme} result of this lab test that the patient has ever had?",
            "Over all time, what was the patient's {extreme} result of it?",
        ),
        step(
            "SELECT DISTINCT e.charttime FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid "
            "WHERE e.subject_id = {patient} AND d.label = ({turn1}) AND e.valuenum = ({turn2})",
            DateTime(),
            "When was that result recorded?",
            "At what time does the patient have this result?",
        ),
        period=When("e.charttime", "e.hadm_id", tags=OWN),
        options={"extreme": EXTREMES},
    ),
    following(
        "organism_to_specimens_and_patients",
        COMMON_DIAGNOSIS,
        step(
            most(
                "m.org_name",
                "FROM microbiologyevents m WHERE m.org_name IS NOT NULL AND m.hadm_id IN ("
                "SELECT e.hadm_id FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code "
                "WHERE d.short_title = {diagnosis} AND {period})",
            ),
            Text(),
            "Which organism was found most often by microbiology tests in hospital visits in which "
            "{diagnosis} was diagnosed {period}?",
            "What organism did most microbiology tests find in hospital visits with a diagnosis of "
            "{diagnosis} {period}?",
        ),
        step(
            "SELECT DISTINCT spec_type_desc FROM microbiologyevents WHERE org_name = ({turn1})",
            NAMES,
            "In which specimens has this organism been found, of whichever patient?",
            "List all specimens in which that organism was ever found in any patient.",
        ),
        step(
            "SELECT count(DISTINCT subject_id) FROM microbiologyevents WHERE org_name = ({turn1}) AND "
            "{period2}",
            Integer(unit="patients"),
            "In how many patients was it found {period2}, in whichever specimen?",
            "Count the patients of whom any test found this organism {period2}.",
        ),
        period=When("e.charttime", tags=PERIODS),
        period2=When("charttime", tags=PERIODS),
    ),
    following(
        "specimen_to_organisms_and_share",
        anybody(facts.SPECIMEN),
        step(
            _NTH_SPECIMEN["sql"],
            Text(),
            "Which specimen of patient {patient} was the {nth} tested for microbiology {period}?",
            "What was the {nth} specimen of patient {patient} in a microbiology test {period}?",
            premise=_NTH_SPECIMEN["premise"],
        ),
        step(
            "SELECT DISTINCT org_name FROM microbiologyevents WHERE spec_type_desc = ({turn1}) "
            "AND org_name IS NOT NULL AND {period2}",
            NAMES,
            "Which organisms were found in this specimen {period2}, of whichever patient?",
            "List the organisms that tests of that specimen found {period2} in any patient.",
        ),
        step(
            "SELECT 100.0 * count(org_name) / count(*) FROM microbiologyevents "
            "WHERE spec_type_desc = ({turn1}) AND {period2}",
            Number(unit="percent", abs_tol=ABOUT),
            "What percentage of all tests of this specimen in that time found an organism?",
            "In the same time, what percentage of that specimen's tests found an organism?",
        ),
        period=When("charttime", "hadm_id", tags=OWN),
        period2=When("charttime", tags=PERIODS),
        options={"nth": ENDS},
    ),
)
