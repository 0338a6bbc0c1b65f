"""Blood gas and what is measured with it."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.physiology.breathing import henderson, saturation
from medgym_patient.state import State


def values(state: State, care: Care, noise: dict[str, Floats], spare: dict[str, Floats]) -> dict[str, Floats]:
    """The gas, gas_minerals and lactate panels.

     pH, carbon dioxide and bicarbonate hold by Henderson and Hasselbalch, total CO2 = bicarbonate + 0.0307
    pCO2, base excess by Siggaard-Andersen (Scand J Clin Lab Invest 1977;37 Suppl 146:15), saturation by
    Severinghaus, and the arterial pressure of oxygen stays below the alveolar.
    """
    pco2 = np.minimum(np.maximum(np.round(state.pco2 + 0.6 * spare["pco2"]), 8), 160)
    ph = np.round(henderson(state.bicarbonate, pco2) * 100) / 100
    bicarbonate = 0.0307 * pco2 * 10 ** (ph - 6.1)
    alveolar = state.fio2 * 713 - pco2 / 0.8
    po2 = np.minimum(np.maximum(np.floor(np.minimum(state.po2 * noise["po2"], 0.97 * alveolar)), 20), 640)
    return {
        "ph": ph,
        "pco2": pco2,
        "po2": po2,
        "total_co2": bicarbonate + 0.0307 * pco2,
        "base_excess": 0.93 * (bicarbonate - 24.4 + 14.8 * (ph - 7.4)),
        "oxygen_saturation": saturation(po2),
        "ionized_calcium": state.calcium * noise["ionized_calcium"],
        "gas_potassium": state.potassium + 1.0 * (noise["gas_potassium"] - 1),
        "gas_sodium": state.sodium - 0.016 * np.maximum(state.glucose - 100, 0) - 0.8 + spare["gas_sodium"],
        "gas_glucose": state.glucose * noise["gas_glucose"] * state.body.glucose_scale,
        "gas_hemoglobin": state.hemoglobin * noise["gas_hemoglobin"],
        "lactate": state.lactate * noise["lactate"],
    }
