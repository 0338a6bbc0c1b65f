"""Sessions that follow a value found among diagnoses, procedures, volumes and visits."""

from __future__ import annotations

from medgym_core import DateTime, Integer, Number, Text
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import EXTREMES, Option
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.templates.following import (
    ABOUT,
    COMMON_DIAGNOSIS,
    FREQUENT,
    NAMES,
    OWN,
    SIZES,
    anybody,
    columns,
    following,
    most,
    step,
)
from medgym_plugin_ehr_seqsql.templates.part import BEGINNINGS, PERIODS

_ELDEST = """
SELECT subject_id FROM (
  SELECT p.subject_id, dense_rank() OVER (ORDER BY p.dob {eldest.direction}) AS place
  FROM patients p
  WHERE p.subject_id IN (
    SELECT e.subject_id FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
    WHERE d.short_title = {diagnosis} AND {period}
  )
)
WHERE place = 1"""


TEMPLATES = (
    following(
        "commonest_procedure_to_title_and_patients",
        COMMON_DIAGNOSIS,
        step(
            most(
                "t.short_title",
                "FROM procedures_icd x JOIN d_icd_procedures t ON t.icd9_code = x.icd9_code WHERE "
                "x.hadm_id IN ("
                "SELECT e.hadm_id FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code "
                "WHERE d.short_title = {diagnosis} AND {period})",
            ),
            Text(),
            "Which procedure was done most often in hospital visits in which {diagnosis} was diagnosed "
            "{period}?",
            "What procedure is the most frequent in hospital visits with a diagnosis of {diagnosis} "
            "{period}?",
        ),
        step(
            "SELECT DISTINCT long_title FROM d_icd_procedures WHERE short_title = ({turn1})",
            Text(),
            "What is the long title of this procedure?",
            "Give that procedure's long title.",
        ),
        step(
            "SELECT count(DISTINCT x.subject_id) FROM procedures_icd x JOIN d_icd_procedures t "
            "ON t.icd9_code = x.icd9_code WHERE t.short_title = ({turn1}) AND {period2}",
            Integer(unit="patients"),
            "How many patients had it {period2}?",
            "Count the patients on whom this procedure was done {period2}.",
        ),
        period=When("e.charttime", tags=PERIODS),
        period2=When("x.charttime", tags=PERIODS),
    ),
    following(
        "dearest_diagnosis_to_title_and_patients",
        facts.DIAGNOSIS,
        step(
            most(
                "d.short_title",
                "FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code "
                "JOIN cost c ON (c.event_type, c.event_id) = ('diagnoses_icd', e.row_id) "
                "WHERE e.subject_id = {patient} AND {period}",
                "{size.sql} * max(c.cost)",
            ),
            Text(),
            "Which diagnosis of patient {patient} {period} has the {size} price?",
            "Of what patient {patient} was diagnosed with {period}, what has the {size} price?",
        ),
        step(
            "SELECT DISTINCT icd9_code, long_title FROM d_icd_diagnoses WHERE short_title = ({turn1})",
            columns(icd9_code=Text(), long_title=Text()),
            "What are the ICD-9 code and the long title of this diagnosis?",
            "Give that diagnosis's ICD-9 code and long title.",
        ),
        step(
            "SELECT count(DISTINCT x.subject_id) FROM diagnoses_icd x JOIN d_icd_diagnoses t "
            "ON t.icd9_code = x.icd9_code WHERE t.short_title = ({turn1}) AND {period2}",
            Integer(unit="patients"),
            "How many patients were diagnosed with it {period2}?",
            "Count the patients who received this diagnosis {period2}.",
        ),
        period=When("e.charttime", "e.hadm_id", tags=OWN),
        period2=When("x.charttime", tags=PERIODS),
        options={"size": SIZES},
    ),
    following(
        "intake_to_volume_and_patients",
        anybody(facts.INTAKE),
        step(
            most(
                "d.label",
                "FROM inputevents_cv e JOIN d_items d ON d.itemid = e.itemid "
                "WHERE e.subject_id = {patient} AND {period}",
                "{size.sql} * sum(e.amount)",
            ),
            Text(),
            "Of which intake did patient {patient} have the {size} total volume {period}?",
            "Which intake of patient {patient} {period} adds up to the {size} number of ml?",
        ),
        step(
            "SELECT sum(e.amount) FROM inputevents_cv e JOIN d_items d ON d.itemid = e.itemid "
            "WHERE e.subject_id = {patient} AND d.label = ({turn1})",
            Number(unit="ml", abs_tol=ABOUT),
            "How much of this intake has the patient had over all time?",
            "What is its total volume for this patient, at whatever time?",
        ),
        step(
            "SELECT count(DISTINCT e.subject_id) FROM inputevents_cv e JOIN d_items d ON d.itemid = e.itemid "
            "WHERE d.label = ({turn1}) AND {period2}",
            Integer(unit="patients"),
            "How many patients had any of it {period2}?",
            "Count the patients with that intake {period2}.",
        ),
        period=When("e.charttime", "e.hadm_id", tags=OWN),
        period2=When("e.charttime", tags=PERIODS),
        options={"size": SIZES},
    ),
    following(
        "output_to_volume_and_patients",
        anybody(facts.OUTPUT),
        step(
            most(
                "d.label",
                "FROM outputevents e JOIN d_items d ON d.itemid = e.itemid "
                "WHERE e.subject_id = {patient} AND {period}",
                "{size.sql} * sum(e.value)",
            ),
            Text(),
            "Of which output did patient {patient} have the {size} total volume {period}?",
            "Which output of patient {patient} {period} adds up to the {size} number of ml?",
        ),
        step(
            "SELECT {extreme.sql}(e.value) FROM outputevents e JOIN d_items d ON d.itemid = e.itemid "
            "WHERE e.subject_id = {patient} AND d.label = ({turn1})",
            Number(unit="ml", abs_tol=ABOUT),
            "What is the {extreme} single volume of this output that the patient has ever had?",
            "Over all time, what was the patient's {extreme} volume of it at once?",
        ),
        step(
            "SELECT count(DISTINCT e.subject_id) FROM outputevents e JOIN d_items d ON d.itemid = e.itemid "
            "WHERE d.label = ({turn1}) AND {period2}",
            Integer(unit="patients"),
            "How many patients had any of it {period2}?",
            "Count the patients with that output {period2}.",
        ),
        period=When("e.charttime", "e.hadm_id", tags=OWN),
        period2=When("e.charttime", tags=PERIODS),
        options={"size": SIZES, "extreme": EXTREMES},
    ),
    following(
        "admission_to_location_and_visits",
        facts.ADMISSION,
        step(
            """
SELECT DISTINCT hadm_id FROM (
  SELECT hadm_id, dense_rank() OVER (ORDER BY admittime {nth.direction}) AS place
  FROM admissions WHERE subject_id = {patient}
)
WHERE place = 1""",
            Integer(),
            "Of all hospital visits of patient {patient}, which one began {nth}?",
            "Which hospital visit of patient {patient} has the {nth} admission time of all?",
        ),
        step(
            "SELECT admission_location AS location, insurance FROM admissions WHERE hadm_id = ({turn1})",
            columns(location=Text(), insurance=Text()),
            "What are the admission location and the insurance of this visit?",
            "Give that visit's admission location and insurance.",
        ),
        step(
            "SELECT count(*) FROM admissions WHERE {period2} "
            "AND (admission_location, insurance) IN (SELECT location, insurance FROM ({turn2}))",
            Integer(unit="visits"),
            "How many hospital visits with both the same location and the same insurance began {period2}?",
            "Count the hospital visits that share this location and this insurance and began {period2}.",
        ),
        period2=When("admittime", tags=tuple(tag for tag in PERIODS if tag != "none")),
        options={"nth": BEGINNINGS},
    ),
    following(
        "eldest_to_drugs_and_admission",
        f"SELECT DISTINCT d.short_title AS diagnosis, r.route, e.charttime AS at FROM diagnoses_icd e "
        f"JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code JOIN prescriptions r ON r.hadm_id = e.hadm_id "
        f"AND r.row_id % 4 = 0 WHERE {FREQUENT.format('diagnoses_icd')}",
        step(
            _ELDEST,
            Integer(),
            "Which of the patients who were diagnosed with {diagnosis} {period} is the {eldest}?",
            "Who is the {eldest} patient with a diagnosis of {diagnosis} {period}?",
        ),
        step(
            "SELECT DISTINCT drug FROM prescriptions WHERE subject_id = ({turn1}) AND route = {route}",
            NAMES,
            "Which drugs has this patient ever been prescribed by the route {route}?",
            "List the drugs that were ever prescribed to that patient by the route {route}.",
        ),
        step(
            "SELECT {eldest.sql}(admittime) FROM admissions WHERE subject_id = ({turn1})",
            DateTime(),
            "What is the {eldest.which} admission time of this patient?",
            "Over all hospital visits of that patient, what is the {eldest.which} time of admission?",
        ),
        period=When("e.charttime", tags=PERIODS),
        options={
            "eldest": (
                Option("oldest", "min", "sort", {"direction": "ASC", "which": "earliest"}),
                Option("youngest", "max", "sort", {"direction": "DESC", "which": "latest"}),
            )
        },
    ),
)
