"""The state in which a stay begins: what its reason does to the body, as hard as the severity has it."""

from __future__ import annotations

import numpy as np

from medgym_patient.body import Body
from medgym_patient.key import Flags, Floats, lognormal, normal, uniform
from medgym_patient.physiology.breathing import henderson, saturation
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_AXES = (
    "burden",
    "lung",
    "airway",
    "pump",
    "volume",
    "bleed",
    "kidney",
    "liver",
    "coma",
    "pain",
    "trauma",
    "ketone",
    "heart",
)
_SITES = REASONS.texts("site")
_ROW = REASONS.index
_POISONED = [_ROW["opioid_overdose"], _ROW["sedative_overdose"], _ROW["acetaminophen_overdose"]]


def onset(body: Body) -> State:
    """The first state of each stay; insults are lognormal around the reason's, harder with severity."""
    return _struck(body, {axis: _insult(body, axis) for axis in _AXES})


def at_rest(body: Body) -> State:
    """The state of a body that nothing has struck: what a visit between stays finds."""
    return _struck(body, dict.fromkeys(_AXES, np.zeros(len(body.key))))


def _struck(body: Body, insult: dict[str, Floats]) -> State:
    size, newborn = len(body.key), body.newborn
    zero = np.zeros(size)
    poisoned = np.isin(body.reason, _POISONED)
    burden = insult["burden"].clip(0, 3.2)
    inflammation = 1.3 * (1 - np.exp(-0.75 * burden - 0.4 * insult["trauma"])) * np.where(newborn, 0.3, 1)
    kidney = (2.0 * insult["kidney"]).clip(0, 0.9)
    oxygenation = (body.oxygenation * (1 - 0.65 * insult["lung"].clip(0, 0.9))).clip(0.1, 0.9)
    pco2 = (body.carbon_dioxide + 22 * insult["airway"].clip(0, 0.9) - 3 * inflammation).clip(18, 100)
    ketone = insult["ketone"].clip(0, 15)
    bicarbonate = (
        24.6
        + 2.2 * body.trait("alkali")
        + 0.35 * (body.carbon_dioxide - 40)
        - 0.95 * ketone
        - 3 * inflammation**2
    ).clip(4.5, 45)
    pco2 = np.where(ketone > 3, 1.5 * bicarbonate + 8, pco2)
    po2 = (oxygenation * (0.21 * 713 - pco2 / 0.8)).clip(32, 120)
    plasma = insult["volume"].clip(-1.7, 2.4) * body.weight.clip(40, 110) / 75
    begun = 0.1 + 1.1 * uniform(body.key, "delay")
    renal = np.where(body.dialysis, 1.0, 1 + (1 / (1 - kidney) - 1) * begun)
    creatinine = (body.creatinine * renal).clip(0.2, 18)
    filtration = body.filtration * (1 - kidney)
    diluted = body.reason == _ROW["hyponatremia"]
    return State(
        body=body,
        hour=np.zeros(size, dtype=np.int64),
        dead=np.zeros(size, dtype=bool),
        burden=burden,
        inflammation=inflammation,
        trauma=insult["trauma"].clip(0, 1.2),
        pain=insult["pain"].clip(0, 1),
        plasma=plasma,
        tissue=np.where(plasma > 0, 1.6 * plasma, 0.3 * plasma),
        pressure=(
            body.pressure - 20 * inflammation**2 * ~newborn + 9 * plasma.clip(-2, 0) - 14 * insult["pump"]
        ).clip(35, 130),
        pulse=(
            body.pulse + np.where(newborn, 0, 18 * inflammation - 8 * plasma.clip(-3, 0) + 6 * insult["pain"])
        ).clip(40, 170),
        pump=insult["pump"].clip(0, 0.8),
        arrhythmia=(
            (body.reason == _ROW["rapid_atrial_fibrillation"])
            | (body.fibrillation & (uniform(body.key, "fast") < 0.2))
        )
        * 1.0,
        ischemia=insult["heart"].clip(0, 1.3),
        troponin=0.006 + 0.35 * insult["heart"] ** 1.5 + 0.0011 * (40 - body.filtration).clip(0) * ~newborn,
        creatine_kinase=80 * np.exp(0.5 * normal(body.key, "ck"))
        + 900 * insult["heart"]
        + 700 * insult["trauma"] ** 2,
        lung=insult["lung"].clip(0, 0.9),
        airway=insult["airway"].clip(0, 0.9),
        breaths=body.breaths + np.where(newborn, 0, 6 * inflammation + 8 * insult["lung"]),
        oxygenation=oxygenation,
        fio2=np.full(size, 0.21),
        po2=po2,
        pco2=pco2,
        saturation=saturation(po2),
        ph=henderson(bicarbonate, pco2),
        bicarbonate=bicarbonate,
        lactate=(
            1.1
            + 2.6 * (inflammation - 0.6).clip(0)
            + 1.6 * (-plasma - 0.6).clip(0)
            + 6 * (insult["pump"] - 0.35).clip(0)
        ).clip(0.5, 14),
        ketone=ketone,
        kidney=kidney,
        creatinine=creatinine,
        urea=(
            15
            * (95 / filtration.clip(8, 110)) ** 0.75
            * np.exp(0.24 * body.trait("protein") + 0.15 * normal(body.key, "urea"))
            + 14 * (-plasma).clip(0, 2) * ~newborn
            + 0.06 * insult["bleed"]
        ).clip(3, 160)
        * np.where(newborn, 0.3, 1),
        urine=0.6 * body.weight,
        diuretic=zero,
        sodium=139.3
        - 3.5 * (body.liver > 0)
        - 1.5 * (body.pump > 0.2)
        + 3.1 * body.trait("salt")
        + 1.7 * normal(body.key, "sodium")
        - np.where(diluted, 23.0, 0.0),
        potassium=(
            4.15
            + 1.4 * kidney**1.6
            + 0.12 * ketone
            + 0.3 * body.trait("kalium")
            + 0.42 * normal(body.key, "potassium")
            + 0.7 * newborn
            + 0.6 * body.dialysis
        ).clip(2.4, 7.6),
        magnesium=1.95 + 0.22 * body.trait("mineral") + 0.22 * normal(body.key, "magnesium"),
        phosphate=3.4
        + 0.55 * body.trait("phosphorus")
        + 2.4 * kidney
        + 0.7 * normal(body.key, "phosphate")
        + 2.2 * newborn
        + 1.6 * body.dialysis,
        calcium=1.14 - 0.05 * inflammation + 0.035 * normal(body.key, "calcium"),
        glucose=_glucose(body, inflammation, ketone),
        insulin=np.where(ketone > 3, 0.0, 0.5 * (body.resistance > 0.3)),
        red_mass=(
            body.hemoglobin
            - insult["bleed"] / (18 * body.weight.clip(45)) * 6 * ~newborn
            - 2.2 * insult["trauma"] * _surgical(body)
            + 0.45 * normal(body.key, "red")
        ).clip(4.2, 22),
        bleeding=insult["bleed"] * ~newborn,
        platelets=body.platelets
        * (1 - 0.25 * (inflammation - 0.5).clip(0))
        * np.exp(0.10 * normal(body.key, "platelets")),
        white_cells=np.where(
            body.neutropenic,
            0.4,
            (body.white_cells + 7 * inflammation) * np.exp(0.15 * normal(body.key, "white")),
        ),
        inr=1.06
        + 0.9 * body.liver
        + 1.3 * insult["liver"]
        + np.where(body.anticoagulated, 1.4 * lognormal(body.key, "inr", 1, 0.35), 0.0)
        + 0.25 * newborn,
        fibrinogen=250 + 170 * inflammation - 110 * body.liver,
        heparin=zero,
        hepatic=insult["liver"].clip(0, 0.95),
        alt=22 * np.exp(0.45 * body.trait("enzyme")) + 2600 * insult["liver"] ** 2,
        ast=25 * np.exp(0.4 * body.trait("enzyme"))
        + 3600 * insult["liver"] ** 2
        + 180 * insult["heart"]
        + 40 * (body.liver > 0),
        bilirubin=np.where(
            newborn,
            2.2,
            0.55 * np.exp(0.35 * body.trait("bilirubin"))
            + 3.8 * body.liver**1.6
            + 4 * insult["liver"] * body.liver,
        ),
        albumin=body.albumin - 0.45 * inflammation,
        coma=np.where(poisoned, 0.0, insult["coma"]).clip(0, 11.5),
        toxin=_poison(body, insult["coma"], poisoned),
        sedation=zero,
        coma_scale=np.where(
            newborn, 15.0, 15 - np.where(body.reason == _ROW["acetaminophen_overdose"], 0.3, insult["coma"])
        ).clip(3, 15),
        temperature=36.8 + 1.3 * np.tanh(inflammation) * ~newborn - 0.9 * _surgical(body),
        antipyretic=zero,
        steroid=zero,
        vancomycin=zero,
        sofa=zero,
        worst=zero,
    )


def _insult(body: Body, axis: str) -> Floats:
    usual = REASONS.numbers(axis)[body.reason]
    hit = np.exp(0.34 * body.severity + 0.30 * normal(body.key, f"insult {axis}"))
    return usual * hit * np.where(body.newborn, np.minimum(hit, 1.6), 1)


def _surgical(body: Body) -> Floats:
    elective = np.array([kind == "elective" for kind in REASONS.texts("kind")])
    return elective[body.reason] * 1.0


def _poison(body: Body, coma: Floats, poisoned: Flags) -> Floats:
    """Points of coma of an overdose; acetaminophen in grams over the toxic dose."""
    swallowed = 6 + 10 * uniform(body.key, "swallowed")
    return np.where(
        body.reason == _ROW["acetaminophen_overdose"], swallowed, np.where(poisoned, coma, 0.0)
    ).clip(0, 16)


def _glucose(body: Body, inflammation: Floats, ketone: Floats) -> Floats:
    usual = 96 + 66 * body.resistance + 30 * inflammation * (1 + body.resistance) - body.basal
    found = usual * np.exp((0.11 + 0.14 * body.resistance) * normal(body.key, "glucose"))
    found = np.where(ketone > 3, 340 + 24 * ketone * np.exp(0.3 * normal(body.key, "glucose")), found)
    return np.where(body.newborn, 62 + 11 * normal(body.key, "glucose"), found).clip(38, 1100)


SITES = np.array(_SITES)
"""Where each reason's infection is, by row."""
