"""The findings of all calculators: flags, choices, dates and drugs. A label states its criterion in full."""

from __future__ import annotations

from medgym_plugin_medcalcbench.parameter import Choice, Day, Doses, Flag

SEX = Choice("sex", "sex", options=("female", "male"))
RACE = Choice(
    "race", "race, where an equation has a coefficient for it", missing="other", options=("black", "other")
)

# History of disease.
HEART_FAILURE = Flag("heart_failure", "history of congestive heart failure")
HYPERTENSION = Flag("hypertension", "history of hypertension")
DIABETES = Flag("diabetes", "history of diabetes mellitus")
STROKE = Flag("stroke", "history of stroke")
TIA = Flag("tia", "history of transient ischaemic attack")
THROMBOEMBOLISM = Flag("thromboembolism", "history of systemic thromboembolism")
VASCULAR_DISEASE = Flag(
    "vascular_disease",
    "vascular disease: prior myocardial infarction, peripheral artery disease or aortic plaque",
)
ISCHAEMIC_HEART_DISEASE = Flag("ischaemic_heart_disease", "history of ischaemic heart disease")
CEREBROVASCULAR_DISEASE = Flag("cerebrovascular_disease", "history of cerebrovascular disease")
MYOCARDIAL_INFARCTION = Flag("myocardial_infarction", "history of myocardial infarction")
PERIPHERAL_VASCULAR_DISEASE = Flag("peripheral_vascular_disease", "peripheral vascular disease")
DEMENTIA = Flag("dementia", "dementia")
COPD = Flag("copd", "chronic obstructive pulmonary disease")
CONNECTIVE_TISSUE_DISEASE = Flag("connective_tissue_disease", "connective tissue disease")
PEPTIC_ULCER = Flag("peptic_ulcer", "peptic ulcer disease")
HEMIPLEGIA = Flag("hemiplegia", "hemiplegia")
CHRONIC_KIDNEY_DISEASE = Flag("chronic_kidney_disease", "moderate to severe chronic kidney disease")
LEUKAEMIA = Flag("leukaemia", "leukaemia")
LYMPHOMA = Flag("lymphoma", "lymphoma")
AIDS = Flag("aids", "AIDS")
LIVER_DISEASE = Flag("liver_disease", "liver disease")
RENAL_DISEASE = Flag("renal_disease", "renal disease")
NEOPLASTIC_DISEASE = Flag(
    "neoplastic_disease", "neoplastic disease: active, or diagnosed within the past year"
)
HYPERCHOLESTEROLAEMIA = Flag("hypercholesterolaemia", "hypercholesterolaemia")
OBESITY = Flag("obesity", "obesity")
SMOKING = Flag("smoking", "current smoking")
ATHEROSCLEROTIC_DISEASE = Flag("atherosclerotic_disease", "known atherosclerotic disease")
FAMILY_HEART_DISEASE = Flag(
    "family_heart_disease", "a parent or sibling with cardiovascular disease before the age of 65"
)
BOWEL_DISEASE = Flag("bowel_disease", "history of inflammatory bowel disease")
BLOOD_PRESSURE_TREATED = Flag("blood_pressure_treated", "blood pressure being treated with medicines")
NURSING_HOME = Flag("nursing_home", "residence in a nursing home")

# Thrombosis.
PRIOR_DVT = Flag("prior_dvt", "previously documented deep vein thrombosis")
PRIOR_PE = Flag("prior_pe", "previously documented pulmonary embolism")
DVT_SIGNS = Flag("dvt_signs", "clinical signs and symptoms of deep vein thrombosis")
PE_LIKELIEST = Flag("pe_likeliest", "pulmonary embolism the first or an equally likely diagnosis")
IMMOBILISATION = Flag("immobilisation", "immobilisation for at least 3 days")
RECENT_SURGERY = Flag("recent_surgery", "surgery in the previous 4 weeks")
HAEMOPTYSIS = Flag("haemoptysis", "haemoptysis")
TREATED_MALIGNANCY = Flag("treated_malignancy", "malignancy with treatment within 6 months, or palliative")
SURGERY_OR_TRAUMA = Flag("surgery_or_trauma", "surgery or trauma within the past 4 weeks")
HORMONE_USE = Flag("hormone_use", "use of oestrogen or other hormones")
UNILATERAL_LEG_SWELLING = Flag("unilateral_leg_swelling", "unilateral leg swelling")
ACTIVE_CANCER = Flag("active_cancer", "active cancer: treated within 6 months, or palliative")
BEDRIDDEN = Flag("bedridden", "recently bedridden for more than 3 days")
MAJOR_SURGERY_12_WEEKS = Flag("major_surgery_12_weeks", "major surgery within 12 weeks")
CALF_SWELLING = Flag("calf_swelling", "calf swelling of more than 3 cm compared with the other leg")
COLLATERAL_VEINS = Flag("collateral_veins", "collateral (nonvaricose) superficial veins")
LEG_SWOLLEN = Flag("leg_swollen", "swelling of the entire leg")
VEIN_TENDERNESS = Flag("vein_tenderness", "localised tenderness along the deep venous system")
PITTING_OEDEMA = Flag("pitting_oedema", "pitting oedema confined to the symptomatic leg")
LEG_PARALYSIS = Flag(
    "leg_paralysis", "paralysis, paresis or recent plaster immobilisation of the lower extremity"
)
ALTERNATIVE_TO_DVT = Flag(
    "alternative_to_dvt", "an alternative diagnosis as likely as or more likely than deep vein thrombosis"
)
MAJOR_SURGERY_MONTH = Flag("major_surgery_month", "major surgery within the last month")
HEART_FAILURE_MONTH = Flag("heart_failure_month", "congestive heart failure within the last month")
SEPSIS_MONTH = Flag("sepsis_month", "sepsis within the last month")
PNEUMONIA_MONTH = Flag("pneumonia_month", "pneumonia within the last month")
PLASTER_CAST_MONTH = Flag("plaster_cast_month", "immobilising plaster cast within the last month")
FRACTURE_MONTH = Flag("fracture_month", "fracture of the hip, pelvis or leg within the last month")
STROKE_MONTH = Flag("stroke_month", "stroke within the last month")
TRAUMA_MONTH = Flag("trauma_month", "multiple trauma within the last month")
SPINAL_INJURY_MONTH = Flag(
    "spinal_injury_month", "acute spinal cord injury causing paralysis within the last month"
)
VARICOSE_VEINS = Flag("varicose_veins", "varicose veins")
SWOLLEN_LEGS = Flag("swollen_legs", "currently swollen legs")
CENTRAL_ACCESS = Flag("central_access", "current central venous access")
FAMILY_THROMBOSIS = Flag("family_thrombosis", "family history of thrombosis")
FACTOR_V_LEIDEN = Flag("factor_v_leiden", "factor V Leiden")
PROTHROMBIN_MUTATION = Flag("prothrombin_mutation", "prothrombin 20210A mutation")
HOMOCYSTEINE = Flag("homocysteine", "elevated serum homocysteine")
LUPUS_ANTICOAGULANT = Flag("lupus_anticoagulant", "lupus anticoagulant")
ANTICARDIOLIPIN = Flag("anticardiolipin", "elevated anticardiolipin antibody")
HEPARIN_THROMBOCYTOPENIA = Flag("heparin_thrombocytopenia", "heparin-induced thrombocytopenia")
OTHER_THROMBOPHILIA = Flag("other_thrombophilia", "other congenital or acquired thrombophilia")
ACUTE_INFARCTION = Flag("acute_infarction", "acute myocardial infarction")
MALIGNANCY = Flag("malignancy", "present or previous malignancy")

# Operations and bleeding.
HIGH_RISK_SURGERY = Flag(
    "high_risk_surgery", "elevated-risk surgery: intraperitoneal, intrathoracic or suprainguinal vascular"
)
INSULIN_TREATMENT = Flag("insulin_treatment", "preoperative treatment with insulin")
BLEEDING = Flag("bleeding", "prior major bleeding or predisposition to bleeding")
BLEEDING_DRUGS = Flag("bleeding_drugs", "medication predisposing to bleeding: antiplatelet agents or NSAIDs")
LABILE_INR = Flag("labile_inr", "labile international normalized ratio")
UNCONTROLLED_HYPERTENSION = Flag(
    "uncontrolled_hypertension", "uncontrolled hypertension: systolic pressure above 160 mmHg"
)
ABNORMAL_LIVER = Flag(
    "abnormal_liver",
    "abnormal liver function: cirrhosis, bilirubin above 2 times or transaminases above 3 times normal",
)
ABNORMAL_KIDNEYS = Flag(
    "abnormal_kidneys", "abnormal renal function: dialysis, transplantation or creatinine above 2.26 mg/dL"
)
HEPATIC_DISEASE = Flag("hepatic_disease", "history of hepatic disease")
CARDIAC_FAILURE = Flag("cardiac_failure", "cardiac failure")
SYNCOPE = Flag("syncope", "recent syncope")
MELAENA = Flag("melaena", "melaena")

# Acute illness.
DIALYSIS = Flag("dialysis", "dialysis at least twice in the past week")
CVVHD = Flag("cvvhd", "continuous veno-venous haemodialysis for at least 24 hours in the past week")
ACUTE_RENAL_FAILURE = Flag("acute_renal_failure", "acute renal failure")
CHRONIC_RENAL_FAILURE = Flag("chronic_renal_failure", "chronic renal failure")
ORGAN_FAILURE = Flag("organ_failure", "history of severe organ failure or immunocompromise")
MECHANICAL_VENTILATION = Flag("mechanical_ventilation", "mechanical ventilation")
CPAP = Flag("cpap", "continuous positive airway pressure")
HYPOTENSION = Flag("hypotension", "hypotension: mean arterial pressure below 70 mmHg")
ALTERED_MENTAL_STATUS = Flag("altered_mental_status", "altered mental status")
CONFUSION = Flag("confusion", "new confusion")
PLEURAL_EFFUSION = Flag("pleural_effusion", "pleural effusion on X-ray")

# Sore throat. Silence on cough is its absence, which scores.
COUGH = Flag("cough", "cough")
COUGH_OR_CORYZA = Flag("cough_or_coryza", "cough or coryza")
TENDER_NODES = Flag("tender_nodes", "tender or swollen anterior cervical lymph nodes")
TONSILLAR_EXUDATE = Flag("tonsillar_exudate", "exudate or swelling on the tonsils")
RECENT_FEVER = Flag("recent_fever", "fever in the past 24 hours")
RECENT_ONSET = Flag("recent_onset", "symptom onset within the past 3 days")
PURULENT_TONSILS = Flag("purulent_tonsils", "purulent tonsils")
INFLAMED_TONSILS = Flag("inflamed_tonsils", "severe tonsil inflammation")

# Graded findings.
ASCITES = Choice("ascites", "ascites", missing="absent", options=("absent", "slight", "moderate"))
ENCEPHALOPATHY = Choice(
    "encephalopathy", "hepatic encephalopathy", missing="none", options=("none", "grade 1-2", "grade 3-4")
)
LIVER_SEVERITY = Choice(
    "liver_severity",
    "severity of liver disease",
    missing="none",
    options=("none", "mild", "moderate to severe"),
)
DIABETES_SEVERITY = Choice(
    "diabetes_severity",
    "diabetes mellitus",
    missing="none or diet-controlled",
    options=("none or diet-controlled", "uncomplicated", "end-organ damage"),
)
SOLID_TUMOUR = Choice(
    "solid_tumour", "solid tumour", missing="none", options=("none", "localised", "metastatic")
)
SUSPICION = Choice(
    "suspicion",
    "suspicion of an acute coronary syndrome raised by the history",
    options=("slightly suspicious", "moderately suspicious", "highly suspicious"),
)
ECG = Choice(
    "ecg",
    "electrocardiogram",
    options=("normal", "non-specific repolarisation disturbance", "significant ST deviation"),
)
TROPONIN = Choice(
    "troponin",
    "initial troponin",
    options=(
        "at or below the normal limit",
        "1 to 3 times the normal limit",
        "above 3 times the normal limit",
    ),
)
EYE = Choice(
    "eye_response",
    "best eye response",
    options=("none", "to pain", "to verbal command", "spontaneous", "not testable"),
)
VERBAL = Choice(
    "verbal_response",
    "best verbal response",
    options=(
        "none",
        "incomprehensible sounds",
        "inappropriate words",
        "confused",
        "oriented",
        "not testable",
    ),
)
MOTOR = Choice(
    "motor_response",
    "best motor response",
    options=(
        "none",
        "extension to pain",
        "flexion to pain",
        "withdrawal from pain",
        "localises pain",
        "obeys commands",
    ),
)
ADMISSION_TYPE = Choice(
    "admission_type",
    "type of admission: without an operation, after emergency surgery, or after elective surgery",
    options=("nonoperative", "emergency", "elective"),
)
SURGERY = Choice(
    "surgery",
    "type of the planned operation",
    missing="none",
    options=(
        "none",
        "minor",
        "major",
        "laparoscopic",
        "arthroscopic",
        "elective lower extremity arthroplasty",
    ),
)
MOBILITY = Choice(
    "mobility",
    "mobility",
    missing="normal",
    options=("normal", "on bed rest", "confined to bed for more than 72 hours"),
)

# Dates and drugs.
LAST_PERIOD = Day("last_period", "first day of the last menstrual period")
TODAY = Day("today", "date of the visit")

STEROIDS = (
    "betamethasone IV",
    "cortisone PO",
    "dexamethasone IV",
    "dexamethasone PO",
    "hydrocortisone IV",
    "hydrocortisone PO",
    "methylprednisolone IV",
    "methylprednisolone PO",
    "prednisolone PO",
    "prednisone PO",
    "triamcinolone IV",
)
STEROID = Doses("steroid", "corticosteroid taken now", drugs=tuple((drug, "mg") for drug in STEROIDS))
TARGET_STEROID = Choice("target_steroid", "target corticosteroid, to convert to", options=STEROIDS)
OPIOIDS = Doses(
    "opioids",
    "opioids taken now",
    drugs=(
        ("codeine", "mg"),
        ("fentanyl buccal", "mcg"),
        ("fentanyl patch", "mcg/h"),
        ("hydrocodone", "mg"),
        ("hydromorphone", "mg"),
        ("methadone", "mg"),
        ("morphine", "mg"),
        ("oxycodone", "mg"),
        ("oxymorphone", "mg"),
        ("tapentadol", "mg"),
        ("tramadol", "mg"),
    ),
    most=3,
)
