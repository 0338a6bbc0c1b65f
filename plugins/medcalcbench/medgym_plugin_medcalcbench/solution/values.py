"""From stated values to those of formulas.

A quantity is stated as ``(number, unit)``, a finding as truth value, an option as text, a date as
``YYYY-MM-DD``, drugs as ``(drug, amount, unit, doses a day)``.
"""

import math
from datetime import date
from typing import Any

FACTORS = {
    ("weight", "lb"): 0.45359237,
    ("weight", "g"): 0.001,
    ("height", "m"): 100,
    ("height", "in"): 2.54,
    ("qt", "s"): 1000,
    ("age", "months"): 1 / 12,
    ("creatinine", "µmol/L"): 11.312 / 1000,
    ("bilirubin", "µmol/L"): 58.466 / 1000,
    ("bun", "mmol/L"): 2.802,
    ("glucose", "mmol/L"): 18.016,
    ("fasting_glucose", "mmol/L"): 18.016,
    ("calcium", "mmol/L"): 4.008,
    ("albumin", "g/L"): 0.1,
    ("haemoglobin", "g/L"): 0.1,
    ("total_cholesterol", "mmol/L"): 38.6654,
    ("hdl", "mmol/L"): 38.6654,
    ("triglycerides", "mmol/L"): 86.1338,
    ("white_cells", "/µL"): 0.001,
    ("platelets", "/µL"): 0.001,
    ("pao2", "kPa"): 7.50062,
    ("paco2", "kPa"): 7.50062,
}


def convert(name: str, value: Any) -> Any:
    """A quantity in the unit of its formula, an age in whole years; anything else as it is."""
    if not isinstance(value, tuple) or len(value) != 2 or not isinstance(value[1], str):
        return date.fromisoformat(value) if name in ("last_period", "today") else value
    number, unit = value
    if unit == "°F":
        return (number - 32) / 1.8
    converted = number * FACTORS.get((name, unit), 1)
    return math.floor(converted + 1e-9) if name == "age" else converted
