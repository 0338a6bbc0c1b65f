"""Pneumonia, sepsis and sore throat."""

from __future__ import annotations

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import POINTS, calculator
from medgym_plugin_medcalcbench.calculators.band import at_least
from medgym_plugin_medcalcbench.parameter import Measurement


@calculator(
    29,
    "Pneumonia Severity Index",
    "severity",
    parameters=(
        f.SEX,
        q.AGE,
        f.NURSING_HOME,
        f.NEOPLASTIC_DISEASE,
        f.LIVER_DISEASE,
        f.HEART_FAILURE,
        f.CEREBROVASCULAR_DISEASE,
        f.RENAL_DISEASE,
        f.ALTERED_MENTAL_STATUS,
        q.RESPIRATORY_RATE,
        q.SBP,
        q.within(q.TEMPERATURE, 34, 40.6),
        q.HEART_RATE,
        q.optional(q.PH, 7.4),
        q.optional(q.BUN, 14),
        q.optional(q.SODIUM, 140),
        q.optional(q.GLUCOSE, 100),
        q.optional(q.HAEMATOCRIT, 42),
        q.optional(q.PAO2, 90),
        f.PLEURAL_EFFUSION,
    ),
    answer=POINTS,
    source="Fine MJ et al. N Engl J Med 1997;336:243-250",
    variant="The points of all 20 items for every patient, also of class I; a measurement that is not "
    "stated scores 0.",
    erratum="v1.0 takes temperatures of one spelling for Fahrenheit.",
    boundaries={
        "respiratory_rate": (30,),
        "sbp": (90,),
        "temperature": (35, 40),
        "heart_rate": (125,),
        "ph": (7.35,),
        "bun": (30,),
        "sodium": (130,),
        "glucose": (250,),
        "haematocrit": (30,),
        "pao2": (60,),
    },
)
def pneumonia_severity(
    sex: str,
    age: int,
    nursing_home: bool,
    neoplastic_disease: bool,
    liver_disease: bool,
    heart_failure: bool,
    cerebrovascular_disease: bool,
    renal_disease: bool,
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
    pleural_effusion: bool,
) -> int:
    """Age in years (women: - 10) and points.

    Nursing home 10; neoplasm 30; liver 20; heart failure 10; cerebrovascular 10; renal 10; mental status 20;
    respiratory rate from 30/min on 20; systolic pressure below 90 mmHg 20; temperature below 35 or from
    40 °C on 15; heart rate from 125/min on 10; pH below 7.35 30; urea nitrogen from 30 mg/dL on 20; sodium
    below 130 mEq/L 20; glucose from 250 mg/dL on 10; haematocrit below 30 % 10; PaO2 below 60 mmHg 10;
    pleural effusion 10.
    """
    tens = nursing_home + heart_failure + cerebrovascular_disease + renal_disease + pleural_effusion
    tens += (heart_rate >= 125) + (glucose >= 250) + (haematocrit < 30) + (pao2 < 60)
    twenties = liver_disease + altered_mental_status + (respiratory_rate >= 30) + (sbp < 90)
    twenties += (bun >= 30) + (sodium < 130)
    thirties = neoplastic_disease + (ph < 7.35)
    fever = 15 * (temperature < 35 or temperature >= 40)
    return age - 10 * (sex == "female") + 10 * tens + 20 * twenties + 30 * thirties + fever


@calculator(
    45,
    "CURB-65 score",
    "severity",
    parameters=(f.CONFUSION, q.BUN, q.RESPIRATORY_RATE, q.SBP, q.DBP, q.AGE),
    answer=POINTS,
    source="Lim WS et al. Thorax 2003;58:377-382",
    variant="Urea nitrogen scores above 19 mg/dL.",
    boundaries={"bun": (19, 20), "respiratory_rate": (30,), "sbp": (90,), "dbp": (60, 61), "age": (65,)},
    admits=lambda sbp, dbp, bun, **_: 20 <= sbp - dbp <= 90 and not 19 < bun < 20,
)
def curb65(confusion: bool, bun: float, respiratory_rate: float, sbp: float, dbp: float, age: int) -> int:
    """One point each: confusion, urea nitrogen above 19 mg/dL, respiratory rate from 30/min on, and two more.

    These are a systolic pressure below 90 or a diastolic up to 60 mmHg, and age from 65 years on.
    """
    return confusion + (bun > 19) + (respiratory_rate >= 30) + (sbp < 90 or dbp <= 60) + (age >= 65)


@calculator(
    51,
    "SIRS criteria",
    "diagnosis",
    parameters=(q.TEMPERATURE, q.HEART_RATE, q.RESPIRATORY_RATE, q.PACO2, q.WHITE_CELLS),
    answer=POINTS,
    source="Bone RC et al. Chest 1992;101:1644-1655",
    variant="The number of criteria that are met, 0 to 4; band forms are not counted.",
    erratum="v1.0 always gives the point for heart rate and compares white cells in another unit.",
    boundaries={
        "temperature": (36, 38, 38.1),
        "heart_rate": (90, 91),
        "respiratory_rate": (20, 21),
        "paco2": (32,),
        "white_cells": (4, 12, 12.1),
    },
    defaults={"respiratory_rate": Measurement(16, "breaths/min"), "paco2": Measurement(40, "mmHg")},
)
def sirs(
    temperature: float, heart_rate: float, respiratory_rate: float, paco2: float, white_cells: float
) -> int:
    """One point each: temperature above 38 or below 36 °C; heart rate above 90/min; and two more.

    These are a respiratory rate above 20/min or a PaCO2 below 32 mmHg, and white cells above 12 or below
    4 x 10⁹/L.
    """
    return (
        (temperature > 38 or temperature < 36)
        + (heart_rate > 90)
        + (respiratory_rate > 20 or paco2 < 32)
        + (white_cells > 12 or white_cells < 4)
    )


@calculator(
    20,
    "Centor score (McIsaac)",
    "diagnosis",
    parameters=(q.within(q.AGE, 2, 70), q.TEMPERATURE, f.COUGH, f.TENDER_NODES, f.TONSILLAR_EXUDATE),
    answer=POINTS,
    source="McIsaac WJ et al. CMAJ 1998;158:75-83",
    variant="McIsaac's modification for age; the temperature scores above 38 °C, and so does the absence of "
    "cough.",
    erratum="v1.0 takes a cough that is not mentioned for present.",
    boundaries={"age": (3, 15, 45), "temperature": (38, 38.1)},
)
def centor(age: int, temperature: float, cough: bool, tender_nodes: bool, tonsillar_exudate: bool) -> int:
    """Age 3 to 14 years 1, from 45 on -1; one point each: above 38 °C, no cough, nodes, exudate."""
    return (
        at_least(age, ((45, -1), (15, 0), (3, 1)), 0)
        + (temperature > 38)
        + (not cough)
        + tender_nodes
        + tonsillar_exudate
    )


@calculator(
    33,
    "FeverPAIN score",
    "diagnosis",
    parameters=(f.RECENT_FEVER, f.COUGH_OR_CORYZA, f.RECENT_ONSET, f.PURULENT_TONSILS, f.INFLAMED_TONSILS),
    answer=POINTS,
    source="Little P et al. BMJ 2013;347:f5806",
    variant="The absence of both cough and coryza scores.",
    erratum="v1.0 takes a cough that is not mentioned for present.",
)
def fever_pain(
    recent_fever: bool,
    cough_or_coryza: bool,
    recent_onset: bool,
    purulent_tonsils: bool,
    inflamed_tonsils: bool,
) -> int:
    """One point each: fever, absence of cough and coryza, onset within 3 days, pus, severe inflammation."""
    return recent_fever + (not cough_or_coryza) + recent_onset + purulent_tonsils + inflamed_tonsils


@calculator(
    21,
    "Glasgow Coma Scale",
    "severity",
    parameters=(f.EYE, f.VERBAL, f.MOTOR),
    answer=POINTS,
    source="Teasdale G, Jennett B. Lancet 1974;304:81-84",
    variant="The sum of the three best responses, 3 to 15.",
    erratum="v1.0 counts the verbal response twice; releases give 4 points for one that cannot be tested "
    "and promise 5.",
    admits=lambda eye_response, verbal_response, **_: "not testable" not in (eye_response, verbal_response),
)
def glasgow_coma_scale(eye_response: str, verbal_response: str, motor_response: str) -> int:
    """Eye 1 to 4, verbal 1 to 5, motor 1 to 6, in the order of the options; untestable counts as full marks.

    Eye: none, to pain, to verbal command, spontaneous. Verbal: none, incomprehensible sounds, inappropriate
    words, confused, oriented. Motor: none, extension, flexion, withdrawal, localises, obeys.
    """
    eye = min(f.EYE.options.index(eye_response) + 1, 4)
    verbal = min(f.VERBAL.options.index(verbal_response) + 1, 5)
    return eye + verbal + f.MOTOR.options.index(motor_response) + 1
