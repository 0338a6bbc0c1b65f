"""What something costs, and what a patient or a visit cost in all."""

from __future__ import annotations

from functools import partial

from medgym_core import Column, Number, Table, Text
from medgym_ehr.questions.option import AGGREGATES, EXTREMES, Option
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, NO_PERIOD
from medgym_ehr.questions.premise import Premised, at_least
from medgym_ehr.questions.template import Template, When

CATEGORY = "cost"
AMOUNT = Number(abs_tol=0.001)
UNITS = (
    Option("day", "%Y-%m-%d", "unit_average", {"each": "daily"}),
    Option("month", "%Y-%m", "unit_average", {"each": "monthly"}),
    Option("year", "%Y", "unit_average", {"each": "yearly"}),
)
"""The calendar unit in which charges are added up."""


def visit_cost(visit: str, visits: str, counted: str, table: str) -> Premised:
    """Query of the cost of a visit, maximum, minimum or average, over at least three visits.

    Args:
        visit: column that names the visit.
        visits: a query of visits.
        counted: SQL aggregate that counts the visits in ``table``.
        table: a table in which each of them stands.
    """
    chosen = f"""WHERE {visit} IN (
    {visits.strip()}
  )"""
    return Premised(
        sql=f"""
SELECT {{aggregate.sql}}(total) FROM (
  SELECT sum(cost) AS total FROM cost
  {chosen}
  GROUP BY {visit}
)""",
        premise=at_least(3, counted, f"FROM {table} {chosen}"),
    )


visit_cost_with_diagnosis = partial(
    Template,
    id="visit_cost_with_diagnosis",
    category=CATEGORY,
    wordings=(
        "What is the {aggregate} cost of a hospital visit in which {diagnosis} was diagnosed {period}?",
        "Among the hospital visits in which {diagnosis} was diagnosed {period}, "
        "what is the {aggregate} cost of a visit?",
        "Find the {aggregate} total cost of the hospital visits in which {diagnosis} was diagnosed {period}.",
    ),
    options={"aggregate": AGGREGATES},
    answer=AMOUNT,
)
visit_cost_with_drug = partial(
    Template,
    id="visit_cost_with_drug",
    category=CATEGORY,
    wordings=(
        "What is the {aggregate} cost of a hospital visit in which {drug} was prescribed {period}?",
        "Among the hospital visits in which {drug} was prescribed {period}, "
        "what is the {aggregate} cost of a visit?",
        "Find the {aggregate} total cost of the hospital visits in which {drug} was prescribed {period}.",
    ),
    options={"aggregate": AGGREGATES},
    answer=AMOUNT,
)
cost_of_patient = partial(
    Template,
    id="cost_of_patient",
    category=CATEGORY,
    wordings=(
        "What is the total cost charged to patient {patient} {period}?",
        "How much has the care of patient {patient} cost in all {period}?",
        "Add up all costs of patient {patient} {period}.",
    ),
    answer=AMOUNT,
)
cost_of_kind_of_patient = partial(
    Template,
    id="cost_of_kind_of_patient",
    category=CATEGORY,
    wordings=(
        "What is the total cost of the {kind} charged to patient {patient} {period}?",
        "How much have the {kind} of patient {patient} cost in all {period}?",
        "Add up the costs of all {kind} of patient {patient} {period}.",
    ),
    answer=AMOUNT,
)
costs_of_patient_by_unit = partial(
    Template,
    id="costs_of_patient_by_unit",
    category=CATEGORY,
    wordings=(
        "List the {unit.each} total cost of patient {patient} {period}: each {unit} with a charge "
        "and what was charged in it.",
        "For every {unit} in which patient {patient} was charged {period}, "
        "give the {unit} and its total cost.",
        "What did the care of patient {patient} cost in each {unit} with a charge {period}? "
        "Give the {unit} and the total.",
    ),
    options={"unit": UNITS},
    answer=Table(columns=(Column(name="period", kind=Text()), Column(name="total", kind=AMOUNT))),
    fewest=2,
    most=15,
)
unit_cost_of_patient = partial(
    Template,
    id="unit_cost_of_patient",
    category=CATEGORY,
    wordings=(
        "What is the {aggregate} {unit.each} total cost of patient {patient} {period}?",
        "Over the {unit}s with a charge, what is the {aggregate} total cost per {unit} "
        "of patient {patient} {period}?",
        "Find the {aggregate} cost that patient {patient} was charged in a {unit} {period}.",
    ),
    options={"aggregate": AGGREGATES, "unit": UNITS},
    answer=AMOUNT,
)
price_of_drug = partial(
    Template,
    id="price_of_drug",
    category=CATEGORY,
    wordings=(
        "How much does a prescription of {drug} cost?",
        "What is the price of the drug {drug}?",
        "What is charged for {drug} each time it is prescribed?",
    ),
    answer=AMOUNT,
)
price_of_diagnosis = partial(
    Template,
    id="price_of_diagnosis",
    category=CATEGORY,
    wordings=(
        "How much does a diagnosis of {diagnosis} cost?",
        "What is the price of diagnosing {diagnosis}?",
        "What is charged for a diagnosis of {diagnosis}?",
    ),
    answer=AMOUNT,
)
extreme_price_of_patient = partial(
    Template,
    id="extreme_price_of_patient",
    category=CATEGORY,
    wordings=(
        "Which drug prescribed to patient {patient} {period} has the {extreme} price?",
        "By the price of one prescription, which was the drug with the {extreme} price "
        "among those patient {patient} was prescribed {period}?",
        "Name the {extreme}-priced drug that was prescribed to patient {patient} {period}.",
    ),
    options={"extreme": EXTREMES},
    answer=Text(),
)
drug_costs_of_patient = partial(
    Template,
    id="drug_costs_of_patient",
    category=CATEGORY,
    wordings=(
        "List the drugs prescribed to patient {patient} {period}, "
        "each with the total cost of those prescriptions.",
        "For every drug that patient {patient} was prescribed {period}, "
        "give its name and the summed cost of those prescriptions.",
        "Group the prescriptions of patient {patient} {period} by drug: "
        "which drugs are there, and what does each come to in total?",
    ),
    answer=Table(columns=(Column(name="drug", kind=Text()), Column(name="total", kind=AMOUNT))),
    fewest=2,
    most=15,
)


def of_patient(patient: str, visit: str, event_type: str, kinds: tuple[Option, ...]) -> tuple[Template, ...]:
    """What one patient was charged: in all, for one kind of event, and by day, month or year.

    Args:
        patient: column of the cost table that names the patient.
        visit: column that names the hospital visit.
        event_type: column that names the kind of event.
        kinds: kinds of event.
    """
    facts = f"SELECT {patient} AS patient, chargetime AS at FROM cost"
    period = When("chargetime", visit=visit, tags=(NO_PERIOD, *HOSPITAL, *CALENDAR))
    charged = f"WHERE {patient} = {{patient}} AND {{period}}"
    unit = "strftime('{unit.sql}', chargetime)"
    return (
        cost_of_patient(facts=facts, period=period, sql=f"SELECT sum(cost) FROM cost {charged}"),
        cost_of_kind_of_patient(
            facts=facts,
            options={"kind": kinds},
            period=period,
            sql=f"""
SELECT sum(cost) FROM cost
WHERE {patient} = {{patient}} AND {event_type} = {{kind.sql}} AND {{period}}""",
        ),
        costs_of_patient_by_unit(
            facts=facts,
            period=period,
            sql=f"\nSELECT {unit} AS period, sum(cost) AS total FROM cost\n{charged}\nGROUP BY {unit}",
        ),
        unit_cost_of_patient(
            facts=facts,
            period=period,
            sql=f"""
SELECT {{aggregate.sql}}(total) FROM (
  SELECT sum(cost) AS total FROM cost
  {charged}
  GROUP BY {unit}
)""",
            premise=at_least(2, f"count(DISTINCT {unit})", f"FROM cost {charged}"),
        ),
    )
