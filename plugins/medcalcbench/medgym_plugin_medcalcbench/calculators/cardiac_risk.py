"""Risk scores of cardiology."""

from __future__ import annotations

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import POINTS, calculator
from medgym_plugin_medcalcbench.calculators.band import at_least
from medgym_plugin_medcalcbench.parameter import Measurement


@calculator(
    4,
    "CHA₂DS₂-VASc score",
    "risk",
    parameters=(
        f.SEX,
        q.AGE,
        f.HEART_FAILURE,
        f.HYPERTENSION,
        f.STROKE,
        f.TIA,
        f.THROMBOEMBOLISM,
        f.VASCULAR_DISEASE,
        f.DIABETES,
    ),
    answer=POINTS,
    source="Lip GYH et al. Chest 2010;137:263-272",
    variant="Stroke, transient ischaemic attack and thromboembolism score 2 points together; female sex "
    "scores 1.",
    boundaries={"age": (65, 75)},
)
def cha2ds2_vasc(
    sex: str,
    age: int,
    heart_failure: bool,
    hypertension: bool,
    stroke: bool,
    tia: bool,
    thromboembolism: bool,
    vascular_disease: bool,
    diabetes: bool,
) -> int:
    """Points: age from 75 on 2, 65 to 74 1; female 1; heart failure 1; hypertension 1; diabetes 1.

    Stroke, transient ischaemic attack or thromboembolism 2; vascular disease 1. Age in years.
    """
    return (
        at_least(age, ((75, 2), (65, 1)), 0)
        + (sex == "female")
        + heart_failure
        + hypertension
        + 2 * (stroke or tia or thromboembolism)
        + vascular_disease
        + diabetes
    )


@calculator(
    17,
    "Revised Cardiac Risk Index",
    "risk",
    parameters=(
        f.HIGH_RISK_SURGERY,
        f.ISCHAEMIC_HEART_DISEASE,
        f.HEART_FAILURE,
        f.CEREBROVASCULAR_DISEASE,
        f.INSULIN_TREATMENT,
        q.CREATININE,
    ),
    answer=POINTS,
    source="Lee TH et al. Circulation 1999;100:1043-1049",
    variant="The six predictors of Lee; creatinine scores above 2.0 mg/dL.",
    erratum="v1.0 reads cerebrovascular disease from a key that no row has, so it never scores.",
    boundaries={"creatinine": (2,)},
    defaults={"creatinine": Measurement(0.9, "mg/dL")},
)
def revised_cardiac_risk(
    high_risk_surgery: bool,
    ischaemic_heart_disease: bool,
    heart_failure: bool,
    cerebrovascular_disease: bool,
    insulin_treatment: bool,
    creatinine: float,
) -> int:
    """One point each for the five findings, and for a creatinine above 2.0 mg/dL."""
    return (
        high_risk_surgery
        + ischaemic_heart_disease
        + heart_failure
        + cerebrovascular_disease
        + insulin_treatment
        + (creatinine > 2)
    )


@calculator(
    18,
    "HEART score",
    "risk",
    parameters=(
        f.SUSPICION,
        f.ECG,
        q.AGE,
        f.HYPERTENSION,
        f.HYPERCHOLESTEROLAEMIA,
        f.DIABETES,
        f.OBESITY,
        f.SMOKING,
        f.FAMILY_HEART_DISEASE,
        f.ATHEROSCLEROTIC_DISEASE,
        f.TROPONIN,
    ),
    answer=POINTS,
    source="Six AJ et al. Neth Heart J 2008;16:191-196",
    variant="Risk factors (hypertension, hypercholesterolaemia, diabetes, obesity, smoking, family history) "
    "score 0, 1 for one or two, and 2 for three or more or for known atherosclerotic disease.",
    erratum="Releases up to December 2025 count known atherosclerotic disease as one risk factor.",
    boundaries={"age": (45, 65)},
    defaults={graded.name: graded.options[0] for graded in (f.SUSPICION, f.ECG, f.TROPONIN)},
)
def heart_score(
    suspicion: str,
    ecg: str,
    age: int,
    hypertension: bool,
    hypercholesterolaemia: bool,
    diabetes: bool,
    obesity: bool,
    smoking: bool,
    family_heart_disease: bool,
    atherosclerotic_disease: bool,
    troponin: str,
) -> int:
    """History 0 to 2, ECG 0 to 2, age from 45 on 1 and from 65 on 2, risk factors 0 to 2, troponin 0 to 2.

    History: slightly, moderately, highly suspicious. ECG: normal, non-specific repolarisation disturbance,
    significant ST deviation. Troponin: up to 1, up to 3, above 3 times the normal limit. Age in years.
    """
    count = hypertension + hypercholesterolaemia + diabetes + obesity + smoking + family_heart_disease
    risk = 2 if atherosclerotic_disease else at_least(count, ((3, 2), (1, 1)), 0)
    graded = (
        f.SUSPICION.options.index(suspicion) + f.ECG.options.index(ecg) + f.TROPONIN.options.index(troponin)
    )
    return graded + at_least(age, ((65, 2), (45, 1)), 0) + risk


@calculator(
    25,
    "HAS-BLED score",
    "risk",
    parameters=(
        q.AGE,
        f.UNCONTROLLED_HYPERTENSION,
        f.ABNORMAL_KIDNEYS,
        f.ABNORMAL_LIVER,
        f.STROKE,
        f.BLEEDING,
        f.LABILE_INR,
        f.BLEEDING_DRUGS,
        q.DRINKS,
    ),
    answer=POINTS,
    source="Pisters R et al. Chest 2010;138:1093-1100",
    variant="Age scores above 65 years, alcohol from 8 drinks a week on.",
    boundaries={"age": (65, 66), "drinks_per_week": (8,)},
)
def has_bled(
    age: int,
    uncontrolled_hypertension: bool,
    abnormal_kidneys: bool,
    abnormal_liver: bool,
    stroke: bool,
    bleeding: bool,
    labile_inr: bool,
    bleeding_drugs: bool,
    drinks_per_week: float,
) -> int:
    """One point each for the findings, for age above 65 years, and for 8 or more drinks a week."""
    return (
        uncontrolled_hypertension
        + abnormal_kidneys
        + abnormal_liver
        + stroke
        + bleeding
        + labile_inr
        + (age > 65)
        + bleeding_drugs
        + (drinks_per_week >= 8)
    )
