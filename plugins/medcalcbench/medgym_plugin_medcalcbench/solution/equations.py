"""Equations, dates and doses of the reference solution, each on values in the units of its formula."""

import math
from collections.abc import Sequence
from datetime import date, timedelta


def anion_gap(sodium: float, chloride: float, bicarbonate: float) -> float:
    """Without potassium, mEq/L."""
    return sodium - chloride - bicarbonate


def delta_gap(sodium: float, chloride: float, bicarbonate: float) -> float:
    """What the anion gap exceeds 12 by."""
    return sodium - chloride - bicarbonate - 12


def delta_ratio(sodium: float, chloride: float, bicarbonate: float) -> float:
    """Excess of the anion gap over the lack of bicarbonate."""
    return (sodium - chloride - bicarbonate - 12) / (24 - bicarbonate)


def corrected_anion_gap(sodium: float, chloride: float, bicarbonate: float, albumin: float) -> float:
    """The anion gap at a normal albumin."""
    return sodium - chloride - bicarbonate + 10 - 2.5 * albumin


def corrected_delta_gap(sodium: float, chloride: float, bicarbonate: float, albumin: float) -> float:
    """What the corrected anion gap exceeds 12 by."""
    return sodium - chloride - bicarbonate + 10 - 2.5 * albumin - 12


def corrected_delta_ratio(sodium: float, chloride: float, bicarbonate: float, albumin: float) -> float:
    """Excess of the corrected anion gap over the lack of bicarbonate."""
    return (sodium - chloride - bicarbonate + 10 - 2.5 * albumin - 12) / (24 - bicarbonate)


def qtc_bazett(heart_rate: float, qt: float) -> float:
    """By the square root, ms."""
    return qt * math.sqrt(heart_rate / 60)


def qtc_fridericia(heart_rate: float, qt: float) -> float:
    """By the cube root, ms."""
    return qt * math.exp(math.log(heart_rate / 60) / 3)


def qtc_framingham(heart_rate: float, qt: float) -> float:
    """Linear in the interval, ms."""
    return qt + 154 - 9240 / heart_rate


def qtc_hodges(heart_rate: float, qt: float) -> float:
    """Linear in the rate, ms."""
    return qt + 1.75 * heart_rate - 105


def qtc_rautaharju(heart_rate: float, qt: float) -> float:
    """Proportional to the rate, ms."""
    return qt / 1.5 + qt * heart_rate / 180


def corrected_calcium(calcium: float, albumin: float) -> float:
    """At a normal albumin, mg/dL."""
    return calcium + 3.2 - 0.8 * albumin


def corrected_sodium(sodium: float, glucose: float) -> float:
    """At a normal glucose, mEq/L."""
    return sodium + 2.4 * (glucose / 100 - 1)


def serum_osmolality(sodium: float, bun: float, glucose: float) -> float:
    """Calculated, mOsm/kg."""
    return sodium + sodium + glucose / 18 + bun / 2.8


def friedewald(total_cholesterol: float, hdl: float, triglycerides: float) -> float:
    """LDL cholesterol, mg/dL."""
    return total_cholesterol - (hdl + 0.2 * triglycerides)


def fib4(age: float, alt: float, ast: float, platelets: float) -> float:
    """Fibrosis of the liver."""
    return age / platelets * ast * math.pow(alt, -0.5)


def homa_ir(insulin: float, fasting_glucose: float) -> float:
    """Insulin resistance."""
    return insulin / 22.5 * fasting_glucose / 18


def fractional_excretion_of_sodium(
    creatinine: float, sodium: float, urine_creatinine: float, urine_sodium: float
) -> float:
    """Cleared sodium over cleared creatinine, percent."""
    return 100 * (urine_sodium / sodium) / (urine_creatinine / creatinine)


def mean_arterial_pressure(sbp: float, dbp: float) -> float:
    """A third of the pulse above the lower pressure, mmHg."""
    return dbp + (sbp - dbp) / 3


def body_mass_index(weight: float, height: float) -> float:
    """Of kg and cm, kg/m²."""
    return 10_000 * weight / height / height


def body_surface_area(weight: float, height: float) -> float:
    """Mosteller's, m²."""
    return math.exp((math.log(height) + math.log(weight)) / 2) / 60


def target_weight(target_bmi: float, height: float) -> float:
    """At the index aimed at, kg."""
    return target_bmi * height * height / 10_000


def maintenance_fluids(weight: float) -> float:
    """4-2-1, mL/h."""
    return min(4 * weight, 2 * weight + 20, weight + 40)


def ideal_body_weight(sex: str, height: float) -> float:
    """Devine's, kg."""
    return {"female": 45.5, "male": 50.0}[sex] + 2.3 * height / 2.54 - 138


def adjusted_body_weight(sex: str, weight: float, height: float) -> float:
    """Ideal weight and two fifths of the rest, kg."""
    return 0.6 * ideal_body_weight(sex, height) + 0.4 * weight


def creatinine_clearance(sex: str, age: float, weight: float, height: float, creatinine: float) -> float:
    """Cockcroft and Gault's, with the weight that the body mass index asks for, mL/min."""
    index = 10_000 * weight / height**2
    adjusted = adjusted_body_weight(sex, weight, height)
    lesser = min(ideal_body_weight(sex, height), weight)
    used = (weight, lesser, adjusted)[(index >= 18.5) + (index >= 25)]
    return (0.85 if sex == "female" else 1.0) * used * (140 - age) / creatinine / 72


def mdrd(sex: str, age: float, creatinine: float, race: str) -> float:
    """Filtration rate, mL/min/1.73 m²."""
    share = (0.742 if sex == "female" else 1) * (1.212 if race == "black" else 1)
    return math.exp(math.log(175) - 1.154 * math.log(creatinine) - 0.203 * math.log(age)) * share


def ckd_epi(sex: str, age: float, creatinine: float) -> float:
    """Filtration rate of 2021, mL/min/1.73 m²."""
    kappa, low = (0.7, -0.241) if sex == "female" else (0.9, -0.302)
    power = low if creatinine <= kappa else -1.2
    share = 1.012 if sex == "female" else 1
    return 142 * math.exp(power * math.log(creatinine / kappa)) * math.pow(0.9938, age) * share


def free_water_deficit(sex: str, age: float, weight: float, sodium: float) -> float:
    """Litres."""
    tenths = ((6, 6), (6, 5), (5, 4.5))[(age >= 18) + (age >= 65)][sex == "female"]
    return tenths * weight * (sodium - 140) / 1400


def framingham(
    sex: str,
    age: float,
    sbp: float,
    smoking: bool,
    total_cholesterol: float,
    hdl: float,
    blood_pressure_treated: bool,
) -> float:
    """Hard coronary heart disease in ten years, percent."""
    a, t, h, s = (math.log(value) for value in (age, total_cholesterol, hdl, sbp))
    if sex == "male":
        x = a * (52.00961 - 4.605038 * t - 2.93323 * a) + 20.014077 * t - 0.905964 * h + 1.305784 * s
        x += 0.241549 * blood_pressure_treated - 172.300168
        x += smoking * (12.096316 - 2.84367 * min(a, math.log(70)))
        return 100 - 100 * math.exp(math.log(0.9402) * math.exp(x))
    x = a * (31.764001 - 5.060998 * t) + 22.465206 * t - 1.187731 * h + 2.552905 * s
    x += 0.420251 * blood_pressure_treated - 146.5933061
    x += smoking * (13.07543 - 2.996945 * min(a, math.log(78)))
    return 100 - 100 * math.exp(math.log(0.98767) * math.exp(x))


def due_date(last_period: date, cycle_length: float) -> str:
    """Estimated, as YYYY-MM-DD."""
    return (last_period + timedelta(days=252) + timedelta(days=cycle_length)).isoformat()


def conception_date(last_period: date, cycle_length: float) -> str:
    """Estimated, as YYYY-MM-DD."""
    return (last_period - timedelta(days=14) + timedelta(days=cycle_length)).isoformat()


def gestational_age(last_period: date, today: date) -> dict[str, int]:
    """Whole weeks, and days."""
    days = abs((today - last_period).days)
    return {"weeks": days // 7, "days": days % 7}


Dose = tuple[str, float, str, float]
"""Drug, amount, unit, doses a day."""


def morphine_equivalents(opioids: Sequence[Dose]) -> float:
    """Milligrams of oral morphine a day."""
    factors = {"codeine": 0.15, "fentanyl buccal": 0.13, "fentanyl patch": 2.4, "hydromorphone": 5}
    factors |= {"methadone": 4.7, "oxycodone": 1.5, "oxymorphone": 3, "tapentadol": 0.4, "tramadol": 0.2}
    return math.fsum(factors.get(drug, 1) * amount * times for drug, amount, _, times in opioids)


def steroid_conversion(steroid: Sequence[Dose], target_steroid: str) -> float:
    """Milligrams of the other steroid for one dose."""
    strengths = {"hydrocortisone": 1, "cortisone": 0.8, "methylprednisolone": 5, "triamcinolone": 5}
    strengths |= {"prednisone": 4, "prednisolone": 4, "dexamethasone": 80 / 3, "betamethasone": 80 / 3}
    drug, amount = steroid[0][:2]
    return amount * strengths[drug.split()[0]] / strengths[target_steroid.split()[0]]
