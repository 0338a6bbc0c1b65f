"""What one patient has had: drugs, lab tests, diagnoses, intakes; found, narrowed down and worked on."""

from __future__ import annotations

from dataclasses import dataclass

from medgym_core import Integer, Number, Text
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import HOSPITAL
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.session import Step
from medgym_plugin_ehr_seqsql.templates.part import PERIODS, Condition, Figure, Head, Unit

_RETURNED = "(SELECT subject_id FROM admissions GROUP BY subject_id HAVING count(*) > 1)"
"""Patients with several visits: of others every period covers all or nothing."""
_MORE_OR_LESS = (Option("more than", ">", "comparison"), Option("less than", "<", "comparison"))


@dataclass(frozen=True)
class Own:
    """One kind of what a patient has: which events these are, and what they are called."""

    name: str
    """Its name, of the ledger."""
    plural: str
    """Several of them."""
    events: str
    """What one event of them is, in the plural."""
    table: str
    """The events' table."""
    column: str
    """Column of the name."""
    time: str
    """Column of the time."""
    titles: str = ""
    """The dictionary that has the name; empty where the events have it."""
    key: str = ""
    """The column by which the dictionary is joined."""

    def rows(self, a: str = "a", d: str = "d") -> str:
        """``FROM`` of the events, with the dictionary."""
        joined = f" JOIN {self.titles} {d} ON {d}.{self.key} = {a}.{self.key}" if self.titles else ""
        return f"FROM {self.table} {a}{joined}"

    def label(self, a: str = "a", d: str = "d") -> str:
        """SQL of the name."""
        return f"{d if self.titles else a}.{self.column}"

    def head(self, *wordings: str) -> Head:
        """The first turn."""
        return Head(
            name=f"own_{self.name}",
            wordings=wordings,
            sql=(
                f"SELECT DISTINCT {self.label()} {self.rows()} "
                "WHERE a.subject_id = {patient} AND {period}"
            ),
            items=Text(),
            facts="h.patient, h.at",
            source=(
                f"SELECT a.row_id, a.subject_id AS patient, {self.label()} AS name, a.{self.time} AS at "
                f"{self.rows()} WHERE a.subject_id IN {_RETURNED}"
            ),
            period=When(f"a.{self.time}", "a.hadm_id", tags=(*PERIODS, *HOSPITAL)),
        )

    @property
    def unit(self) -> Unit:
        """The set of names."""
        return Unit(
            wordings=(
                f"Which of these {self.plural} {{condition}}?",
                f"Of those {self.plural}, which ones {{condition}}?",
                f"Keep the {self.plural} among them that {{condition}}. Which are left?",
            ),
            sql=f"SELECT {self.label()} {self.of_found} GROUP BY {self.label()} HAVING {{where}}",
            join="",
        )

    @property
    def price(self) -> str:
        """SQL of the price of event ``a``."""
        return f"(SELECT c.cost FROM cost c WHERE (c.event_type, c.event_id) = ('{self.table}', a.row_id))"

    def priced(self) -> Condition:
        """Those above or below a price, where each has one."""
        return Condition(
            f"{self.name}_price",
            ("have a price of {price_bound} {price}", "cost {price_bound} {price} each"),
            f"max({self.price}) {{price_bound.sql}} {{price}}",
            "c.cost AS price",
            f"JOIN cost c ON (c.event_type, c.event_id) = ('{self.table}', h.row_id)",
            {"price_bound": _MORE_OR_LESS},
            premise=(
                f"SELECT 1 WHERE NOT EXISTS (SELECT 1 {self.of_found} GROUP BY {self.label()} "
                f"HAVING min({self.price}) < max({self.price}))"
            ),
        )

    def shared(self, had: str) -> Condition:
        """Those that more, or fewer, than so many patients have; ``had`` is a verb in the plural."""
        others = f"{self.rows('b', 'f')} WHERE {self.label('b', 'f')} = {self.label()}"
        counted = f"SELECT {self.label()} AS name, count(DISTINCT a.subject_id) AS patients {self.rows()}"
        return Condition(
            f"{self.name}_shared",
            (f"{had} {{shared_bound}} {{patients}} patients in all, this one included",),
            f"(SELECT count(DISTINCT b.subject_id) {others}) {{shared_bound.sql}} {{patients}}",
            "s.patients",
            f"JOIN ({counted} GROUP BY 1) s ON s.name = h.name",
            {
                "shared_bound": (
                    Option("more than", ">", "comparison"),
                    Option("fewer than", "<", "comparison"),
                )
            },
        )

    def repeated(self, *phrases: str) -> Condition:
        """Those of which the patient has several events."""
        return Condition(f"{self.name}_repeated", phrases, "count(*) > 1")

    def counted(self, *wordings: str) -> Figure:
        """How many events of these the patient has in all."""
        return Figure(
            f"{self.name}_events",
            Step(wordings, f"SELECT count(*) {self.of_found}", Integer(unit=self.events)),
        )

    def paid(self, *wordings: str) -> Figure:
        """What all these events of the patient cost."""
        return Figure(
            f"{self.name}_paid",
            Step(wordings, f"SELECT sum({self.price}) {self.of_found}", Number(abs_tol=0.001)),
        )

    @property
    def of_found(self) -> str:
        """``FROM`` and ``WHERE`` of the patient's events of the names found before."""
        return f"{self.rows()} WHERE a.subject_id = {{patient}} AND {self.label()} IN ({{found}})"


DRUG = Own("drug", "drugs", "prescriptions", "prescriptions", "drug", "startdate")
LAB = Own("lab", "lab tests", "results", "labevents", "label", "charttime", "d_labitems", "itemid")
DIAGNOSIS = Own(
    *("diagnosis", "diagnoses", "diagnoses", "diagnoses_icd", "short_title", "charttime"),
    *("d_icd_diagnoses", "icd9_code"),
)
INTAKE = Own("intake", "intakes", "intakes", "inputevents_cv", "label", "charttime", "d_items", "itemid")

DRUGS = DRUG.head(
    "Which drugs was patient {patient} prescribed {period}?",
    "List the drugs prescribed to patient {patient} {period}.",
    "What drugs does patient {patient} have prescriptions of {period}?",
)
LABS = LAB.head(
    "Which lab tests did patient {patient} have {period}?",
    "List the lab tests done for patient {patient} {period}.",
    "What lab tests have results of patient {patient} {period}?",
)
DIAGNOSES = DIAGNOSIS.head(
    "What was patient {patient} diagnosed with {period}?",
    "List the diagnoses that patient {patient} received {period}.",
    "Which diagnoses does patient {patient} have {period}?",
)
INTAKES = INTAKE.head(
    "Which intakes did patient {patient} have {period}?",
    "List the intakes recorded for patient {patient} {period}.",
    "What was recorded as intake of patient {patient} {period}?",
)

ROUTE = Condition(
    "drug_route",
    (
        "have ever been prescribed to this patient by the route {route}",
        "did this patient ever have by the route {route}",
    ),
    "sum(a.route = {route}) > 0",
    "r.route",
    "JOIN prescriptions r ON r.row_id = h.row_id",
)
VOLUME = Condition(
    "intake_volume",
    ("amount to {volume_bound} {volume} ml for this patient in all",),
    "sum(a.amount) {volume_bound.sql} {volume}",
    "50 * CAST(1 + v.amount / 25 AS INT) AS volume",
    "JOIN inputevents_cv v ON v.row_id = h.row_id",
    {"volume_bound": _MORE_OR_LESS},
)
TOTAL_VOLUME = Figure(
    "intake_total",
    Step(
        (
            "What is the total volume of these intakes that this patient has ever had?",
            "Add up all volumes of those intakes for this patient, at whatever time.",
        ),
        f"SELECT sum(a.amount) {INTAKE.of_found}",
        Number(unit="ml", abs_tol=0.001),
    ),
)
