"""Scores of the reference solution; ``p`` and ``given`` hold the parameters, as attributes and as items."""

import math
from bisect import bisect_left, bisect_right
from typing import Any

ALONE = ("meld_na", "apache2", "sofa", "glasgow_blatchford", "glasgow_coma_scale")
COUNTED = ("caprini", "charlson", "pneumonia_severity", "heart_score")
SIMPLE = (
    "cha2ds2_vasc",
    "child_pugh",
    "centor",
    "sirs",
    "curb65",
    "fever_pain",
    "revised_cardiac_risk",
    "has_bled",
)
SCORES = (*ALONE, *COUNTED, *SIMPLE, "wells_pe", "wells_dvt", "perc")


def count(stated: dict[str, Any], *names: str) -> int:
    """How many of the findings are present."""
    return sum(bool(stated[name]) for name in names)


def rank(value: float, bounds: tuple[float, ...]) -> int:
    """How many of the rising bounds ``value`` reaches."""
    return bisect_right(bounds, value)


def band(value: float, bounds: tuple[float, ...], points: tuple[int, ...]) -> int:
    """The points of the band between rising bounds, each bound in the band above it."""
    return points[rank(value, bounds)]


def meld_na(p: Any) -> Any:
    """MELD-Na of 2016."""
    creatinine = 4.0 if p.dialysis or p.cvvhd else sorted((1.0, p.creatinine, 4.0))[1]
    logs = [math.log(max(value, 1)) for value in (creatinine, p.bilirubin, p.inr)]
    first = math.floor(9.57 * logs[0] + 3.78 * logs[1] + 11.2 * logs[2] + 6.43 + 0.5)
    lacking = 137 - sorted((125, p.sodium, 137))[1]
    last = first + lacking * (1.32 - 0.033 * first) if first > 11 else first
    return min(40, math.floor(last + 0.5))


def apache2(p: Any) -> Any:
    """APACHE II."""
    pressure = (p.sbp + 2 * p.dbp) / 3
    total = band(p.temperature, (30, 32, 34, 36, 38.5, 39, 41), (4, 3, 2, 1, 0, 1, 3, 4))
    total += (4, 2, 0, 2, 3, 4)[bisect_left((49, 69, 109, 129, 159), pressure)]
    total += band(p.heart_rate, (40, 55, 70, 110, 140, 180), (4, 3, 2, 0, 2, 3, 4))
    total += band(p.respiratory_rate, (6, 10, 12, 25, 35, 50), (4, 2, 1, 0, 1, 3, 4))
    total += band(p.ph, (7.15, 7.25, 7.33, 7.5, 7.6, 7.7), (4, 3, 2, 0, 1, 3, 4))
    total += band(p.sodium, (111, 120, 130, 150, 155, 160, 180), (4, 3, 2, 0, 1, 2, 3, 4))
    total += band(p.potassium, (2.5, 3, 3.5, 5.5, 6, 7), (4, 2, 1, 0, 1, 3, 4))
    total += band(p.haematocrit, (20, 30, 46, 50, 60), (4, 2, 0, 1, 2, 4))
    total += band(p.white_cells, (1, 3, 15, 20, 40), (4, 2, 0, 1, 2, 4))
    total += band(p.age, (45, 55, 65, 75), (0, 2, 3, 5, 6))
    low = 0 if p.acute_renal_failure or p.chronic_renal_failure else 2
    total += band(p.creatinine, (0.6, 1.5, 2, 3.5), (low, 0, 2, 3, 4)) * (1 + p.acute_renal_failure)
    if p.fio2 >= 50:
        total += band(p.aa_gradient, (200, 350, 500), (0, 2, 3, 4))
    else:
        total += (4, 3, 1, 0)[bisect_left((54, 60, 70), p.pao2)]
    chronic = {"nonoperative": 5, "emergency": 5, "elective": 2}[p.admission_type]
    return int(total + 15 - p.gcs + p.organ_failure * chronic)


def sofa(p: Any) -> Any:
    """SOFA."""
    lungs = 4 - rank(p.pao2 / p.fio2, (1, 2, 3, 4))
    if lungs > 2 and not (p.mechanical_ventilation or p.cpap):
        lungs = 2
    amine = max(p.epinephrine, p.norepinephrine)
    heart = max(
        int(p.hypotension or p.sbp + 2 * p.dbp < 210),
        2 * (p.dobutamine > 0),
        (0, 2, 3, 4)[bisect_left((0, 5, 15), p.dopamine)],
        (0, 3, 4)[bisect_left((0, 0.1), amine)],
    )
    kidneys = max(rank(p.creatinine, (1.2, 2, 3.5, 5)), band(p.urine_output, (200, 500), (4, 3, 0)))
    clotting, brain = 4 - rank(p.platelets, (20, 50, 100, 150)), 4 - rank(p.gcs, (6, 10, 13, 15))
    return lungs + heart + kidneys + clotting + brain + rank(p.bilirubin, (1.2, 2, 6, 12))


def caprini(p: Any, given: dict[str, Any]) -> Any:
    """Caprini 2005."""
    ones = "major_surgery_month heart_failure_month sepsis_month pneumonia_month varicose_veins swollen_legs "
    ones += "bowel_disease acute_infarction copd"
    threes = "prior_dvt prior_pe family_thrombosis factor_v_leiden prothrombin_mutation homocysteine "
    threes += "lupus_anticoagulant anticardiolipin heparin_thrombocytopenia other_thrombophilia"
    surgery = {"n": 0, "mi": 1, "ma": 2, "l": 2, "a": 2, "e": 5}
    total = rank(p.age, (41, 61, 75)) + int(p.bmi > 25)
    total += surgery[p.surgery[:2] if p.surgery[0] == "m" else p.surgery[0]]
    total += {"n": 0, "o": 1, "c": 2}[p.mobility[0]]
    total += count(given, *ones.split()) + 3 * count(given, *threes.split())
    total += 2 * count(given, "plaster_cast_month", "central_access", "malignancy")
    return total + 5 * count(given, "fracture_month", "stroke_month", "trauma_month", "spinal_injury_month")


def charlson(p: Any, given: dict[str, Any]) -> Any:
    """Charlson with age."""
    ones = "myocardial_infarction heart_failure peripheral_vascular_disease dementia copd"
    ones += " connective_tissue_disease peptic_ulcer"
    total = rank(p.age, (50, 60, 70, 80)) + count(given, *ones.split()) + int(p.stroke or p.tia)
    total += 2 * count(given, "hemiplegia", "chronic_kidney_disease", "leukaemia", "lymphoma") + 6 * p.aids
    total += {"none": 0, "mild": 1}.get(p.liver_severity, 3) + {"none": 0, "localised": 2}.get(
        p.solid_tumour, 6
    )
    return total + {"uncomplicated": 1, "end-organ damage": 2}.get(p.diabetes_severity, 0)


def pneumonia_severity(p: Any, given: dict[str, Any]) -> Any:
    """Pneumonia Severity Index."""
    total = p.age - 10 * (p.sex == "female") + 15 * (not 35 <= p.temperature < 40)
    tens = "nursing_home heart_failure cerebrovascular_disease renal_disease pleural_effusion"
    total += 10 * (count(given, *tens.split()) + (p.heart_rate > 124) + (p.glucose >= 250))
    total += 10 * ((p.haematocrit < 30) + (p.pao2 < 60)) + 30 * ((p.ph < 7.35) + p.neoplastic_disease)
    total += 20 * (count(given, "liver_disease", "altered_mental_status") + (p.respiratory_rate > 29))
    return int(total + 20 * ((p.sbp < 90) + (p.bun >= 30) + (p.sodium < 130)))


def blatchford(p: Any) -> Any:
    """Glasgow-Blatchford."""
    total = 6 if p.bun > 70 else band(p.bun, (18.2, 22.4, 28), (0, 2, 3, 4))
    blood = ((10, 12), (6, 1, 0)) if p.sex == "female" else ((10, 12, 13), (6, 3, 1, 0))
    total += band(p.haemoglobin, *blood) + 3 - rank(p.sbp, (90, 100, 110)) + (p.heart_rate > 99)
    return int(total + p.melaena + 2 * (p.syncope + p.hepatic_disease + p.cardiac_failure))


def heart_score(p: Any, given: dict[str, Any]) -> Any:
    """HEART."""
    risks = "hypertension hypercholesterolaemia diabetes obesity smoking family_heart_disease"
    risk = 2 if p.atherosclerotic_disease else rank(count(given, *risks.split()), (1, 3))
    graded = {"s": 0, "m": 1, "h": 2}[p.suspicion[0]] + {"normal": 0, "non": 1}.get(p.ecg.split("-")[0], 2)
    return risk + graded + rank(p.age, (45, 65)) + {"at": 0, "1": 1, "above": 2}[p.troponin.split()[0]]


def coma_scale(p: Any) -> Any:
    """Glasgow Coma Scale."""
    eye = {"none": 1, "to pain": 2, "to verbal command": 3}.get(p.eye_response, 4)
    verbal = {"none": 1, "incomprehensible sounds": 2, "inappropriate words": 3, "confused": 4}
    motor = {"none": 1, "extension to pain": 2, "flexion to pain": 3, "withdrawal from pain": 4}
    return eye + verbal.get(p.verbal_response, 5) + (motor | {"localises pain": 5}).get(p.motor_response, 6)


def thrombosis(p: Any, given: dict[str, Any], kind: str) -> Any:
    """Wells and PERC."""
    if kind == "wells_dvt":
        ones = "active_cancer calf_swelling collateral_veins leg_swollen vein_tenderness pitting_oedema"
        total = count(given, *ones.split(), "leg_paralysis", "prior_dvt")
        return total + max(p.bedridden, p.major_surgery_12_weeks) - 2 * p.alternative_to_dvt
    before = max(p.prior_pe, p.prior_dvt)
    if kind == "perc":
        signs = count(given, "unilateral_leg_swelling", "haemoptysis", "surgery_or_trauma", "hormone_use")
        return signs + before + (p.age > 49) + (p.heart_rate > 99) + (p.spo2 < 95)
    halves = 6 * count(given, "dvt_signs", "pe_likeliest") + 3 * before + 3 * (p.heart_rate > 100)
    halves += 3 * max(p.immobilisation, p.recent_surgery)
    return (halves + 2 * count(given, "haemoptysis", "treated_malignancy")) / 2


def simple_score(p: Any, given: dict[str, Any], kind: str) -> Any:
    """Scores that count findings and thresholds."""
    if kind == "cha2ds2_vasc":
        ones = count(given, "heart_failure", "hypertension", "vascular_disease", "diabetes")
        return (
            ones + rank(p.age, (65, 75)) + (p.sex == "female") + 2 * max(p.stroke, p.tia, p.thromboembolism)
        )
    if kind == "child_pugh":
        items = [rank(p.bilirubin, (2, 3.0000001)), 2 - rank(p.albumin, (2.8, 3.5000001))]
        items += [rank(p.inr, (1.7, 2.3000001)), {"absent": 0, "slight": 1}.get(p.ascites, 2)]
        return 5 + sum(items) + {"none": 0, "grade 1-2": 1}.get(p.encephalopathy, 2)
    if kind == "centor":
        return (
            (0, 1, 0, -1)[rank(p.age, (3, 15, 45))]
            + (p.temperature > 38)
            + 1
            - p.cough
            + (p.tender_nodes + p.tonsillar_exudate)
        )
    if kind == "sirs":
        breathing = p.respiratory_rate > 20 or p.paco2 < 32
        cells = not 4 <= p.white_cells <= 12
        return (not 36 <= p.temperature <= 38) + (p.heart_rate > 90) + breathing + cells
    if kind == "curb65":
        low = p.sbp < 90 or p.dbp <= 60
        return p.confusion + (p.bun > 19) + (p.respiratory_rate > 29) + low + (p.age > 64)
    if kind == "fever_pain":
        return 1 - p.cough_or_coryza + count(given, *(name for name in given if name != "cough_or_coryza"))
    present = sum(value is True for value in given.values())
    return present + (
        p.creatinine > 2 if kind == "revised_cardiac_risk" else (p.age > 65) + (p.drinks_per_week > 7)
    )


def score(key: str, p: Any, given: dict[str, Any]) -> Any:
    """The points of the calculator ``key``, one of :data:`SCORES`."""
    if key in ("wells_pe", "wells_dvt", "perc"):
        return thrombosis(p, given, key)
    if key in ALONE:
        functions = (meld_na, apache2, sofa, blatchford, coma_scale)
        return functions[ALONE.index(key)](p)
    if key in COUNTED:
        return (caprini, charlson, pneumonia_severity, heart_score)[COUNTED.index(key)](p, given)
    return int(simple_score(p, given, key))
