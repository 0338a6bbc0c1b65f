"""Scores of the reference solution, each on values in the units of its formula and on findings."""

import math
from bisect import bisect_left, bisect_right


def rank(value: float, bounds: tuple[float, ...]) -> int:
    """How many of the rising bounds ``value`` reaches."""
    return bisect_right(bounds, value)


def band(value: float, bounds: tuple[float, ...], points: tuple[int, ...]) -> int:
    """The points of the band between rising bounds, each bound in the band above it."""
    return points[rank(value, bounds)]


def meld_na(
    creatinine: float, bilirubin: float, inr: float, sodium: float, dialysis: bool, cvvhd: bool
) -> float:
    """MELD-Na of 2016."""
    used = 4.0 if dialysis or cvvhd else sorted((1.0, creatinine, 4.0))[1]
    logs = [math.log(max(value, 1)) for value in (used, bilirubin, inr)]
    first = math.floor(9.57 * logs[0] + 3.78 * logs[1] + 11.2 * logs[2] + 6.43 + 0.5)
    lacking = 137 - sorted((125, sodium, 137))[1]
    last = first + lacking * (1.32 - 0.033 * first) if first > 11 else first
    return min(40, math.floor(last + 0.5))


def apache2(
    age: int,
    organ_failure: bool,
    admission_type: str,
    sbp: float,
    dbp: float,
    fio2: float,
    pao2: float,
    aa_gradient: float,
    creatinine: float,
    acute_renal_failure: bool,
    chronic_renal_failure: bool,
    gcs: float,
    **measured: float,
) -> int:
    """APACHE II."""
    total = band(measured["temperature"], (30, 32, 34, 36, 38.5, 39, 41), (4, 3, 2, 1, 0, 1, 3, 4))
    total += (4, 2, 0, 2, 3, 4)[bisect_left((49, 69, 109, 129, 159), (sbp + 2 * dbp) / 3)]
    total += band(measured["heart_rate"], (40, 55, 70, 110, 140, 180), (4, 3, 2, 0, 2, 3, 4))
    total += band(measured["respiratory_rate"], (6, 10, 12, 25, 35, 50), (4, 2, 1, 0, 1, 3, 4))
    total += band(measured["ph"], (7.15, 7.25, 7.33, 7.5, 7.6, 7.7), (4, 3, 2, 0, 1, 3, 4))
    total += band(measured["sodium"], (111, 120, 130, 150, 155, 160, 180), (4, 3, 2, 0, 1, 2, 3, 4))
    total += band(measured["potassium"], (2.5, 3, 3.5, 5.5, 6, 7), (4, 2, 1, 0, 1, 3, 4))
    total += band(measured["haematocrit"], (20, 30, 46, 50, 60), (4, 2, 0, 1, 2, 4))
    total += band(measured["white_cells"], (1, 3, 15, 20, 40), (4, 2, 0, 1, 2, 4))
    total += band(age, (45, 55, 65, 75), (0, 2, 3, 5, 6))
    low = 0 if acute_renal_failure or chronic_renal_failure else 2
    total += band(creatinine, (0.6, 1.5, 2, 3.5), (low, 0, 2, 3, 4)) * (1 + acute_renal_failure)
    total += band(aa_gradient, (200, 350, 500), (0, 2, 3, 4)) if fio2 >= 50 else 0
    total += (4, 3, 1, 0)[bisect_left((54, 60, 70), pao2)] if fio2 < 50 else 0
    return int(total + 15 - gcs + organ_failure * (2 if admission_type == "elective" else 5))


def sofa(
    pao2: float,
    fio2: float,
    mechanical_ventilation: bool,
    cpap: bool,
    sbp: float,
    dbp: float,
    hypotension: bool,
    dopamine: float,
    dobutamine: float,
    epinephrine: float,
    norepinephrine: float,
    gcs: float,
    bilirubin: float,
    platelets: float,
    creatinine: float,
    urine_output: float,
) -> int:
    """SOFA."""
    lungs = 4 - rank(pao2 / fio2, (1, 2, 3, 4))
    if lungs > 2 and not (mechanical_ventilation or cpap):
        lungs = 2
    amine = max(epinephrine, norepinephrine)
    heart = max(
        int(hypotension or sbp + 2 * dbp < 210),
        2 * (dobutamine > 0),
        (0, 2, 3, 4)[bisect_left((0, 5, 15), dopamine)],
        (0, 3, 4)[bisect_left((0, 0.1), amine)],
    )
    kidneys = max(rank(creatinine, (1.2, 2, 3.5, 5)), band(urine_output, (200, 500), (4, 3, 0)))
    clotting, brain = 4 - rank(platelets, (20, 50, 100, 150)), 4 - rank(gcs, (6, 10, 13, 15))
    return lungs + heart + kidneys + clotting + brain + rank(bilirubin, (1.2, 2, 6, 12))


def pneumonia_severity(
    sex: str,
    age: int,
    liver_disease: bool,
    neoplastic_disease: bool,
    altered_mental_status: bool,
    respiratory_rate: float,
    sbp: float,
    temperature: float,
    heart_rate: float,
    ph: float,
    bun: float,
    sodium: float,
    glucose: float,
    haematocrit: float,
    pao2: float,
    **tens: bool,
) -> int:
    """Pneumonia Severity Index; each other finding has ten points."""
    total = age - 10 * (sex == "female") + 15 * (not 35 <= temperature < 40)
    total += 10 * (sum(tens.values()) + (heart_rate > 124) + (glucose >= 250))
    total += 10 * ((haematocrit < 30) + (pao2 < 60)) + 30 * ((ph < 7.35) + neoplastic_disease)
    total += 20 * (liver_disease + altered_mental_status + (respiratory_rate > 29))
    return int(total + 20 * ((sbp < 90) + (bun >= 30) + (sodium < 130)))


def glasgow_coma_scale(eye_response: str, verbal_response: str, motor_response: str) -> int:
    """Glasgow Coma Scale."""
    eye = {"none": 1, "to pain": 2, "to verbal command": 3}.get(eye_response, 4)
    verbal = {"none": 1, "incomprehensible sounds": 2, "inappropriate words": 3, "confused": 4}
    motor = {"none": 1, "extension to pain": 2, "flexion to pain": 3, "withdrawal from pain": 4}
    return eye + verbal.get(verbal_response, 5) + (motor | {"localises pain": 5}).get(motor_response, 6)


def child_pugh(bilirubin: float, albumin: float, inr: float, ascites: str, encephalopathy: str) -> int:
    """Child-Pugh."""
    items = [rank(bilirubin, (2, 3.0000001)), 2 - rank(albumin, (2.8, 3.5000001))]
    items += [rank(inr, (1.7, 2.3000001)), {"absent": 0, "slight": 1}.get(ascites, 2)]
    return 5 + sum(items) + {"none": 0, "grade 1-2": 1}.get(encephalopathy, 2)


def sirs(
    temperature: float, heart_rate: float, respiratory_rate: float, paco2: float, white_cells: float
) -> int:
    """SIRS criteria."""
    breathing = respiratory_rate > 20 or paco2 < 32
    return (not 36 <= temperature <= 38) + (heart_rate > 90) + breathing + (not 4 <= white_cells <= 12)


def curb65(confusion: bool, bun: float, respiratory_rate: float, sbp: float, dbp: float, age: int) -> int:
    """CURB-65."""
    low = sbp < 90 or dbp <= 60
    return confusion + (bun > 19) + (respiratory_rate > 29) + low + (age > 64)
