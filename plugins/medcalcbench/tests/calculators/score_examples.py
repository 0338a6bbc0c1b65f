"""Scores: items added up by the tables of their papers, and every bound from both sides."""

from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Flag

from .example import Example, edge, example

ALL = {
    p.name: True for calculator in CALCULATORS.values() for p in calculator.parameters if isinstance(p, Flag)
}
"""Every finding is present."""


def everything(key: str, answer: float, **given: object) -> Example:
    """All findings of a calculator are present."""
    calculator = next(c for c in CALCULATORS.values() if c.key == key)
    return Example(
        key, {p.name: True for p in calculator.parameters if p.name in ALL} | given, answer, boundary=True
    )


CALM = {"temperature": 37, "sbp": 120, "dbp": 80, "heart_rate": 80, "respiratory_rate": 16}
CHEMISTRY = {"sodium": 140, "potassium": 4, "creatinine": 1, "haematocrit": 40, "white_cells": 8, "ph": 7.4}
WELL = CALM | CHEMISTRY | {"age": 30, "fio2": 21, "gcs": 15, "admission_type": "nonoperative"}
HEART = {
    "suspicion": "slightly suspicious",
    "ecg": "normal",
    "troponin": "at or below the normal limit",
    "age": 40,
}
PNEUMONIA = {
    "sex": "male",
    "age": 60,
    "respiratory_rate": 20,
    "sbp": 120,
    "temperature": 37.5,
    "heart_rate": 90,
}
LIVER = {"bilirubin": 1, "albumin": 4, "inr": 1}
BLEED = {"sex": "male", "bun": 15, "haemoglobin": 14, "sbp": 120, "heart_rate": 80}
LUNG = {"bun": 15, "respiratory_rate": 18, "sbp": 120, "dbp": 80, "age": 50}
INFLAMED = {"temperature": 37, "heart_rate": 80, "respiratory_rate": 16, "paco2": 40, "white_cells": 8}
THROAT = {"age": 20, "temperature": 37}
PATIENT = {"age": 40, "bmi": 24}
EMBOLISM = {"age": 40, "heart_rate": 80, "spo2": 98}
HEALTHY_LIVER = {"creatinine": 0.8, "bilirubin": 0.8, "inr": 0.9, "sodium": 140}

EXAMPLES = [
    example("cha2ds2_vasc", 3, sex="female", age=70, hypertension=True),
    edge("cha2ds2_vasc", 0, sex="male", age=64),
    edge("cha2ds2_vasc", 1, sex="male", age=65),
    edge("cha2ds2_vasc", 2, sex="male", age=75),
    everything("cha2ds2_vasc", 9, sex="female", age=75),
    example("revised_cardiac_risk", 2, high_risk_surgery=True, heart_failure=True, creatinine=1),
    edge("revised_cardiac_risk", 0, creatinine=2),
    everything("revised_cardiac_risk", 6, creatinine=2.1),
    example("heart_score", 1, **HEART, hypertension=True, smoking=True),
    edge("heart_score", 2, **HEART, hypertension=True, smoking=True, obesity=True),
    edge("heart_score", 2, **HEART, atherosclerotic_disease=True),
    edge("heart_score", 1, **(HEART | {"age": 45})),
    everything(
        "heart_score",
        10,
        suspicion="highly suspicious",
        ecg="significant ST deviation",
        age=65,
        troponin="above 3 times the normal limit",
    ),
    example("has_bled", 2, age=50, stroke=True, labile_inr=True),
    edge("has_bled", 0, age=65, drinks_per_week=7),
    edge("has_bled", 2, age=66, drinks_per_week=8),
    everything("has_bled", 9, age=80, drinks_per_week=20),
    example("wells_pe", 4.5, dvt_signs=True, prior_dvt=True, heart_rate=100),
    edge("wells_pe", 1.5, heart_rate=101),
    everything("wells_pe", 12.5, heart_rate=120),
    example("wells_dvt", 2, active_cancer=True, calf_swelling=True),
    edge("wells_dvt", -2, alternative_to_dvt=True),
    edge("wells_dvt", 1, bedridden=True, major_surgery_12_weeks=True),
    everything("wells_dvt", 7),
    example("perc", 1, **EMBOLISM, hormone_use=True),
    edge("perc", 0, age=49, heart_rate=99, spo2=95),
    edge("perc", 3, age=50, heart_rate=100, spo2=94),
    everything("perc", 8, age=60, heart_rate=110, spo2=90),
    example("caprini", 5, **PATIENT, surgery="major", prior_dvt=True),
    edge("caprini", 0, age=40, bmi=25),
    edge("caprini", 2, age=41, bmi=25.1),
    edge("caprini", 2, age=61, bmi=24),
    edge("caprini", 3, age=75, bmi=24),
    edge("caprini", 2, **PATIENT, mobility="confined to bed for more than 72 hours"),
    everything(
        "caprini", 75, age=75, bmi=30, surgery="elective lower extremity arthroplasty", mobility="on bed rest"
    ),
    example("charlson", 5, age=65, myocardial_infarction=True, diabetes_severity="end-organ damage"),
    edge("charlson", 0, age=49),
    edge("charlson", 1, age=50),
    edge("charlson", 4, age=80),
    edge("charlson", 1, age=40, stroke=True, tia=True),
    edge("charlson", 6, age=40, solid_tumour="metastatic"),
    edge("charlson", 3, age=40, liver_severity="moderate to severe"),
    # Blatchford: no point is a patient for the outpatient clinic.
    example("glasgow_blatchford", 9, **(BLEED | {"bun": 25, "haemoglobin": 11}), melaena=True, syncope=True),
    edge("glasgow_blatchford", 0, **BLEED),
    edge("glasgow_blatchford", 0, **(BLEED | {"haemoglobin": 13, "bun": 18})),
    edge("glasgow_blatchford", 0, **(BLEED | {"haemoglobin": 12, "sex": "female"})),
    edge("glasgow_blatchford", 3, **(BLEED | {"sbp": 99, "heart_rate": 100})),
    edge("glasgow_blatchford", 6, **(BLEED | {"bun": 71})),
    edge("glasgow_blatchford", 4, **(BLEED | {"bun": 70})),
    everything("glasgow_blatchford", 23, sex="male", bun=80, haemoglobin=8, sbp=80, heart_rate=120),
    example("child_pugh", 9, bilirubin=2.5, albumin=3, inr=1.5, ascites="slight", encephalopathy="grade 1-2"),
    edge("child_pugh", 5, **LIVER),
    edge("child_pugh", 8, bilirubin=2, albumin=3.5, inr=1.7),
    edge("child_pugh", 8, bilirubin=3, albumin=2.8, inr=2.3),
    edge(
        "child_pugh", 15, bilirubin=3.1, albumin=2.7, inr=2.4, ascites="moderate", encephalopathy="grade 3-4"
    ),
    # Kamath's example: bilirubin 4.2, creatinine 1.9 and INR 1.2 make 20.
    example("meld_na", 20, creatinine=1.9, bilirubin=4.2, inr=1.2, sodium=137),
    example("meld_na", 23, creatinine=1.9, bilirubin=4.2, inr=1.2, sodium=132),
    edge("meld_na", 6, **HEALTHY_LIVER),
    edge("meld_na", 20, **(HEALTHY_LIVER | {"sodium": 137}), dialysis=True),
    edge("meld_na", 40, creatinine=5, bilirubin=30, inr=4, sodium=120),
    example(
        "apache2", 2 + 1 + 3 + 4, **(WELL | {"age": 50, "temperature": 35, "heart_rate": 150, "gcs": 11})
    ),
    edge("apache2", 0, **WELL),
    edge("apache2", 6, **(WELL | {"creatinine": 2}), acute_renal_failure=True),
    edge("apache2", 3, **(WELL | {"creatinine": 2}), chronic_renal_failure=True),
    edge("apache2", 4, **(WELL | {"sbp": 60, "dbp": 40, "pao2": 80})),
    edge("apache2", 3, **(WELL | {"fio2": 50, "aa_gradient": 350})),
    edge("apache2", 2, **(WELL | {"admission_type": "elective"}), organ_failure=True),
    edge("apache2", 5, **(WELL | {"admission_type": "emergency"}), organ_failure=True),
    edge("apache2", 1 + 3, **(WELL | {"pao2": 70, "ph": 7.6})),
    example("sofa", 3, platelets=90, creatinine=1.5),
    edge("sofa", 0, pao2=84, fio2=21),
    edge("sofa", 2, pao2=45, fio2=50),
    edge("sofa", 4, pao2=45, fio2=50, mechanical_ventilation=True),
    edge("sofa", 1, sbp=89, dbp=60),
    edge("sofa", 3, norepinephrine=0.1),
    edge("sofa", 4, epinephrine=0.11),
    edge("sofa", 3, urine_output=499),
    edge(
        "sofa",
        24,
        pao2=45,
        fio2=100,
        cpap=True,
        dopamine=16,
        gcs=5,
        bilirubin=12,
        platelets=19,
        urine_output=100,
    ),
    # Fine: men start at their age, women ten below.
    example("pneumonia_severity", 60 + 10 + 20, **PNEUMONIA, heart_failure=True, altered_mental_status=True),
    edge("pneumonia_severity", 50, **(PNEUMONIA | {"sex": "female"})),
    edge(
        "pneumonia_severity",
        60 + 20 + 15 + 10,
        **(PNEUMONIA | {"respiratory_rate": 30, "temperature": 40, "heart_rate": 125}),
    ),
    edge("pneumonia_severity", 60, **(PNEUMONIA | {"sbp": 90, "temperature": 35, "heart_rate": 124})),
    edge(
        "pneumonia_severity",
        60,
        **PNEUMONIA,
        ph=7.35,
        bun=29,
        sodium=130,
        glucose=249,
        haematocrit=30,
        pao2=60,
    ),
    everything(
        "pneumonia_severity",
        60 + 50 + 40 + 30 + 35 + 20 + 10 + 30 + 40 + 30,
        **(
            PNEUMONIA
            | {
                "respiratory_rate": 35,
                "sbp": 80,
                "temperature": 34,
                "heart_rate": 130,
                "ph": 7.2,
                "bun": 40,
                "sodium": 120,
                "glucose": 300,
                "haematocrit": 25,
                "pao2": 50,
            }
        ),
    ),
    example("curb65", 2, **(LUNG | {"age": 70}), confusion=True),
    edge("curb65", 0, **(LUNG | {"bun": 19, "respiratory_rate": 29, "sbp": 90, "dbp": 61, "age": 64})),
    edge("curb65", 4, **(LUNG | {"bun": 20, "respiratory_rate": 30, "dbp": 60, "age": 65})),
    example("sirs", 2, **(INFLAMED | {"temperature": 39, "heart_rate": 110})),
    edge("sirs", 0, temperature=38, heart_rate=90, respiratory_rate=20, paco2=32, white_cells=12),
    edge("sirs", 0, temperature=36, heart_rate=90, respiratory_rate=20, paco2=32, white_cells=4),
    edge("sirs", 4, temperature=35.9, heart_rate=91, respiratory_rate=16, paco2=31, white_cells=3.9),
    example("centor", 3, **THROAT, tender_nodes=True, tonsillar_exudate=True),
    edge("centor", 1, age=2, temperature=38),
    edge("centor", 2, age=3, temperature=38),
    edge("centor", 1, age=15, temperature=38),
    edge("centor", 1, age=45, temperature=38.1),
    edge("centor", -1, age=45, temperature=38, cough=True),
    example("fever_pain", 3, recent_fever=True, purulent_tonsils=True),
    edge("fever_pain", 1),
    everything("fever_pain", 4),
    everything("fever_pain", 5, cough_or_coryza=False),
    example(
        "glasgow_coma_scale",
        9,
        eye_response="to pain",
        verbal_response="incomprehensible sounds",
        motor_response="localises pain",
    ),
    edge("glasgow_coma_scale", 3, eye_response="none", verbal_response="none", motor_response="none"),
    edge(
        "glasgow_coma_scale",
        15,
        eye_response="spontaneous",
        verbal_response="oriented",
        motor_response="obeys commands",
    ),
    edge(
        "glasgow_coma_scale",
        14,
        eye_response="to verbal command",
        verbal_response="not testable",
        motor_response="obeys commands",
    ),
]
