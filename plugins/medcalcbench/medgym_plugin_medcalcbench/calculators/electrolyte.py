"""Electrolytes, osmolality and acid-base gaps."""

from __future__ import annotations

from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculator import calculator, decimal

IONS = (q.SODIUM, q.CHLORIDE, q.BICARBONATE)
FIGGE = "Figge J et al. Crit Care Med 1998;26:1807-1810"
GAP = "The anion gap is sodium - (chloride + bicarbonate), without potassium"
CORRECTED = f"{GAP}, corrected for albumin by + 2.5 (4.0 - albumin in g/dL)"
DELTA_GAP = "the delta gap is the gap - 12; bicarbonate does not enter it otherwise."
DELTA_RATIO = "the delta ratio is (gap - 12) / (24 - bicarbonate)."


def _plausible_gap(sodium: float, chloride: float, bicarbonate: float, **_: object) -> bool:
    return 2 <= sodium - chloride - bicarbonate <= 45


def _has_a_ratio(sodium: float, chloride: float, bicarbonate: float, **_: object) -> bool:
    return _plausible_gap(sodium, chloride, bicarbonate) and bicarbonate != 24


@calculator(
    7,
    "Calcium corrected for albumin",
    "lab",
    parameters=(q.CALCIUM, q.ALBUMIN),
    answer=decimal("mg/dL"),
    source="Payne RB et al. BMJ 1973;4:643-646",
    variant="0.8 mg/dL for each g/dL of albumin below 4.0 g/dL.",
    erratum="v1.0 rounds inside the conversion from mmol/L (8.96 for 10.02).",
)
def corrected_calcium(calcium: float, albumin: float) -> float:
    """Calcium + 0.8 (4.0 - albumin); mg/dL.

    Args:
        calcium: total, mg/dL.
        albumin: g/dL.
    """
    return calcium + 0.8 * (4 - albumin)


@calculator(
    26,
    "Sodium corrected for hyperglycaemia",
    "lab",
    parameters=(q.SODIUM, q.GLUCOSE),
    answer=decimal("mEq/L"),
    source="Hillier TA et al. Am J Med 1999;106:399-403",
    variant="Hillier's factor: 2.4 mEq/L for each 100 mg/dL of glucose above 100 mg/dL (not Katz's 1.6).",
)
def corrected_sodium(sodium: float, glucose: float) -> float:
    """Sodium + 0.024 (glucose - 100); mEq/L.

    Args:
        sodium: mEq/L.
        glucose: mg/dL.
    """
    return sodium + 0.024 * (glucose - 100)


@calculator(
    30,
    "Serum osmolality, calculated",
    "lab",
    parameters=(q.SODIUM, q.BUN, q.GLUCOSE),
    answer=decimal("mOsm/kg"),
    source="Smithline N, Gardner KD. JAMA 1976;236:1594-1597",
    variant="2 sodium + urea nitrogen / 2.8 + glucose / 18, with urea nitrogen and glucose in mg/dL; no "
    "ethanol.",
)
def serum_osmolality(sodium: float, bun: float, glucose: float) -> float:
    """2 sodium + BUN / 2.8 + glucose / 18; mOsm/kg.

    Args:
        sodium: mEq/L.
        bun: urea nitrogen, mg/dL.
        glucose: mg/dL.
    """
    return 2 * sodium + bun / 2.8 + glucose / 18


@calculator(
    39,
    "Anion gap",
    "lab",
    parameters=IONS,
    answer=decimal("mEq/L"),
    source="Emmett M, Narins RG. Medicine (Baltimore) 1977;56:38-54",
    variant=f"{GAP}.",
    admits=_plausible_gap,
)
def anion_gap(sodium: float, chloride: float, bicarbonate: float) -> float:
    """Sodium - (chloride + bicarbonate); all in mEq/L."""
    return sodium - (chloride + bicarbonate)


@calculator(
    63,
    "Delta gap",
    "lab",
    parameters=IONS,
    answer=decimal("mEq/L"),
    source="Wrenn K. Ann Emerg Med 1990;19:1310-1313",
    variant=f"{GAP}; {DELTA_GAP}",
    admits=_plausible_gap,
)
def delta_gap(sodium: float, chloride: float, bicarbonate: float) -> float:
    """Anion gap - 12; all in mEq/L. Some authors also subtract 24 - bicarbonate; this is without."""
    return sodium - (chloride + bicarbonate) - 12


@calculator(
    64,
    "Delta ratio",
    "lab",
    parameters=IONS,
    answer=decimal(),
    source="Rastegar A. J Am Soc Nephrol 2007;18:2429-2431",
    variant=f"{GAP}; {DELTA_RATIO}",
    admits=_has_a_ratio,
)
def delta_ratio(sodium: float, chloride: float, bicarbonate: float) -> float:
    """(Anion gap - 12) / (24 - bicarbonate); all in mEq/L. Undefined for a bicarbonate of 24."""
    return (sodium - (chloride + bicarbonate) - 12) / (24 - bicarbonate)


@calculator(
    65,
    "Anion gap corrected for albumin",
    "lab",
    parameters=(*IONS, q.ALBUMIN),
    answer=decimal("mEq/L"),
    source=FIGGE,
    variant=f"{CORRECTED}.",
    admits=_plausible_gap,
)
def corrected_anion_gap(sodium: float, chloride: float, bicarbonate: float, albumin: float) -> float:
    """Anion gap + 2.5 (4.0 - albumin); ions in mEq/L, albumin in g/dL."""
    return sodium - (chloride + bicarbonate) + 2.5 * (4 - albumin)


@calculator(
    66,
    "Delta gap corrected for albumin",
    "lab",
    parameters=(*IONS, q.ALBUMIN),
    answer=decimal("mEq/L"),
    source=FIGGE,
    variant=f"{CORRECTED}; {DELTA_GAP}",
    admits=_plausible_gap,
)
def corrected_delta_gap(sodium: float, chloride: float, bicarbonate: float, albumin: float) -> float:
    """Anion gap + 2.5 (4.0 - albumin) - 12; ions in mEq/L, albumin in g/dL."""
    return sodium - (chloride + bicarbonate) + 2.5 * (4 - albumin) - 12


@calculator(
    67,
    "Delta ratio corrected for albumin",
    "lab",
    parameters=(*IONS, q.ALBUMIN),
    answer=decimal(),
    source=FIGGE,
    variant=f"{CORRECTED}; {DELTA_RATIO}",
    admits=_has_a_ratio,
)
def corrected_delta_ratio(sodium: float, chloride: float, bicarbonate: float, albumin: float) -> float:
    """(Anion gap + 2.5 (4.0 - albumin) - 12) / (24 - bicarbonate); ions in mEq/L, albumin in g/dL.

    Undefined for a bicarbonate of 24.
    """
    return (sodium - (chloride + bicarbonate) + 2.5 * (4 - albumin) - 12) / (24 - bicarbonate)
