"""Kidney function and sodium handling."""

from __future__ import annotations

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import calculator, decimal
from medgym_plugin_medcalcbench.calculators.body import (
    adjusted_body_weight,
    body_mass_index,
    ideal_body_weight,
    plausible_build,
)


@calculator(
    2,
    "Creatinine clearance (Cockcroft-Gault)",
    "lab",
    parameters=(f.SEX, q.AGE, q.WEIGHT, q.HEIGHT, q.CREATININE),
    answer=decimal("mL/min"),
    source="Cockcroft DW, Gault MH. Nephron 1976;16:31-41; weight after Winter MA et al. "
    "Pharmacotherapy 2012;32:604-612",
    variant="The weight is the actual one if the body mass index is below 18.5 kg/m², the lesser of ideal "
    "(Devine) and actual weight from 18.5 to below 25, and the adjusted weight (ideal + 0.4 (actual - "
    "ideal)) from 25 on.",
    admits=lambda weight, height, **_: (
        plausible_build(weight, height)
        and min(abs(weight / (height / 100) ** 2 - edge) for edge in (18.5, 24.95)) > 0.1
    ),
)
def creatinine_clearance(sex: str, age: int, weight: float, height: float, creatinine: float) -> float:
    """(140 - age) W / (72 creatinine), times 0.85 for women; mL/min.

    Args:
        sex: ``female`` or ``male``.
        age: years.
        weight: actual, kg. W depends on the body mass index B: actual if B < 18.5, the lesser of ideal and
            actual if B < 25, else adjusted.
        height: cm.
        creatinine: serum, mg/dL.
    """
    index = body_mass_index.formula(weight=weight, height=height)
    ideal = ideal_body_weight.formula(sex=sex, height=height)
    used = weight
    if 18.5 <= index < 25:
        used = min(ideal, weight)
    elif index >= 25:
        used = adjusted_body_weight.formula(sex=sex, weight=weight, height=height)
    return (140 - age) * used / (72 * creatinine) * (0.85 if sex == "female" else 1)


@calculator(
    3,
    "Glomerular filtration rate (CKD-EPI 2021)",
    "lab",
    parameters=(f.SEX, q.AGE, q.CREATININE),
    answer=decimal("mL/min/1.73 m²"),
    source="Inker LA et al. N Engl J Med 2021;385:1737-1749",
    variant="The creatinine equation of 2021, without race.",
    erratum="Every release takes kappa = 0.7 for men with a creatinine up to 0.9 mg/dL too, which is some 7 "
    "% low; v1.0 rounds inside the conversion from µmol/L.",
    boundaries={"creatinine": (0.7, 0.9)},
)
def ckd_epi(sex: str, age: int, creatinine: float) -> float:
    """142 min(S/k, 1)^a max(S/k, 1)^-1.200 0.9938^age, times 1.012 for women; mL/min/1.73 m².

    Args:
        sex: k = 0.7 and a = -0.241 for ``female``, 0.9 and -0.302 for ``male``.
        age: years.
        creatinine: S, serum, mg/dL.
    """
    kappa, alpha, factor = (0.7, -0.241, 1.012) if sex == "female" else (0.9, -0.302, 1.0)
    ratio = creatinine / kappa
    power: float = min(ratio, 1) ** alpha * max(ratio, 1) ** -1.2
    return 142 * power * 0.9938**age * factor


@calculator(
    9,
    "Glomerular filtration rate (MDRD)",
    "lab",
    parameters=(f.SEX, q.AGE, q.CREATININE, f.RACE),
    answer=decimal("mL/min/1.73 m²"),
    source="Levey AS et al. Ann Intern Med 2006;145:247-254",
    variant="The IDMS-traceable equation of four variables (175); its coefficient for race, now obsolete, "
    "is only applied where the note states a Black patient.",
    admits=lambda race, **_: race == "other",
)
def mdrd(sex: str, age: int, creatinine: float, race: str) -> float:
    """175 creatinine^-1.154 age^-0.203, times 0.742 for women, times 1.212 if race is ``black``.

    The result is in mL/min/1.73 m².

    Args:
        sex: ``female`` or ``male``.
        age: years.
        creatinine: serum, mg/dL.
        race: ``black`` or ``other``.
    """
    rate: float = 175 * creatinine**-1.154 * age**-0.203
    return rate * (0.742 if sex == "female" else 1) * (1.212 if race == "black" else 1)


@calculator(
    40,
    "Fractional excretion of sodium",
    "lab",
    parameters=(q.CREATININE, q.SODIUM, q.URINE_CREATININE, q.URINE_SODIUM),
    answer=decimal("%"),
    source="Espinel CH. JAMA 1976;236:579-581",
    variant="In percent.",
)
def fractional_excretion_of_sodium(
    creatinine: float, sodium: float, urine_creatinine: float, urine_sodium: float
) -> float:
    """100 urine sodium creatinine / (sodium urine creatinine); percent.

    Args:
        creatinine: serum, mg/dL.
        sodium: serum, mEq/L.
        urine_creatinine: mg/dL.
        urine_sodium: mEq/L.
    """
    return 100 * urine_sodium * creatinine / (sodium * urine_creatinine)


@calculator(
    38,
    "Free water deficit",
    "lab",
    parameters=(f.SEX, q.within(q.AGE, 1, 95), q.within(q.WEIGHT, 8, 120), q.SODIUM),
    answer=decimal("L"),
    source="Adrogué HJ, Madias NE. N Engl J Med 2000;342:1493-1499",
    variant="Total body water is 0.6 of body weight in children below 18 years, 0.6 in men and 0.5 in "
    "women, and 0.5 in men and 0.45 in women from 65 years on; it is counted to a sodium of 140 mEq/L, and "
    "a surplus is negative.",
    boundaries={"age": (18, 65)},
    admits=lambda age, weight, **_: weight > 40 if age >= 18 else 2 * age + 5 < weight < 4 * age + 14,
)
def free_water_deficit(sex: str, age: int, weight: float, sodium: float) -> float:
    """Share of water times weight times (sodium / 140 - 1); litres.

    Args:
        sex: the share is 0.6 for ``male`` and 0.5 for ``female``.
        age: years; the share is 0.6 below 18, and 0.5 (male) and 0.45 (female) from 65 on.
        weight: kg.
        sodium: serum, mEq/L.
    """
    if age < 18:
        share = 0.6
    elif age < 65:
        share = 0.6 if sex == "male" else 0.5
    else:
        share = 0.5 if sex == "male" else 0.45
    return share * weight * (sodium / 140 - 1)
