"""The quantities of all calculators, with the units in which notes state them.

Conversions are exact fractions. Molar masses in g/mol: creatinine 113.12, bilirubin 584.66, glucose 180.16,
urea nitrogen 28.02, calcium 40.08, cholesterol 386.654, triglycerides 861.338.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from medgym_plugin_medcalcbench.parameter import Age, Measurement, Quantity, Unit

AnyQuantity = TypeVar("AnyQuantity", bound=Quantity)


def within(quantity: AnyQuantity, low: float, high: float) -> AnyQuantity:
    """The same quantity with another plausible range."""
    return replace(quantity, low=low, high=high)


def optional(quantity: AnyQuantity, value: float) -> AnyQuantity:
    """The same quantity, which may be left out: silence means ``value``, in the canonical unit."""
    return replace(quantity, missing=Measurement(value, quantity.unit.name))


def _mmol_per_l(molar_mass: str, decimals: int) -> Unit:
    """Millimoles per litre of what is canonically mg/dL."""
    return Unit("mmol/L", decimals, Fraction(molar_mass) / 10)


def _umol_per_l(molar_mass: str) -> Unit:
    """Micromoles per litre of what is canonically mg/dL."""
    return Unit("µmol/L", 0, Fraction(molar_mass) / 10_000)


def _electrolyte(name: str, label: str, decimals: int, low: float, high: float) -> Quantity:
    """A monovalent ion, for which mEq/L and mmol/L are the same."""
    return Quantity(
        name, label, units=(Unit("mEq/L", decimals), Unit("mmol/L", decimals)), low=low, high=high
    )


def _plain(name: str, label: str, unit: str, decimals: int, low: float, high: float) -> Quantity:
    """A quantity with one unit."""
    return Quantity(name, label, units=(Unit(unit, decimals),), low=low, high=high)


KPA = Unit("kPa", 1, Fraction("7.50062"))

AGE = Age("age", "age", units=(Unit("years", 0), Unit("months", 0, Fraction(1, 12))), low=18, high=95)
WEIGHT = Quantity(
    "weight",
    "body weight",
    units=(Unit("kg", 1), Unit("lb", 0, Fraction("0.45359237")), Unit("g", 0, Fraction(1, 1000))),
    low=42,
    high=140,
)
HEIGHT = Quantity(
    "height",
    "height",
    units=(Unit("cm", 0), Unit("m", 2, Fraction(100)), Unit("in", 0, Fraction("2.54"))),
    low=148,
    high=200,
)
BMI = _plain("bmi", "body mass index", "kg/m²", 1, 17, 42)
TARGET_BMI = _plain("target_bmi", "target body mass index", "kg/m²", 1, 18.5, 30)

TEMPERATURE = Quantity(
    "temperature",
    "body temperature",
    units=(Unit("°C", 1), Unit("°F", 1, Fraction(5, 9), shift=-32)),
    low=35.4,
    high=40.2,
)
HEART_RATE = _plain("heart_rate", "heart rate", "beats/min", 0, 45, 150)
RESPIRATORY_RATE = _plain("respiratory_rate", "respiratory rate", "breaths/min", 0, 10, 38)
SBP = _plain("sbp", "systolic blood pressure", "mmHg", 0, 75, 200)
DBP = _plain("dbp", "diastolic blood pressure", "mmHg", 0, 40, 115)
SPO2 = _plain("spo2", "oxygen saturation on room air", "%", 0, 86, 100)
QT = Quantity("qt", "QT interval", units=(Unit("ms", 0), Unit("s", 3, Fraction(1000))), low=300, high=520)
GCS = _plain("gcs", "total Glasgow Coma Scale score", "", 0, 3, 15)
FIO2 = _plain("fio2", "fraction of inspired oxygen", "%", 0, 21, 100)
PAO2 = Quantity("pao2", "arterial partial pressure of oxygen", units=(Unit("mmHg", 0), KPA), low=45, high=220)
PACO2 = Quantity(
    "paco2", "arterial partial pressure of carbon dioxide", units=(Unit("mmHg", 0), KPA), low=22, high=60
)
AA_GRADIENT = _plain("aa_gradient", "alveolar-arterial oxygen gradient", "mmHg", 0, 10, 560)
PH = _plain("ph", "arterial pH", "", 2, 7.05, 7.72)

SODIUM = _electrolyte("sodium", "serum sodium", 0, 118, 164)
POTASSIUM = _electrolyte("potassium", "serum potassium", 1, 2.2, 7.4)
CHLORIDE = _electrolyte("chloride", "serum chloride", 0, 84, 118)
BICARBONATE = _electrolyte("bicarbonate", "serum bicarbonate", 0, 6, 36)
URINE_SODIUM = _electrolyte("urine_sodium", "urine sodium", 0, 8, 120)
CREATININE = Quantity(
    "creatinine",
    "serum creatinine",
    units=(Unit("mg/dL", 1), _umol_per_l("113.12")),
    low=0.5,
    high=5.5,
)
URINE_CREATININE = _plain("urine_creatinine", "urine creatinine", "mg/dL", 0, 15, 220)
BUN = Quantity(
    "bun",
    "blood urea nitrogen",
    units=(Unit("mg/dL", 0), _mmol_per_l("28.02", 1)),
    low=7,
    high=90,
)
GLUCOSE = Quantity(
    "glucose",
    "serum glucose",
    units=(Unit("mg/dL", 0), _mmol_per_l("180.16", 1)),
    low=70,
    high=620,
)
FASTING_GLUCOSE = replace(GLUCOSE, name="fasting_glucose", label="fasting serum glucose", low=70, high=210)
INSULIN = _plain("insulin", "fasting serum insulin", "µIU/mL", 1, 2, 40)
CALCIUM = Quantity(
    "calcium",
    "total serum calcium",
    units=(Unit("mg/dL", 1), _mmol_per_l("40.08", 2)),
    low=6.5,
    high=12.5,
)
ALBUMIN = Quantity(
    "albumin",
    "serum albumin",
    units=(Unit("g/dL", 1), Unit("g/L", 0, Fraction(1, 10))),
    low=1.6,
    high=5.0,
)
BILIRUBIN = Quantity(
    "bilirubin",
    "total bilirubin",
    units=(Unit("mg/dL", 1), _umol_per_l("584.66")),
    low=0.3,
    high=14,
)
INR = _plain("inr", "international normalized ratio", "", 1, 0.9, 4)
ALT = _plain("alt", "alanine aminotransferase", "U/L", 0, 12, 320)
AST = _plain("ast", "aspartate aminotransferase", "U/L", 0, 12, 320)
CHOLESTEROL = Quantity(
    "total_cholesterol",
    "total cholesterol",
    units=(Unit("mg/dL", 0), _mmol_per_l("386.654", 2)),
    low=120,
    high=320,
)
HDL = Quantity(
    "hdl",
    "high-density lipoprotein cholesterol",
    units=(Unit("mg/dL", 0), _mmol_per_l("386.654", 2)),
    low=24,
    high=90,
)
TRIGLYCERIDES = Quantity(
    "triglycerides",
    "triglycerides",
    units=(Unit("mg/dL", 0), _mmol_per_l("861.338", 2)),
    low=50,
    high=390,
)
HAEMOGLOBIN = Quantity(
    "haemoglobin",
    "haemoglobin",
    units=(Unit("g/dL", 1), Unit("g/L", 0, Fraction(1, 10))),
    low=6,
    high=16.5,
)
HAEMATOCRIT = _plain("haematocrit", "haematocrit", "%", 0, 17, 62)
WHITE_CELLS = Quantity(
    "white_cells",
    "white blood cell count",
    units=(Unit("10⁹/L", 1), Unit("/µL", 0, Fraction(1, 1000))),
    low=1,
    high=28,
)
PLATELETS = Quantity(
    "platelets",
    "platelet count",
    units=(Unit("10⁹/L", 0), Unit("/µL", 0, Fraction(1, 1000))),
    low=10,
    high=420,
)

URINE_OUTPUT = _plain("urine_output", "urine output", "mL/day", 0, 100, 2400)
DOPAMINE = optional(_plain("dopamine", "dopamine infusion", "µg/kg/min", 0, 0, 20), 0)
DOBUTAMINE = optional(_plain("dobutamine", "dobutamine infusion", "µg/kg/min", 0, 0, 12), 0)
EPINEPHRINE = optional(_plain("epinephrine", "epinephrine infusion", "µg/kg/min", 2, 0, 0.3), 0)
NOREPINEPHRINE = optional(_plain("norepinephrine", "norepinephrine infusion", "µg/kg/min", 2, 0, 0.3), 0)
DRINKS = optional(_plain("drinks_per_week", "alcoholic drinks a week", "drinks/week", 0, 0, 24), 0)
CYCLE_LENGTH = _plain("cycle_length", "length of the menstrual cycle", "days", 0, 21, 38)
