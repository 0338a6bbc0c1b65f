"""Kidneys, body water and electrolytes."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import ANTIBIOTICS, Care
from medgym_patient.key import Floats
from medgym_patient.reason import REASONS
from medgym_patient.state import State

_TOXIC = np.array(
    [
        0.6 if name == "vancomycin" else 0.4 if name == "piperacillin_tazobactam" else 0.0
        for name in ANTIBIOTICS
    ]
)
"""Weight of an antibiotic's harm to the kidney; the two together are worst.

(Luther, Crit Care Med 2018;46:12).
"""
_DILUTED = REASONS.index["hyponatremia"]


def advance(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Acute loss of filtration by what harms kidneys, and creatinine by mass balance.

    Harm comes of time under 65 mmHg (Salmasi et al., Anesthesiology 2017;126:47), inflammation, toxins, lack
    of volume, operations and injuries (Hobson et al., Ann Surg 2015;261:1207), and a weak heart (Ronco et
    al., J Am Coll Cardiol 2008;52:1527); persons differ in how much they stand. A third of the stays in
    intensive care are injured (Hoste et al., Intensive Care Med 2015;41:1411). Creatinine follows filtration
    by the kinetics of Chen (J Am Soc Nephrol 2013;24:877): half of its way in five hours at 100 mL/min, days
    when it is low. Dialysis clears 160 mL/min.
    """
    body = before.body
    low = np.minimum(np.maximum(0.74 * body.pressure - before.pressure, 0), 30) / 10 * ~body.newborn
    toxic = 0.0016 * (_TOXIC[:, None] * care.antibiotics).sum(axis=0)
    harm = (
        0.014 * low
        + 0.016 * np.maximum(before.inflammation - 0.62, 0)
        + toxic
        + 0.012 * np.maximum(-before.plasma - 0.7, 0)
        + 0.008 * before.trauma
        + 0.012 * np.maximum(before.pump - 0.2, 0)
    )
    harm = (
        harm
        * (1 + 0.7 * (body.filtration < 60))
        * np.exp(0.25 * body.severity + 0.7 * body.trait("nephron"))
        * ~body.newborn
    )
    heal = np.where(low > 0.1, 0.002, 0.010) * np.exp(0.3 * body.response)
    after.kidney = np.minimum(
        np.maximum(before.kidney + harm * (1 - before.kidney) - heal * before.kidney, 0), 0.96
    )
    water = 0.6 * body.weight + before.tissue + before.plasma
    cleared = 0.06 * (np.maximum(before.filtration, 1.5) + 160 * care.dialysis)
    produced = 0.06 * body.filtration * body.creatinine
    produced = np.where(body.dialysis, 0.06 * 14.0 * body.creatinine, produced)
    cleared = np.where(body.dialysis, np.maximum(cleared, 0.06 * 7.0), cleared)
    limit = produced / cleared
    after.creatinine = np.minimum(
        np.maximum(limit + (before.creatinine - limit) * np.exp(-cleared / water), 0.15), 24
    )
    _urea(before, after, care, water)
    _water(before, after, care, noise)
    _salts(before, after, care, noise)


def _urea(before: State, after: State, care: Care, water: Floats) -> None:
    """Usual 15 mg/dL, and more as filtration is less.

    And of blood in the gut, steroids and sickness (Srygley, JAMA 2012;307:1072).
    """
    body = before.body
    cleared = 0.06 * (0.55 * np.maximum(before.filtration, 1.2) + 150 * care.dialysis)
    cleared = np.where(body.dialysis, np.maximum(cleared, 0.06 * 5), cleared)
    usual = 15 * 95**0.75 * np.maximum(body.filtration, 35) ** 0.25
    made = 0.06 * 0.55 * usual * np.where(body.newborn, 0.35, 1.0)
    made = (
        made
        * np.exp(0.24 * body.trait("protein"))
        * (
            1
            + 0.6 * before.inflammation
            + 0.006 * np.minimum(np.maximum(before.bleeding, 0), 200)
            + 0.25 * (before.steroid > 0)
            - 0.3 * body.liver
        )
    )
    dry = 1 + 0.35 * np.minimum(np.maximum(-before.plasma, 0), 2)
    limit = made * dry / cleared
    after.urea = np.minimum(np.maximum(limit + (before.urea - limit) * np.exp(-cleared / water), 2), 260)


def _water(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """A third of infused crystalloid stays in plasma (Hahn, Anesthesiology 2010;113:470).

    Less when vessels leak.

     Urine about 0.9 mL/kg/h, less with lost filtration, volume or pressure, more with furosemide (ceiling
    effect; Ellison and Felker, NEJM 2017;377:1964) and glucose over 250 mg/dL.
    """
    body = before.body
    after.diuretic = 0.72 * before.diuretic + care.furosemide
    able = np.minimum(np.maximum(before.filtration / 70, 0.02), 1.15) ** 0.55 * (1 - before.kidney) ** 0.9
    filled = np.minimum(np.maximum(1 + 0.45 * before.plasma, 0.18), 2.0)
    pushed = np.minimum(np.maximum((before.pressure / body.pressure - 0.5) / 0.35, 0.02), 1.1)
    flow = 0.95 * np.minimum(np.maximum(body.weight, 0), 110) * able * filled * pushed
    flow = np.where(body.newborn, 2.4 * body.weight, flow)
    forced = (
        300
        * (1 - np.exp(-before.diuretic / 45))
        * np.minimum(np.maximum(before.filtration / 60, 0.08), 1)
        * filled
    )
    osmotic = 0.35 * np.minimum(np.maximum(before.glucose - 250, 0), 500) * able
    urine = (flow + forced + osmotic) * np.exp(0.22 * noise["urine"])
    after.urine = np.minimum(np.maximum(np.where(body.dialysis, 0.06 * urine, urine), 0), 1200)
    eats = np.where(
        (before.coma > 5) | care.ventilated, 40.0, np.where(before.plasma < -0.5, 110.0, 75.0)
    ) * np.minimum(np.maximum(body.weight / 75, 0.03), 1.3)
    blood = 300 * care.red_cells + 250 * care.plasma + 200 * care.platelets
    gained = (care.crystalloid + care.feeding + eats + blood) / 1000
    gained = np.where(
        body.newborn,
        (after.urine + 1.4 * body.weight + 0.25 * body.weight * (before.hour > 48)) / 1000,
        gained,
    )
    filtered = 0.75 * care.dialysis * ((before.tissue + before.plasma) > -1)
    unseen = (
        0.0005
        * body.weight
        * (1 + 0.25 * np.maximum(before.temperature - 37, 0))
        * np.where(body.newborn, 2.8, 1)
    )
    lost = (after.urine + before.bleeding) / 1000 + unseen + filtered
    leak = 0.32 * (1 - 0.45 * np.minimum(np.maximum(before.inflammation, 0), 1))
    total = before.plasma + before.tissue
    moved = 0.45 * (before.plasma - leak * total)
    spare = np.where(total > 1.0, 0.30, 0.6)
    after.plasma = np.minimum(
        np.maximum(
            before.plasma + gained * spare * 1.35 - lost * 0.62 - moved,
            np.where(body.newborn, -0.4, -1.8) * body.weight / 75,
        ),
        3.2 * body.weight / 75,
    )
    after.tissue = np.minimum(
        np.maximum(before.tissue + gained * (1 - spare * 1.35) - lost * 0.38 + moved, -0.06 * body.weight),
        0.22 * body.weight,
    )


def _salts(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Potassium rises 0.6 mEq a 0.1 of pH lost and with lost filtration, falls with insulin and diuretics.

    And rises 0.1 a 10 mEq given (Hamill et al., Crit Care Med 1991;19:694). Sodium, magnesium, phosphate,
    calcium drift slowly.
    """
    body = before.body
    lost = 1 - np.minimum(np.maximum(before.filtration / 55, 0), 1)
    target = (
        3.98
        + 0.3 * body.trait("kalium")
        + 1.75 * lost**1.6 * np.where(care.dialysis, 0.1, 1.0)
        + 3.0 * np.minimum(np.maximum(7.40 - before.ph, -0.2), 0.45)
    )
    target = (
        target
        - 0.0085 * np.minimum(np.maximum(before.diuretic, 0), 90)
        - 0.16 * np.minimum(np.maximum(before.insulin, 0), 8) * 0.6
        - 0.12 * before.inflammation
    )
    target = np.where(body.newborn, 4.9, target)
    given = (
        0.0105 * care.potassium * (75 / np.maximum(body.weight, 40))
        - 0.010 * care.kayexalate
        - 0.30 * care.dialysis * np.maximum(before.potassium - 3.7, 0)
    )
    drift = 0.045 * (target - before.potassium) + 0.090 * noise["potassium"]
    after.potassium = np.minimum(np.maximum(before.potassium + drift + given, 1.8), 8.8)
    usual = np.where(
        body.newborn,
        139.0,
        139.4
        + 3.1 * body.trait("salt")
        - 4.5 * (body.liver > 0)
        - 2.0 * (body.pump > 0.2)
        + 2.5 * (before.plasma < -1.2),
    )
    usual = (
        usual
        + 5.0 * (before.coma > 4) * (before.hour > 48)
        + 5.5 * (care.feeding > 0)
        + 0.05 * np.minimum(before.diuretic, 80)
        - 8.0 * (body.reason == _DILUTED) * (before.hour < 24)
    )
    after.sodium = np.minimum(
        np.maximum(before.sodium + (usual - before.sodium) / 48 + 0.37 * noise["sodium"], 104), 172
    )
    kept = 2.0 + 0.22 * body.trait("mineral") + 0.35 * lost - 0.15 * (body.liver > 0)
    mineral = (
        0.03 * (kept - before.magnesium)
        - 0.0022 * np.minimum(np.maximum(before.diuretic, 0), 60) * 0.2
        + 0.075 * care.magnesium
        + 0.030 * noise["magnesium"]
    )
    after.magnesium = np.minimum(np.maximum(before.magnesium + mineral, 0.8), 6.5)
    held = (
        3.25
        + 0.55 * body.trait("phosphorus")
        + 2.6 * lost**1.5
        + 2.2 * body.newborn
        - 0.25 * np.minimum(np.maximum(before.insulin, 0), 6) * (before.ketone > 0.3)
        + 2.0 * before.trauma * 0.2
    )
    after.phosphate = np.minimum(
        np.maximum(
            before.phosphate
            + 0.03 * (held - before.phosphate)
            - 0.12 * care.dialysis
            + 0.10 * noise["phosphate"],
            0.7,
        ),
        13,
    )
    ionised = (
        1.14 - 0.07 * before.inflammation - 0.04 * lost - 0.018 * care.red_cells - 0.35 * (before.ph - 7.4)
    )
    after.calcium = np.minimum(
        np.maximum(before.calcium + 0.12 * (ionised - before.calcium) + 0.010 * noise["calcium"], 0.72), 1.6
    )
