"""Liver, lipids and insulin."""

from __future__ import annotations

import math

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import calculator, decimal


@calculator(
    19,
    "Fibrosis-4 (FIB-4) index",
    "lab",
    parameters=(q.AGE, q.ALT, q.AST, q.PLATELETS),
    answer=decimal(),
    source="Sterling RK et al. Hepatology 2006;43:1317-1325",
    variant="Platelets in 10⁹/L.",
    admits=lambda platelets, **_: platelets >= 40,
)
def fib4(age: int, alt: float, ast: float, platelets: float) -> float:
    """Age AST / (platelets sqrt(ALT)).

    Args:
        age: years.
        alt: alanine aminotransferase, U/L.
        ast: aspartate aminotransferase, U/L.
        platelets: 10⁹/L.
    """
    return age * ast / (platelets * math.sqrt(alt))


@calculator(
    31,
    "Insulin resistance (HOMA-IR)",
    "lab",
    parameters=(q.INSULIN, q.FASTING_GLUCOSE),
    answer=decimal(),
    source="Matthews DR et al. Diabetologia 1985;28:412-419",
    variant="Fasting insulin in µIU/mL times fasting glucose in mg/dL, divided by 405.",
    erratum="Releases multiply an insulin in pmol/L by 6 where it should be divided.",
)
def homa_ir(insulin: float, fasting_glucose: float) -> float:
    """Insulin glucose / 405.

    Args:
        insulin: fasting, µIU/mL.
        fasting_glucose: mg/dL.
    """
    return insulin * fasting_glucose / 405


@calculator(
    44,
    "LDL cholesterol (Friedewald)",
    "lab",
    parameters=(q.CHOLESTEROL, q.HDL, q.TRIGLYCERIDES),
    answer=decimal("mg/dL"),
    source="Friedewald WT et al. Clin Chem 1972;18:499-502",
    variant="Triglycerides are divided by 5, all in mg/dL.",
    erratum="v1.0 rounds inside the conversion from mmol/L.",
    admits=lambda total_cholesterol, hdl, triglycerides: total_cholesterol - hdl - triglycerides / 5 >= 30,
)
def friedewald(total_cholesterol: float, hdl: float, triglycerides: float) -> float:
    """Total cholesterol - HDL - triglycerides / 5; all in mg/dL. Valid up to triglycerides of 400 mg/dL."""
    return total_cholesterol - hdl - triglycerides / 5


_MALE = (
    52.00961,
    20.014077,
    -0.905964,
    1.305784,
    0.241549,
    12.096316,
    -4.605038,
    -2.84367,
    -2.93323,
    172.300168,
)
_FEMALE = (
    31.764001,
    22.465206,
    -1.187731,
    2.552905,
    0.420251,
    13.07543,
    -5.060998,
    -2.996945,
    0.0,
    146.5933061,
)


@calculator(
    46,
    "Framingham risk of hard coronary heart disease in 10 years",
    "lab",
    parameters=(
        f.SEX,
        q.within(q.AGE, 30, 79),
        q.within(q.SBP, 95, 190),
        f.SMOKING,
        q.CHOLESTEROL,
        q.HDL,
        f.BLOOD_PRESSURE_TREATED,
    ),
    answer=decimal("%"),
    source="NCEP Adult Treatment Panel III. Circulation 2002;106:3143-3421",
    variant="The Adult Treatment Panel III equation of hard coronary heart disease (infarction or coronary "
    "death) on a logarithmic scale, not its point table; in percent, unrounded.",
    erratum="v1.0 puts cholesterol into the equation in mmol/L and rounds the risk to one decimal.",
    boundaries={"age": (70, 78)},
    admits=lambda total_cholesterol, hdl, **_: hdl < 0.6 * total_cholesterol,
)
def framingham(
    sex: str,
    age: int,
    sbp: float,
    smoking: bool,
    total_cholesterol: float,
    hdl: float,
    blood_pressure_treated: bool,
) -> float:
    """100 (1 - s^exp(x)), percent, where x is a linear form of natural logarithms L.

    Men, s = 0.9402: 52.00961 L(age) + 20.014077 L(TC) - 0.905964 L(HDL) + 1.305784 L(SBP) + 0.241549 treated
    + 12.096316 smoker - 4.605038 L(age) L(TC) - 2.84367 L(min(age, 70)) smoker - 2.93323 L(age)^2
    - 172.300168.

    Women, s = 0.98767: 31.764001 L(age) + 22.465206 L(TC) - 1.187731 L(HDL) + 2.552905 L(SBP)
    + 0.420251 treated + 13.07543 smoker - 5.060998 L(age) L(TC) - 2.996945 L(min(age, 78)) smoker
    - 146.5933061.

    Args:
        sex: ``female`` or ``male``.
        age: years, 30 to 79.
        sbp: systolic pressure, mmHg.
        smoking: current smoker.
        total_cholesterol: TC, mg/dL.
        hdl: mg/dL.
        blood_pressure_treated: whether SBP is under treatment.
    """
    survival, oldest, c = (0.9402, 70, _MALE) if sex == "male" else (0.98767, 78, _FEMALE)
    years, total = math.log(age), math.log(total_cholesterol)
    x = (
        c[0] * years
        + c[1] * total
        + c[2] * math.log(hdl)
        + c[3] * math.log(sbp)
        + c[4] * blood_pressure_treated
        + c[5] * smoking
        + c[6] * years * total
        + c[7] * math.log(min(age, oldest)) * smoking
        + c[8] * years**2
        - c[9]
    )
    return 100 * (1 - math.pow(survival, math.exp(x)))
