"""Heart, lipids, hormones, iron, levels of drugs."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_ROW = REASONS.index


def values(state: State, care: Care, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """Panels that are drawn seldom; traits of the person stay the same over stays."""
    found = _lipids(state, noise) | _hormones(state, noise, spare) | _iron(state, noise)
    return found | _organs(state, noise, spare) | _levels(state, noise, spare)


def glucose(
    state: State, care: Care, noise: dict[str, Floats], spare: dict[str, Floats]
) -> dict[str, Floats]:
    """The fingerstick: a meter's error of 8 % (ISO 15197)."""
    return {"fingerstick_glucose": state.glucose * noise["fingerstick_glucose"] * state.body.glucose_scale}


def heart(state: State, care: Care, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """NT-proBNP rises with the failing pump, volume, age and lost filtration.

    (Januzzi et al., Eur Heart J 2006;27:330).
    """
    body = state.body
    weak = state.pump + body.pump
    log = (
        4.6
        + 5.4 * np.minimum(np.maximum(weak, 0), 0.9)
        + 0.6 * np.minimum(np.maximum(state.plasma, -1), 2.5)
        + 0.022 * (body.age - 55)
        + 0.014 * np.maximum(70 - state.filtration, 0)
    )
    return {
        "troponin_t": state.troponin * noise["troponin_t"] * body.troponin_scale,
        "creatine_kinase": state.creatine_kinase * noise["creatine_kinase"],
        "creatine_kinase_mb": (1.6 + 0.012 * state.creatine_kinase + 14 * state.troponin)
        * noise["creatine_kinase_mb"],
        "natriuretic_peptide": np.exp(log + 0.4 * body.trait("peptide")) * noise["natriuretic_peptide"],
    }


def _lipids(state: State, noise: dict[str, Floats]) -> dict[str, Floats]:
    """LDL by Friedewald (Clin Chem 1972;18:499); cholesterol falls with inflammation."""
    triglycerides = (
        122
        * np.exp(0.42 * state.body.trait("triglycerides") + 0.25 * state.body.resistance)
        * noise["triglycerides"]
    )
    hdl = (
        np.minimum(np.maximum(48 + 11 * state.body.trait("hdl") - 5 * state.body.resistance, 16), 95)
        * noise["hdl_cholesterol"]
    )
    ldl = np.maximum(96 + 26 * state.body.trait("ldl"), 28) * (1 - 0.22 * state.inflammation)
    hdl, triglycerides = np.round(hdl), np.round(np.minimum(np.maximum(triglycerides, 25), 399))
    total = np.round(ldl + hdl + triglycerides / 5)
    return {
        "cholesterol": total,
        "triglycerides": triglycerides,
        "hdl_cholesterol": hdl,
        "ldl_cholesterol": total - hdl - triglycerides / 5,
    }


def _hormones(state: State, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """HbA1c from the usual glucose: (glucose + 46.7) / 28.7 (Nathan et al., Diabetes Care 2008;31:1473)."""
    body = state.body
    usual = 98 + 78 * body.resistance + 13 * body.trait("a1c") * (1 + 2 * body.resistance)
    low = body.thyroid
    return {
        "hemoglobin_a1c": (usual + 46.7) / 28.7 * noise["hemoglobin_a1c"],
        "tsh": np.where(low, 4.6, 1.8) * np.exp(np.where(low, 0.8, 0.55) * body.trait("tsh")) * noise["tsh"],
        "free_t4": (1.22 - 0.18 * low + 0.16 * body.trait("t4")) * noise["free_t4"],
        "cortisol": np.maximum(16 + 19 * state.inflammation + 3 * spare["cortisol"], 1),
    }


def _iron(state: State, noise: dict[str, Floats]) -> dict[str, Floats]:
    """Iron falls and ferritin rises with inflammation (Weiss and Goodnough, NEJM 2005;352:1011).

    TIBC is 1.3 transferrin.
    """
    transferrin = np.round(
        np.maximum(228 + 38 * state.body.trait("transferrin") - 62 * state.inflammation, 70)
        * noise["transferrin"]
    )
    return {
        "iron": np.maximum(
            74
            * np.exp(0.35 * state.body.trait("iron store"))
            * (1 - 0.55 * np.minimum(np.maximum(state.inflammation, 0), 1.2)),
            8,
        )
        * noise["iron"],
        "ferritin": 150
        * np.exp(0.8 * state.body.trait("ferritin") + 1.1 * state.inflammation)
        * noise["ferritin"],
        "transferrin": transferrin,
        "iron_binding_capacity": 1.3 * transferrin,
        "vitamin_b12": 520 * np.exp(0.5 * state.body.trait("b12")) * noise["vitamin_b12"],
        "folate": np.maximum(12.5 + 3.6 * state.body.trait("folate"), 2) * noise["folate"],
        "reticulocytes": (
            1.5 + 0.28 * np.maximum(state.body.hemoglobin - state.hemoglobin, 0) + 3.5 * state.body.newborn
        )
        * noise["reticulocytes"],
        "haptoglobin": np.maximum(
            125 + 70 * state.inflammation + 35 * state.body.trait("haptoglobin") - 60 * state.body.liver, 8
        )
        * noise["haptoglobin"],
    }


def _organs(state: State, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """Serum osmolality = 2 sodium + glucose / 18 + urea / 2.8 (Rasouli, Clin Biochem 2016;49:936).

    And ethanol / 4.6.
    """
    body = state.body
    pancreas = (body.reason == _ROW["pancreatitis"]) * state.trauma
    sodium = state.sodium - 0.016 * np.maximum(state.glucose - 100, 0)
    return {
        "c_reactive_protein": (3.2 * np.exp(0.5 * body.trait("crp")) + 175 * state.inflammation**1.4)
        * noise["c_reactive_protein"],
        "lipase": (31 * np.exp(0.35 * body.trait("lipase")) + 1500 * pancreas**1.5) * noise["lipase"],
        "amylase": (58 * np.exp(0.33 * body.trait("amylase")) + 720 * pancreas**1.5) * noise["amylase"],
        "ammonia": (27 + 85 * body.liver * (0.4 + 2 * state.hepatic) + 25 * state.hepatic)
        * np.exp(0.2 * spare["ammonia"]),
        "osmolality": (2 * sodium + state.glucose / 18 + state.urea / 2.8 + ethanol(state) / 4.6 + 4)
        * noise["osmolality"],
    }


def ethanol(state: State) -> Floats:
    """mg/dL, falling 20 an hour (Jones, Forensic Sci Int 2010;200:1), in those who drank."""
    body = state.body
    drinkers = np.isin(
        body.reason, [_ROW["trauma"], _ROW["sedative_overdose"], _ROW["seizure"], _ROW["alcohol_withdrawal"]]
    )
    drank = drinkers & (body.trait("drank") > 0.385)
    return np.where(drank, np.maximum(190 + 70 * body.trait("ethanol") - 20 * state.hour, 0), 0.0)


def _levels(state: State, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """Drugs: digoxin with lost filtration (Jelliffe, Ann Intern Med 1968;69:703)."""
    body = state.body
    swallowed = (body.reason == _ROW["acetaminophen_overdose"]) * state.toxin
    return {
        "vancomycin": state.vancomycin * noise["vancomycin"],
        "digoxin": 0.85
        * np.exp(0.3 * body.trait("digoxin"))
        * (70 / np.maximum(state.filtration, 8)) ** 0.4
        * noise["digoxin"],
        "phenytoin": np.maximum(11.5 + 4 * body.trait("phenytoin"), 1) * noise["phenytoin"],
        "acetaminophen": (28 * swallowed + 8 * state.antipyretic) * noise["acetaminophen"],
        "ethanol": ethanol(state),
    }
