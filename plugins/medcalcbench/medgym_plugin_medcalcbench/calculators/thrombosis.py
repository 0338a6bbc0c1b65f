"""Venous thrombosis and pulmonary embolism."""

from __future__ import annotations

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import POINTS, calculator, decimal
from medgym_plugin_medcalcbench.calculators.band import at_least
from medgym_plugin_medcalcbench.parameter import Measurement


@calculator(
    8,
    "Wells' criteria for pulmonary embolism",
    "diagnosis",
    parameters=(
        f.DVT_SIGNS,
        f.PE_LIKELIEST,
        q.HEART_RATE,
        f.IMMOBILISATION,
        f.RECENT_SURGERY,
        f.PRIOR_PE,
        f.PRIOR_DVT,
        f.HAEMOPTYSIS,
        f.TREATED_MALIGNANCY,
    ),
    answer=decimal("points"),
    source="Wells PS et al. Thromb Haemost 2000;83:416-420",
    variant="Immobilisation and surgery score 1.5 points together, and so do prior embolism and thrombosis; "
    "the heart rate scores above 100/min.",
    boundaries={"heart_rate": (100, 101)},
)
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
    """Signs of thrombosis 3; embolism likeliest 3; rate above 100/min 1.5; immobilisation or surgery 1.5.

    Prior embolism or thrombosis 1.5; haemoptysis 1; malignancy 1.
    """
    return (
        3 * dvt_signs
        + 3 * pe_likeliest
        + 1.5 * (heart_rate > 100)
        + 1.5 * (immobilisation or recent_surgery)
        + 1.5 * (prior_pe or prior_dvt)
        + haemoptysis
        + treated_malignancy
    )


@calculator(
    16,
    "Wells' criteria for deep vein thrombosis",
    "diagnosis",
    parameters=(
        f.ACTIVE_CANCER,
        f.BEDRIDDEN,
        f.MAJOR_SURGERY_12_WEEKS,
        f.CALF_SWELLING,
        f.COLLATERAL_VEINS,
        f.LEG_SWOLLEN,
        f.VEIN_TENDERNESS,
        f.PITTING_OEDEMA,
        f.LEG_PARALYSIS,
        f.PRIOR_DVT,
        f.ALTERNATIVE_TO_DVT,
    ),
    answer=POINTS,
    source="Wells PS et al. N Engl J Med 2003;349:1227-1235",
    variant="The version of 2003, with a point for previous thrombosis; bed rest and surgery score once "
    "together, and an alternative diagnosis takes 2 points away.",
)
def wells_dvt(
    active_cancer: bool,
    bedridden: bool,
    major_surgery_12_weeks: bool,
    calf_swelling: bool,
    collateral_veins: bool,
    leg_swollen: bool,
    vein_tenderness: bool,
    pitting_oedema: bool,
    leg_paralysis: bool,
    prior_dvt: bool,
    alternative_to_dvt: bool,
) -> int:
    """One point each, but bed rest and major surgery one together; -2 for an alternative diagnosis."""
    return (
        active_cancer
        + (bedridden or major_surgery_12_weeks)
        + calf_swelling
        + collateral_veins
        + leg_swollen
        + vein_tenderness
        + pitting_oedema
        + leg_paralysis
        + prior_dvt
        - 2 * alternative_to_dvt
    )


@calculator(
    48,
    "Pulmonary embolism rule-out criteria (PERC)",
    "diagnosis",
    parameters=(
        q.AGE,
        q.HEART_RATE,
        q.SPO2,
        f.UNILATERAL_LEG_SWELLING,
        f.HAEMOPTYSIS,
        f.SURGERY_OR_TRAUMA,
        f.PRIOR_PE,
        f.PRIOR_DVT,
        f.HORMONE_USE,
    ),
    answer=POINTS,
    source="Kline JA et al. J Thromb Haemost 2004;2:1247-1255",
    variant="The number of criteria that are met; prior embolism and thrombosis are one criterion.",
    boundaries={"age": (50,), "heart_rate": (100,), "spo2": (95,)},
)
def perc(
    age: int,
    heart_rate: float,
    spo2: float,
    unilateral_leg_swelling: bool,
    haemoptysis: bool,
    surgery_or_trauma: bool,
    prior_pe: bool,
    prior_dvt: bool,
    hormone_use: bool,
) -> int:
    """One point each for age from 50 years on, rate from 100/min on, saturation below 95 %, and the findings.

    Prior embolism and prior thrombosis are one finding.
    """
    return (
        (age >= 50)
        + (heart_rate >= 100)
        + (spo2 < 95)
        + unilateral_leg_swelling
        + haemoptysis
        + surgery_or_trauma
        + (prior_pe or prior_dvt)
        + hormone_use
    )


_ONE = (
    f.MAJOR_SURGERY_MONTH,
    f.HEART_FAILURE_MONTH,
    f.SEPSIS_MONTH,
    f.PNEUMONIA_MONTH,
    f.VARICOSE_VEINS,
    f.SWOLLEN_LEGS,
    f.BOWEL_DISEASE,
    f.ACUTE_INFARCTION,
    f.COPD,
)
_TWO = (f.PLASTER_CAST_MONTH, f.CENTRAL_ACCESS, f.MALIGNANCY)
_THREE = (
    f.PRIOR_DVT,
    f.PRIOR_PE,
    f.FAMILY_THROMBOSIS,
    f.FACTOR_V_LEIDEN,
    f.PROTHROMBIN_MUTATION,
    f.HOMOCYSTEINE,
    f.LUPUS_ANTICOAGULANT,
    f.ANTICARDIOLIPIN,
    f.HEPARIN_THROMBOCYTOPENIA,
    f.OTHER_THROMBOPHILIA,
)
_FIVE = (f.FRACTURE_MONTH, f.STROKE_MONTH, f.TRAUMA_MONTH, f.SPINAL_INJURY_MONTH)
_CAPRINI = {
    finding.name: points
    for points, findings in ((1, _ONE), (2, _TWO), (3, _THREE), (5, _FIVE))
    for finding in findings
}
_SURGERY = {
    "none": 0,
    "minor": 1,
    "major": 2,
    "laparoscopic": 2,
    "arthroscopic": 2,
    "elective lower extremity arthroplasty": 5,
}


@calculator(
    36,
    "Caprini score for venous thromboembolism (2005)",
    "risk",
    parameters=(q.AGE, q.BMI, f.SURGERY, f.MOBILITY, *_ONE, *_TWO, *_THREE, *_FIVE),
    answer=POINTS,
    source="Caprini JA. Dis Mon 2005;51:70-78",
    variant="The version of 2005: a body mass index above 25 kg/m² scores 1 point.",
    erratum="v1.0 adds only age, surgery and mobility; v1.2 gives 2 points for the body mass index.",
    boundaries={"age": (41, 61, 75), "bmi": (25, 25.1)},
    defaults={"bmi": Measurement(22, "kg/m²")},
)
def caprini(age: int, bmi: float, surgery: str, mobility: str, **findings: bool) -> int:
    """Age from 41 on 1, from 61 on 2, from 75 on 3; BMI above 25 kg/m² 1; bed rest 1, above 72 hours 2.

    Surgery: minor 1; major, laparoscopic or arthroscopic 2; elective arthroplasty of the lower extremity 5.
    In the last month, 1 each: major surgery, heart failure, sepsis, pneumonia; 2: plaster cast; 5 each:
    fracture of hip, pelvis or leg, stroke, multiple trauma, spinal cord injury. Also 1 each: varicose veins,
    swollen legs, inflammatory bowel disease, acute infarction, COPD; 2 each: central venous access,
    malignancy; 3 each: prior thrombosis, prior embolism, family history of thrombosis, factor V Leiden,
    prothrombin 20210A, homocysteine, lupus anticoagulant, anticardiolipin, heparin-induced
    thrombocytopenia, other thrombophilia.
    """
    return (
        at_least(age, ((75, 3), (61, 2), (41, 1)), 0)
        + (bmi > 25)
        + _SURGERY[surgery]
        + f.MOBILITY.options.index(mobility)
        + sum(_CAPRINI[finding] for finding, present in findings.items() if present)
    )
