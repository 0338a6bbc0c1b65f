"""The QT interval corrected for heart rate."""

from __future__ import annotations

from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import calculator, decimal

PARAMETERS = (q.HEART_RATE, q.QT)


def _plausible(heart_rate: float, qt: float) -> bool:
    """Whether Framingham's correction stays within 320 and 560 ms: long intervals go with slow hearts."""
    return bool(320 <= qtc_framingham.formula(heart_rate=heart_rate, qt=qt) <= 560)


@calculator(
    11,
    "Corrected QT interval (Bazett)",
    "physical",
    parameters=PARAMETERS,
    answer=decimal("ms"),
    source="Bazett HC. Heart 1920;7:353-370",
    variant="QT over the square root of the RR interval of 60 / rate seconds.",
    admits=_plausible,
)
def qtc_bazett(heart_rate: float, qt: float) -> float:
    """QT / sqrt(60 / rate); QT in ms, rate in beats/min."""
    return float(qt / (60 / heart_rate) ** 0.5)


@calculator(
    56,
    "Corrected QT interval (Fridericia)",
    "physical",
    parameters=PARAMETERS,
    answer=decimal("ms"),
    source="Fridericia LS. Acta Med Scand 1920;53:469-486",
    variant="QT over the cube root of the RR interval of 60 / rate seconds.",
    admits=_plausible,
)
def qtc_fridericia(heart_rate: float, qt: float) -> float:
    """QT / cbrt(60 / rate); QT in ms, rate in beats/min."""
    return float(qt / (60 / heart_rate) ** (1 / 3))


@calculator(
    57,
    "Corrected QT interval (Framingham)",
    "physical",
    parameters=PARAMETERS,
    answer=decimal("ms"),
    source="Sagie A et al. Am J Cardiol 1992;70:797-801",
    variant="QT + 154 (1 - RR), with the RR interval of 60 / rate seconds.",
    admits=_plausible,
)
def qtc_framingham(heart_rate: float, qt: float) -> float:
    """QT + 154 (1 - 60 / rate); QT in ms, rate in beats/min."""
    return qt + 154 * (1 - 60 / heart_rate)


@calculator(
    58,
    "Corrected QT interval (Hodges)",
    "physical",
    parameters=PARAMETERS,
    answer=decimal("ms"),
    source="Hodges M et al. J Am Coll Cardiol 1983;1:694",
    variant="QT + 1.75 (rate - 60).",
    admits=_plausible,
)
def qtc_hodges(heart_rate: float, qt: float) -> float:
    """QT + 1.75 (rate - 60); QT in ms, rate in beats/min."""
    return qt + 1.75 * (heart_rate - 60)


@calculator(
    59,
    "Corrected QT interval (Rautaharju)",
    "physical",
    parameters=PARAMETERS,
    answer=decimal("ms"),
    source="Rautaharju PM et al. Int J Cardiol 2014;174:535-540",
    variant="QT (120 + rate) / 180.",
    admits=_plausible,
)
def qtc_rautaharju(heart_rate: float, qt: float) -> float:
    """QT (120 + rate) / 180; QT in ms, rate in beats/min."""
    return qt * (120 + heart_rate) / 180
