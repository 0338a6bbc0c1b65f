"""How a stated quantity comes to the unit that formulas take: the arithmetic, as a program writes it down."""

CONVERSIONS = {
    ("weight", "lb"): "{} * 0.45359237",
    ("weight", "g"): "{} * 0.001",
    ("height", "m"): "{} * 100",
    ("height", "in"): "{} * 2.54",
    ("qt", "s"): "{} * 1000",
    ("age", "months"): "{} // 12",
    ("creatinine", "µmol/L"): "{} * 0.011312",
    ("bilirubin", "µmol/L"): "{} * 0.058466",
    ("bun", "mmol/L"): "{} * 2.802",
    ("glucose", "mmol/L"): "{} * 18.016",
    ("fasting_glucose", "mmol/L"): "{} * 18.016",
    ("calcium", "mmol/L"): "{} * 4.008",
    ("albumin", "g/L"): "{} * 0.1",
    ("haemoglobin", "g/L"): "{} * 0.1",
    ("total_cholesterol", "mmol/L"): "{} * 38.6654",
    ("hdl", "mmol/L"): "{} * 38.6654",
    ("triglycerides", "mmol/L"): "{} * 86.1338",
    ("white_cells", "/µL"): "{} * 0.001",
    ("platelets", "/µL"): "{} * 0.001",
    ("pao2", "kPa"): "{} * 7.50062",
    ("paco2", "kPa"): "{} * 7.50062",
    ("temperature", "°F"): "({} - 32) / 1.8",
}
"""Quantity and unit to the arithmetic; in all other units a number is what formulas take."""
