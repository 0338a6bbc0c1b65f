"""Labels as v1.0 computed them: for each known error, entities that show it, and the wrong rule."""

from datetime import date, timedelta
from typing import Any, NamedTuple

from ..calculators.example import computed

YEARS = [60, "years"]
VITALS = {
    "Temperature": [37.0, "degrees celsius"],
    "Heart Rate or Pulse": [80, "beats per minute"],
    "respiratory rate": [16, "breaths per minute"],
    "Systolic Blood Pressure": [120, "mm Hg"],
    "Diastolic Blood Pressure": [80, "mm Hg"],
}
APACHE = VITALS | {
    "age": [30, "years"],
    "FiO₂": [21, "%"],
    "Partial pressure of oxygen (PaO₂) for Apache II": [90, "mm Hg"],
    "pH": 7.4,
    "Sodium": [140, "mmol/L"],
    "Potassium": [4.0, "mmol/L"],
    "creatinine": [1.0, "mg/dL"],
    "Hematocrit": [40, "%"],
    "White blood cell count": [8000, "µL"],
    "Glasgow Coma Score": 14,
    "Surgery Type": "Nonoperative",
    "Chronic Renal Failure": "Not mentinoed",
}


class Legacy(NamedTuple):
    """One known error of v1.0."""

    number: int
    """Calculator ID."""
    entities: dict[str, Any]
    """Entities that show it."""
    wrong: str
    """What v1.0 says."""
    right: str
    """What is right."""


def mmol_per_l(value: float, molar_mass: float) -> float:
    """Into mg/dL, rounded to 3 decimals in every step."""
    grams = round(round(value / 1000, 3) * molar_mass, 3)
    return round(grams * 100, 3)


def rounded_calcium() -> str:
    """Calcium of 2.2 mmol/L with an albumin of 2.8 g/dL."""
    return str(round(mmol_per_l(2.2, 40.08) + 0.8 * (4 - 2.8), 3))


def rounded_friedewald() -> str:
    """Total 5.4, HDL 1.4, triglycerides 1.6 mmol/L."""
    total, hdl = mmol_per_l(5.4, 386.654), mmol_per_l(1.4, 386.654)
    return str(round(total - hdl - mmol_per_l(1.6, 861.338) / 5, 3))


def kappa_of_women() -> str:
    """A man with 0.8 mg/dL."""
    return str(round(142 * (0.8 / 0.7) ** -0.302 * 0.9938**60, 3))


def absolute_gap() -> str:
    """A cycle of 24 days moves the due date on instead of back."""
    return (date(2020, 4, 2) + timedelta(days=280 + abs(24 - 28))).strftime("%m/%d/%Y")


def cholesterol_in_mmol() -> str:
    """Cholesterol enters in mmol/L and the fraction is rounded to one decimal."""
    risk = computed(
        "framingham",
        sex="male",
        age=60,
        sbp=140,
        total_cholesterol=200 / 38.6654,
        hdl=50 / 38.6654,
        smoking=True,
        blood_pressure_treated=False,
    )
    return str(round(risk / 100, 1))


def meld_rounded_too_early() -> str:
    """MELD(i) of 1.95 becomes 2, so 20 for 23 at a sodium of 137."""
    return "20"


LEGACY = (
    Legacy(3, {"sex": "Male", "age": YEARS, "creatinine": [0.8, "mg/dL"]}, kappa_of_women(), "101.343"),
    Legacy(7, {"Calcium": [2.2, "mmol/L"], "Albumin": [2.8, "g/dL"]}, rounded_calcium(), "9.7776"),
    Legacy(13, {"cycle length": 24, "Last menstrual date": "04/02/2020"}, absolute_gap(), "01/03/2021"),
    Legacy(
        15,
        {
            "Bilirubin": [1.0, "mg/dL"],
            "Albumin": [4.0, "g/dL"],
            "international normalized ratio": 1.0,
            "Ascites": "moderate",
            "Encephalopathy": "No Encephalopathy",
        },
        "5",
        "7",
    ),
    Legacy(
        17, {"Cerebrovascular disease history": True, "Pre-operative creatinine": [1.0, "mg/dL"]}, "0", "1"
    ),
    Legacy(
        18,
        {
            "Suspicion History": "Slightly suspicious",
            "Electrocardiogram Test": "Normal",
            "age": [30, "years"],
            "Initial troponin": "less than or equal to normal limit",
            "atherosclerotic disease": True,
        },
        "1",
        "2",
    ),
    Legacy(
        21,
        {
            "Best eye response": "eyes open spontaneously",
            "Best verbal response": "oriented",
            "Best motor response": "obeys commands",
        },
        "20",
        "15",
    ),
    Legacy(
        23,
        {
            "creatinine": [2.6, "mg/dL"],
            "Bilirubin": [4.2, "mg/dL"],
            "international normalized ratio": 1.2,
            "Sodium": [137, "mEq/L"],
        },
        meld_rounded_too_early(),
        "23",
    ),
    Legacy(
        27,
        {
            "sex": "Male",
            "Blood Urea Nitrogen (BUN)": [10, "mg/dL"],
            "Hemoglobin": [13.0, "g/dL"],
            "Systolic Blood Pressure": [120, "mm Hg"],
            "Heart Rate or Pulse": [80, "beats per minute"],
        },
        "1",
        "0",
    ),
    Legacy(28, APACHE, "14", "1"),
    Legacy(
        29,
        VITALS | {"sex": "Male", "age": YEARS, "Temperature": [37.0, "degrees celsisus"]},
        "75",
        "60",
    ),
    Legacy(32, {"age": [40, "years"], "Solid tumor": "Metastatic"}, "1", "6"),
    Legacy(33, {"Fever in past 24 hours": True}, "1", "2"),
    Legacy(
        36,
        {
            "age": [30, "years"],
            "sex": "Male",
            "Body Mass Index (BMI)": [24.0, "kg/m^2"],
            "Mobility": "normal",
            "Surgery Type": "major",
            "Varicose veins": True,
        },
        "2",
        "3",
    ),
    Legacy(
        43,
        {
            "FiO₂": [21, "%"],
            "Partial pressure of oxygen (PaO₂) for Apache II": [90, "mm Hg"],
            "Platelet count": [90000, "µL"],
        },
        "4",
        "2",
    ),
    Legacy(
        44,
        {
            "Total cholesterol": [5.4, "mmol/L"],
            "high-density lipoprotein cholesterol": [1.4, "mmol/L"],
            "Triglycerides": [1.6, "mmol/L"],
        },
        rounded_friedewald(),
        "127.1",
    ),
    Legacy(
        46,
        {
            "sex": "Male",
            "age": YEARS,
            "Systolic Blood Pressure": [140, "mm hg"],
            "Smoker": True,
            "Total cholesterol": [200, "mg/dL"],
            "high-density lipoprotein cholesterol": [50, "mg/dL"],
            "Blood pressure being treated with medicines": False,
        },
        cholesterol_in_mmol(),
        "15.3",
    ),
    Legacy(51, {**VITALS, "PaCO₂": [40, "mm hg"], "White blood cell count": [8000, "µL"]}, "1", "0"),
    Legacy(68, {"cycle length": 35, "Last menstrual date": "04/02/2020"}, "04/16/2020", "04/23/2020"),
)
"""Every known error that shows in a label."""
