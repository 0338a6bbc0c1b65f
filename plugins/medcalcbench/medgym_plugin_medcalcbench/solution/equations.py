"""Equations, dates and doses of the reference solution; ``p`` holds the parameters."""

import math
from collections.abc import Callable
from datetime import timedelta
from typing import Any


def linear(p: Any, kind: str) -> Any:
    """Laboratory values, body size, heart rhythm."""
    if kind.endswith(("gap", "ratio")):
        gap = p.sodium - p.chloride - p.bicarbonate + (10 - 2.5 * p.albumin if "corrected" in kind else 0)
        excess = gap if kind.endswith("anion_gap") else gap - 12
        return excess / (24 - p.bicarbonate) if kind.endswith("ratio") else excess
    if kind in ("ideal_body_weight", "adjusted_body_weight", "creatinine_clearance"):
        return by_ideal_weight(p, kind)
    if kind.startswith("qtc"):
        rate = p.heart_rate
        return {
            "qtc_bazett": p.qt * math.sqrt(rate / 60),
            "qtc_fridericia": p.qt * math.exp(math.log(rate / 60) / 3),
            "qtc_framingham": p.qt + 154 - 9240 / rate,
            "qtc_hodges": p.qt + 1.75 * rate - 105,
            "qtc_rautaharju": p.qt / 1.5 + p.qt * rate / 180,
        }[kind]
    formulas: dict[str, Callable[[], Any]] = {
        "corrected_calcium": lambda: p.calcium + 3.2 - 0.8 * p.albumin,
        "corrected_sodium": lambda: p.sodium + 2.4 * (p.glucose / 100 - 1),
        "serum_osmolality": lambda: p.sodium + p.sodium + p.glucose / 18 + p.bun / 2.8,
        "friedewald": lambda: p.total_cholesterol - (p.hdl + 0.2 * p.triglycerides),
        "fib4": lambda: p.age / p.platelets * p.ast * p.alt**-0.5,
        "homa_ir": lambda: p.insulin / 22.5 * p.fasting_glucose / 18,
        "fractional_excretion_of_sodium": lambda: (
            100 * (p.urine_sodium / p.sodium) / (p.urine_creatinine / p.creatinine)
        ),
        "mean_arterial_pressure": lambda: p.dbp + (p.sbp - p.dbp) / 3,
        "body_mass_index": lambda: 10_000 * p.weight / p.height / p.height,
        "body_surface_area": lambda: math.exp((math.log(p.height) + math.log(p.weight)) / 2) / 60,
        "target_weight": lambda: p.target_bmi * p.height * p.height / 10_000,
        "maintenance_fluids": lambda: min(4 * p.weight, 2 * p.weight + 20, p.weight + 40),
    }
    return formulas[kind]()


def by_ideal_weight(p: Any, kind: str) -> Any:
    """Devine's weight and what rests on it."""
    ideal = {"female": 45.5, "male": 50.0}[p.sex] + 2.3 * p.height / 2.54 - 138
    if kind == "ideal_body_weight":
        return ideal
    adjusted = 0.6 * ideal + 0.4 * p.weight
    if kind == "adjusted_body_weight":
        return adjusted
    index = 10_000 * p.weight / p.height**2
    weight = (p.weight, min(ideal, p.weight), adjusted)[(index >= 18.5) + (index >= 25)]
    share = 0.85 if p.sex == "female" else 1.0
    return share * weight * (140 - p.age) / p.creatinine / 72


def kidney(p: Any, kind: str) -> Any:
    """Filtration rates and free water."""
    female = p.sex == "female"
    if kind == "mdrd":
        black = 1.212 if p.race == "black" else 1
        return math.exp(math.log(175) - 1.154 * math.log(p.creatinine) - 0.203 * math.log(p.age)) * (
            (0.742 if female else 1) * black
        )
    if kind == "ckd_epi":
        kappa, low = (0.7, -0.241) if female else (0.9, -0.302)
        power = low if p.creatinine <= kappa else -1.2
        return (
            142 * math.exp(power * math.log(p.creatinine / kappa)) * 0.9938**p.age * (1.012 if female else 1)
        )
    tenths = ((6, 6), (6, 5), (5, 4.5))[(p.age >= 18) + (p.age >= 65)][female]
    return tenths * p.weight * (p.sodium - 140) / 1400


def framingham(p: Any) -> Any:
    """Hard coronary heart disease in ten years, percent."""
    a, t, h, s = (math.log(value) for value in (p.age, p.total_cholesterol, p.hdl, p.sbp))
    if p.sex == "male":
        x = a * (52.00961 - 4.605038 * t - 2.93323 * a) + 20.014077 * t - 0.905964 * h + 1.305784 * s
        x += 0.241549 * p.blood_pressure_treated - 172.300168
        x += p.smoking * (12.096316 - 2.84367 * min(a, math.log(70)))
        return 100 - 100 * math.exp(math.log(0.9402) * math.exp(x))
    x = a * (31.764001 - 5.060998 * t) + 22.465206 * t - 1.187731 * h + 2.552905 * s
    x += 0.420251 * p.blood_pressure_treated - 146.5933061
    x += p.smoking * (13.07543 - 2.996945 * min(a, math.log(78)))
    return 100 - 100 * math.exp(math.log(0.98767) * math.exp(x))


def dated(p: Any, kind: str) -> Any:
    """Pregnancies."""
    if kind == "gestational_age":
        days = abs((p.today - p.last_period).days)
        return {"weeks": days // 7, "days": days % 7}
    offset = {"due_date": 252, "conception_date": -14}[kind]
    return (p.last_period + timedelta(days=offset) + timedelta(days=p.cycle_length)).isoformat()


def dose(p: Any, kind: str) -> Any:
    """Opioids and steroids."""
    if kind == "morphine_equivalents":
        factors = {"codeine": 0.15, "fentanyl buccal": 0.13, "fentanyl patch": 2.4, "hydromorphone": 5}
        factors |= {"methadone": 4.7, "oxycodone": 1.5, "oxymorphone": 3, "tapentadol": 0.4, "tramadol": 0.2}
        return math.fsum(factors.get(drug, 1) * amount * times for drug, amount, _, times in p.opioids)
    strengths = {"hydrocortisone": 1, "cortisone": 0.8, "methylprednisolone": 5, "triamcinolone": 5}
    strengths |= {"prednisone": 4, "prednisolone": 4, "dexamethasone": 80 / 3, "betamethasone": 80 / 3}
    drug, amount = p.steroid[0][:2]
    return amount * strengths[drug.split()[0]] / strengths[p.target_steroid.split()[0]]


def equation(key: str, p: Any) -> Any:
    """The answer of the calculator ``key``, which is no score."""
    if key in ("mdrd", "ckd_epi", "free_water_deficit"):
        return kidney(p, key)
    if key in ("gestational_age", "due_date", "conception_date"):
        return dated(p, key)
    if key in ("morphine_equivalents", "steroid_conversion"):
        return dose(p, key)
    return framingham(p) if key == "framingham" else linear(p, key)
