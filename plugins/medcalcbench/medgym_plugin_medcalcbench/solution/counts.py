"""Scores of the reference solution that count findings, with weights and thresholds."""

from bisect import bisect_right


def caprini(age: int, bmi: float, surgery: str, mobility: str, **found: bool) -> int:
    """Caprini 2005."""
    ones = "major_surgery_month heart_failure_month sepsis_month pneumonia_month varicose_veins swollen_legs "
    ones += "bowel_disease acute_infarction copd"
    twos = "plaster_cast_month central_access malignancy"
    fives = "fracture_month stroke_month trauma_month spinal_injury_month"
    points = {name: 1 for name in ones.split()} | {name: 2 for name in twos.split()}
    points |= {name: 5 for name in fives.split()}
    operated = {"n": 0, "mi": 1, "ma": 2, "l": 2, "a": 2, "e": 5}
    total = bisect_right((41, 61, 75), age) + int(bmi > 25)
    total += operated[surgery[:2] if surgery[0] == "m" else surgery[0]]
    total += {"n": 0, "o": 1, "c": 2}[mobility[0]]
    return total + sum(points.get(name, 3) for name, present in found.items() if present)


def charlson(
    age: int,
    stroke: bool,
    tia: bool,
    aids: bool,
    liver_severity: str,
    diabetes_severity: str,
    solid_tumour: str,
    **found: bool,
) -> int:
    """Charlson with age."""
    twos = ("hemiplegia", "chronic_kidney_disease", "leukaemia", "lymphoma")
    total = bisect_right((50, 60, 70, 80), age) + int(stroke or tia) + 6 * aids
    total += sum(2 if name in twos else 1 for name, present in found.items() if present)
    total += {"none": 0, "mild": 1}.get(liver_severity, 3) + {"none": 0, "localised": 2}.get(solid_tumour, 6)
    return total + {"uncomplicated": 1, "end-organ damage": 2}.get(diabetes_severity, 0)


def glasgow_blatchford(
    sex: str,
    bun: float,
    haemoglobin: float,
    sbp: float,
    heart_rate: float,
    melaena: bool,
    syncope: bool,
    hepatic_disease: bool,
    cardiac_failure: bool,
) -> int:
    """Glasgow-Blatchford."""
    urea = 6 if bun > 70 else (0, 2, 3, 4)[bisect_right((18.2, 22.4, 28), bun)]
    bounds, points = ((10, 12), (6, 1, 0)) if sex == "female" else ((10, 12, 13), (6, 3, 1, 0))
    total = urea + points[bisect_right(bounds, haemoglobin)] + 3 - bisect_right((90, 100, 110), sbp)
    return int(total + (heart_rate > 99) + melaena + 2 * (syncope + hepatic_disease + cardiac_failure))


def heart_score(
    suspicion: str, ecg: str, age: int, atherosclerotic_disease: bool, troponin: str, **risks: bool
) -> int:
    """HEART."""
    risk = 2 if atherosclerotic_disease else bisect_right((1, 3), sum(risks.values()))
    graded = {"s": 0, "m": 1, "h": 2}[suspicion[0]] + {"normal": 0, "non": 1}.get(ecg.split("-")[0], 2)
    return risk + graded + bisect_right((45, 65), age) + {"at": 0, "1": 1, "above": 2}[troponin.split()[0]]


def wells_dvt(bedridden: bool, major_surgery_12_weeks: bool, alternative_to_dvt: bool, **found: bool) -> int:
    """Wells' criteria for thrombosis."""
    return sum(found.values()) + max(bedridden, major_surgery_12_weeks) - 2 * alternative_to_dvt


def perc(age: int, heart_rate: float, spo2: float, prior_pe: bool, prior_dvt: bool, **signs: bool) -> int:
    """Criteria that rule out embolism."""
    return sum(signs.values()) + max(prior_pe, prior_dvt) + (age > 49) + (heart_rate > 99) + (spo2 < 95)


def wells_pe(
    dvt_signs: bool,
    pe_likeliest: bool,
    heart_rate: float,
    immobilisation: bool,
    recent_surgery: bool,
    prior_pe: bool,
    prior_dvt: bool,
    haemoptysis: bool,
    treated_malignancy: bool,
) -> float:
    """Wells' criteria for embolism, counted in halves."""
    halves = 6 * (dvt_signs + pe_likeliest) + 3 * max(prior_pe, prior_dvt) + 3 * (heart_rate > 100)
    halves += 3 * max(immobilisation, recent_surgery)
    return (halves + 2 * (haemoptysis + treated_malignancy)) / 2


def cha2ds2_vasc(sex: str, age: int, stroke: bool, tia: bool, thromboembolism: bool, **found: bool) -> int:
    """CHA2DS2-VASc."""
    embolism = max(stroke, tia, thromboembolism)
    return sum(found.values()) + bisect_right((65, 75), age) + (sex == "female") + 2 * embolism


def centor(age: int, temperature: float, cough: bool, tender_nodes: bool, tonsillar_exudate: bool) -> int:
    """Centor after McIsaac."""
    years = (0, 1, 0, -1)[bisect_right((3, 15, 45), age)]
    return years + (temperature > 38) + 1 - cough + tender_nodes + tonsillar_exudate


def fever_pain(cough_or_coryza: bool, **found: bool) -> int:
    """FeverPAIN."""
    return 1 - cough_or_coryza + sum(found.values())


def revised_cardiac_risk(creatinine: float, **found: bool) -> int:
    """Revised Cardiac Risk Index."""
    return sum(found.values()) + (creatinine > 2)


def has_bled(age: int, drinks_per_week: float, **found: bool) -> int:
    """HAS-BLED."""
    return sum(found.values()) + (age > 65) + (drinks_per_week > 7)
