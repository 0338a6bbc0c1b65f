"""Blood count, differential and coagulation."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.state import State


def values(state: State, care: Care, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """The count, differential and coagulation panels.

     Indices are computed as an analyser does: hematocrit = red cells x MCV / 10, MCH = hemoglobin / red
    cells x 10, MCHC = hemoglobin / hematocrit x 100, from the reported values. INR = (PT / 12.5) ** 1.09.
    """
    body = state.body
    hemoglobin = np.round(state.hemoglobin * 10 + 1.2 * spare["hemoglobin"]) / 10
    concentration = 33.7 + 0.55 * body.trait("mchc") + 0.30 * spare["mchc"]
    hematocrit = np.round(hemoglobin * 1000 / concentration) / 10
    volume = (
        body.mcv - 7 * body.newborn * np.minimum(np.maximum(state.hour / 400, 0), 1) + 0.55 * spare["mcv"]
    )
    red_cells = np.maximum(np.round(hematocrit * 1000 / volume) / 100, 0.8)
    inr = state.inr * noise["inr"]
    return {
        "hemoglobin": hemoglobin,
        "hematocrit": hematocrit,
        "red_cells": red_cells,
        "mcv": hematocrit / red_cells * 10,
        "mch": hemoglobin / red_cells * 10,
        "mchc": hemoglobin / hematocrit * 100,
        "rdw": (
            13.3
            + 0.9 * np.abs(body.trait("rdw"))
            + 0.33 * np.maximum(14 - body.hemoglobin, 0)
            + 1.2 * body.liver
        )
        * noise["rdw"],
        "white_cells": state.white_cells * np.exp(0.32 * body.trait("white cells")) * noise["white_cells"],
        "platelets": state.platelets * noise["platelets"],
        **_differential(state, spare),
        "inr": inr,
        "pt": 12.5 * inr ** (1 / 1.09),
        "ptt": (28.5 + 38 * state.heparin + 6.5 * (inr - 1))
        * noise["ptt"]
        * np.where(body.newborn, 1.25, 1.0),
        "fibrinogen": state.fibrinogen * noise["fibrinogen"],
        "d_dimer": 330
        * np.exp(
            1.3 * state.inflammation + 0.9 * state.trauma + 0.012 * (body.age - 50) + 0.4 * spare["d_dimer"]
        ),
    }


def _differential(state: State, spare: dict[str, Floats]) -> dict[str, Floats]:
    """Shares that add up to 100: neutrophils with stress, bands with infection.

    (Cornbleet, Clin Lab Med 2002;22:101).
    """
    body = state.body
    stress = state.inflammation + 0.5 * (state.steroid > 0)
    bands = np.round(np.minimum(np.maximum(9 * (state.inflammation - 0.55) + 2.2 * spare["bands"], 0), 45))
    lymphocytes = np.minimum(
        np.maximum(
            27 * np.exp(-1.05 * stress) * np.exp(0.28 * body.trait("lymph") + 0.15 * spare["lymphocytes"]),
            0.8,
        ),
        60,
    )
    lymphocytes = np.where(body.neutropenic, 55.0, lymphocytes) + 12 * body.newborn
    monocytes = np.minimum(np.maximum(6.2 * np.exp(-0.35 * stress + 0.22 * spare["monocytes"]), 0.3), 18)
    eosinophils = np.minimum(np.maximum(2.3 * np.exp(-1.4 * stress + 0.5 * spare["eosinophils"]), 0), 12)
    basophils = np.minimum(np.maximum(0.4 * np.exp(0.35 * spare["basophils"]), 0), 2)
    parts = {
        "lymphocytes": np.round(lymphocytes, 1),
        "monocytes": np.round(monocytes, 1),
        "eosinophils": np.round(eosinophils, 1),
        "basophils": np.round(basophils, 1),
        "bands": np.where(body.neutropenic, 0.0, bands),
    }
    rest = 100 - np.asarray(sum(parts.values()))
    return {"neutrophils": np.maximum(rest, 0), **parts}
