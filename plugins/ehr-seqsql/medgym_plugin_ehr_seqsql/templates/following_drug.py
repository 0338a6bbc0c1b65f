"""Sessions that follow a value found among prescriptions and drugs."""

from __future__ import annotations

from medgym_core import Integer, Number, Text
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.nth import at_nth
from medgym_ehr.questions.option import ENDS, Option
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.templates.following import (
    ABOUT,
    COMMON_DIAGNOSIS,
    NAMES,
    OWN,
    columns,
    following,
    most,
    step,
)
from medgym_plugin_ehr_seqsql.templates.part import PERIODS

_DRUG_PATIENTS = step(
    "SELECT count(DISTINCT subject_id) FROM prescriptions WHERE drug = ({turn1}) AND {period2}",
    Integer(unit="patients"),
    "How many patients were prescribed it {period2}?",
    "Count the patients to whom this drug was prescribed {period2}.",
)
_NTH_DRUG = at_nth("drug", "startdate", "FROM prescriptions WHERE subject_id = {patient} AND {period}")
_DRUG_BY_ROUTE = at_nth(
    "drug", "startdate", "FROM prescriptions WHERE subject_id = {patient} AND route = {route} AND {period}"
)
_FIRST_VISIT_WITH = """
SELECT DISTINCT hadm_id FROM (
  SELECT hadm_id, dense_rank() OVER (ORDER BY startdate {nth.direction}) AS place
  FROM prescriptions WHERE drug = {drug} AND {period}
)
WHERE place = 1"""


def _dearest(turn: str) -> str:
    """The drug of a list whose prescriptions cost most."""
    return most(
        "r.drug",
        "FROM (SELECT drug, min(row_id) AS row_id FROM prescriptions "
        f"WHERE drug IN ({{{turn}}}) GROUP BY drug) r "
        "JOIN cost c ON (c.event_type, c.event_id) = ('prescriptions', r.row_id)",
        "max(c.cost)",
    )


TEMPLATES = (
    following(
        "drug_to_routes_and_patients",
        facts.DRUG,
        step(
            _NTH_DRUG["sql"],
            Text(),
            "Which drug was the {nth} that patient {patient} was prescribed {period}?",
            "What was the {nth} drug prescribed to patient {patient} {period}?",
            premise=_NTH_DRUG["premise"],
        ),
        step(
            "SELECT DISTINCT route FROM prescriptions WHERE drug = ({turn1})",
            NAMES,
            "By which routes has this drug been prescribed, to whichever patient?",
            "List every route by which that drug has ever been prescribed to anyone.",
        ),
        _DRUG_PATIENTS,
        period=When("startdate", "hadm_id", tags=OWN),
        period2=When("startdate", tags=PERIODS),
        options={"nth": ENDS},
    ),
    following(
        "drug_by_route_to_dose_and_price",
        facts.DRUG,
        step(
            _DRUG_BY_ROUTE["sql"],
            Text(),
            "Which drug was the {nth} that patient {patient} was prescribed by the route {route} {period}?",
            "What was the {nth} drug prescribed to patient {patient} by the route {route} {period}?",
            premise=_DRUG_BY_ROUTE["premise"],
        ),
        step(
            "SELECT DISTINCT dose_val_rx AS dose, dose_unit_rx AS unit FROM prescriptions "
            "WHERE subject_id = {patient} AND drug = ({turn1})",
            columns(dose=Text(), unit=Text()),
            "In which doses has this patient ever been prescribed it? Give dose and unit.",
            "Give each dose, with its unit, in which that drug was ever prescribed to this patient.",
        ),
        step(
            "SELECT DISTINCT c.cost FROM cost c JOIN prescriptions e ON e.row_id = c.event_id "
            "WHERE c.event_type = 'prescriptions' AND e.drug = ({turn1})",
            Number(abs_tol=ABOUT),
            "What is the price of one prescription of this drug?",
            "How much does a prescription of that drug cost?",
        ),
        period=When("startdate", "hadm_id", tags=OWN),
        options={"nth": ENDS},
    ),
    following(
        "top_drugs_to_dearest_and_patients",
        COMMON_DIAGNOSIS,
        step(
            """
SELECT name FROM (
  SELECT r.drug AS name, dense_rank() OVER (ORDER BY count(*) DESC) AS place
  FROM prescriptions r
  WHERE r.hadm_id IN (
    SELECT e.hadm_id FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code
    WHERE d.short_title = {diagnosis} AND {period}
  )
  GROUP BY r.drug
)
WHERE place <= {top.sql}""",
            NAMES,
            "Which are the top {top} drugs by number of prescriptions in hospital visits in which "
            "{diagnosis} "
            "was diagnosed {period}?",
            "What are the top {top} drugs by number of prescriptions during hospital visits with a "
            "diagnosis of "
            "{diagnosis} {period}?",
        ),
        step(
            _dearest("turn1"),
            Text(),
            "Which of these drugs has the highest price?",
            "One prescription of which of those drugs costs most?",
        ),
        step(
            "SELECT count(DISTINCT subject_id) FROM prescriptions WHERE drug = ({turn2}) AND {period2}",
            Integer(unit="patients"),
            "How many patients were prescribed that drug {period2}?",
            "To how many patients was it prescribed {period2}?",
        ),
        period=When("e.charttime", tags=PERIODS),
        period2=When("startdate", tags=PERIODS),
        options={"top": tuple(Option(words, n, "n_rank") for words, n in (("three", "3"), ("five", "5")))},
    ),
    following(
        "dearest_visit_to_drugs_and_price",
        facts.DRUG,
        step(
            most("hadm_id", "FROM cost WHERE subject_id = {patient}", "{size.sql} * sum(cost)"),
            Integer(),
            "Which hospital visit of patient {patient} cost the {size}?",
            "Of all hospital visits of patient {patient}, which one has the {size.word} cost?",
            premise="SELECT 1 FROM admissions WHERE subject_id = {patient} GROUP BY 1 HAVING count(*) > 1",
        ),
        step(
            "SELECT DISTINCT drug FROM prescriptions WHERE hadm_id = ({turn1}) AND route = {route}",
            NAMES,
            "Which drugs were prescribed during this visit by the route {route}?",
            "List the drugs of that visit whose route was {route}.",
        ),
        step(
            _dearest("turn2"),
            Text(),
            "Which of these drugs has the highest price?",
            "One prescription of which of those drugs costs most?",
        ),
        options={
            "size": (
                Option("most", "1", "sort", {"word": "highest"}),
                Option("least", "-1", "sort", {"word": "lowest"}),
            )
        },
    ),
    following(
        "prescription_to_procedures_and_cost",
        facts.DRUG,
        step(
            _FIRST_VISIT_WITH,
            Integer(),
            "In which hospital visit was {drug} prescribed for the {nth} time {period}?",
            "Which hospital visit has the {nth} prescription of {drug} {period}?",
        ),
        step(
            "SELECT DISTINCT t.short_title FROM procedures_icd x JOIN d_icd_procedures t "
            "ON t.icd9_code = x.icd9_code WHERE x.hadm_id = ({turn1})",
            NAMES,
            "Which procedures were done in this visit?",
            "List the procedures of that visit.",
        ),
        step(
            "SELECT sum(cost) FROM cost WHERE hadm_id = ({turn1})",
            Number(abs_tol=ABOUT),
            "What is the total cost of this visit?",
            "How much did that visit cost in all?",
        ),
        period=When("startdate", tags=PERIODS),
        options={"nth": ENDS},
    ),
)
