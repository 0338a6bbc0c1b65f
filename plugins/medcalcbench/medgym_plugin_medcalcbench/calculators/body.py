"""Body size, pressure and fluids."""

from __future__ import annotations

import math

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import calculator, decimal


def plausible_build(weight: float, height: float, **_: object) -> bool:
    """Whether the body mass index of kg and cm is between 16 and 45 kg/m²."""
    return 16 <= weight / (height / 100) ** 2 <= 45


@calculator(
    5,
    "Mean arterial pressure",
    "physical",
    parameters=(q.SBP, q.DBP),
    answer=decimal("mmHg"),
    source="DeMers D, Wachs D. Physiology, Mean Arterial Pressure. StatPearls 2023",
    variant="A third of the systolic plus two thirds of the diastolic pressure.",
    admits=lambda sbp, dbp: 20 <= sbp - dbp <= 90,
)
def mean_arterial_pressure(sbp: float, dbp: float) -> float:
    """(SBP + 2 DBP) / 3; all in mmHg."""
    return (sbp + 2 * dbp) / 3


@calculator(
    6,
    "Body mass index",
    "physical",
    parameters=(q.WEIGHT, q.HEIGHT),
    answer=decimal("kg/m²"),
    source="Keys A et al. J Chronic Dis 1972;25:329-343",
    variant="Weight over the square of height.",
    admits=plausible_build,
)
def body_mass_index(weight: float, height: float) -> float:
    """Weight (kg) / (height (cm) / 100)^2; kg/m²."""
    return weight / (height / 100) ** 2


@calculator(
    10,
    "Ideal body weight (Devine)",
    "physical",
    parameters=(f.SEX, q.HEIGHT),
    answer=decimal("kg"),
    source="Devine BJ. Drug Intell Clin Pharm 1974;8:650-655",
    variant="2.3 kg for each inch that the height exceeds 60 inches, and less for each below.",
)
def ideal_body_weight(sex: str, height: float) -> float:
    """50 (male) or 45.5 (female) + 2.3 (height / 2.54 - 60); kg. Height in cm."""
    return (50 if sex == "male" else 45.5) + 2.3 * (height / 2.54 - 60)


@calculator(
    62,
    "Adjusted body weight",
    "physical",
    parameters=(f.SEX, q.WEIGHT, q.HEIGHT),
    answer=decimal("kg"),
    source="Bauer LA et al. Eur J Clin Pharmacol 1983;24:643-647",
    variant="Ideal weight after Devine, plus 0.4 of the difference of actual and ideal weight, whatever its "
    "sign.",
    admits=plausible_build,
)
def adjusted_body_weight(sex: str, weight: float, height: float) -> float:
    """Ideal + 0.4 (weight - ideal); kg, with the height in cm and the ideal weight after Devine."""
    ideal: float = ideal_body_weight.formula(sex=sex, height=height)
    return ideal + 0.4 * (weight - ideal)


@calculator(
    60,
    "Body surface area (Mosteller)",
    "physical",
    parameters=(q.WEIGHT, q.HEIGHT),
    answer=decimal("m²"),
    source="Mosteller RD. N Engl J Med 1987;317:1098",
    variant="Mosteller's square root.",
    admits=plausible_build,
)
def body_surface_area(weight: float, height: float) -> float:
    """sqrt(height (cm) weight (kg) / 3600); m²."""
    return math.sqrt(height * weight / 3600)


@calculator(
    61,
    "Target weight",
    "physical",
    parameters=(q.TARGET_BMI, q.HEIGHT),
    answer=decimal("kg"),
    source="Keys A et al. J Chronic Dis 1972;25:329-343",
    variant="The weight at which this height has the target body mass index, whatever the present one is.",
)
def target_weight(target_bmi: float, height: float) -> float:
    """Target BMI (kg/m²) (height (cm) / 100)^2; kg."""
    return target_bmi * (height / 100) ** 2


@calculator(
    22,
    "Maintenance fluids (4-2-1 rule)",
    "physical",
    parameters=(q.within(q.WEIGHT, 3, 80),),
    answer=decimal("mL/h"),
    source="Holliday MA, Segar WE. Pediatrics 1957;19:823-832",
    variant="4 mL/h for each of the first 10 kg, 2 for each of the next 10, 1 for each above 20 kg.",
    boundaries={"weight": (10, 20)},
)
def maintenance_fluids(weight: float) -> float:
    """4 min(W, 10) + 2 min(max(W - 10, 0), 10) + max(W - 20, 0); mL/h for a weight W in kg."""
    return 4 * min(weight, 10) + 2 * min(max(weight - 10, 0), 10) + max(weight - 20, 0)
