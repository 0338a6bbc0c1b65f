"""Red cells, white cells, platelets and coagulation."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.key import Floats
from medgym_patient.state import State


def advance(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """Red cells are lost by bleeding and blood draws, and a unit raises hemoglobin by a gram in 70 kg.

    (Elzik et al., Am J Surg 2006;191:386). Bleeding stops by itself in four of five (Laine and Jensen, Am J
    Gastroenterol 2012;107:345), later with a high INR or few platelets.
    """
    body = before.body
    volume = 70 * body.weight
    shed = before.bleeding * np.where(body.newborn, 0.0, 1.0)
    drawn = np.where(care.intensive, 2.6, 0.9) * ~body.newborn
    made = (
        0.0016
        * np.maximum(body.hemoglobin - before.red_mass, 0)
        * np.where(before.inflammation > 0.5, 0.3, 1.0)
    )
    given = 0.98 * care.red_cells * (70 / np.maximum(body.weight, 45))
    after.red_mass = np.minimum(
        np.maximum(
            before.red_mass * (1 - (shed + drawn) / volume)
            + made
            + given
            - 0.006 * body.newborn * (before.hour < 400),
            2.6,
        ),
        23,
    )
    unstable = (
        1
        + 0.5 * np.minimum(np.maximum(before.inr - 1.5, 0), 3)
        + 0.8 * (before.platelets < 50)
        + 0.5 * (before.heparin > 0.3)
    )
    stopping = 0.085 * np.exp(0.35 * body.response) / unstable
    ooze = (
        noise["bleed"] < 0.00022 * unstable * (1 + 2 * (before.inflammation > 0.8)) * ~body.newborn
    ) * 70.0
    after.bleeding = (before.bleeding * (1 - stopping) + ooze) * np.where(before.bleeding < 2, 0.9, 1.0)
    _cells(before, after, care, noise)
    _clotting(before, after, care, noise)


def _cells(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """White cells rise with infection and steroids, and do not in neutropenia.

    Platelets fall with severity and rebound (Hui et al., Chest 2011;139:271); a unit raises them by 30
    (Slichter, NEJM 2010;362:600).
    """
    body = before.body
    rise = (
        9.5 * before.inflammation * np.exp(0.18 * body.response)
        + 2.8 * (before.steroid > 0)
        + 1.5 * before.trauma
    )
    level = np.where(
        body.newborn, np.where(before.hour < 72, body.white_cells, 11.0), body.white_cells + rise
    )
    level = np.where(body.neutropenic, 0.45 + 0.004 * np.minimum(np.maximum(before.hour, 0), 400), level)
    after.white_cells = (before.white_cells + 0.075 * (level - before.white_cells)) * np.exp(
        0.022 * noise["white_cells"]
    )
    worn = (
        1
        - 0.50 * np.minimum(np.maximum(before.inflammation - 0.45, 0), 0.9)
        - 0.22 * before.trauma
        - 0.12 * (before.plasma > 1)
    )
    rebound = 1 + 0.35 * ((before.hour > 120) & (before.inflammation < 0.4) & ~body.neutropenic)
    after.platelets = (
        before.platelets
        + 0.022 * (body.platelets * worn * rebound - before.platelets)
        - before.platelets * before.bleeding / (90 * body.weight)
    )
    after.platelets = np.minimum(
        np.maximum(
            (after.platelets + 28 * care.platelets * (70 / np.maximum(body.weight, 45)))
            * np.exp(0.010 * noise["platelets"]),
            4,
        ),
        1500,
    )


def _clotting(before: State, after: State, care: Care, noise: dict[str, Floats]) -> None:
    """INR with liver, warfarin and consumption; plasma lowers it, a unit about a fifth of the excess.

    (Holland and Brooks, Am J Clin Pathol 2006;126:133). Heparin acts within the hour, half gone in 1.5.
    """
    body = before.body
    worn = 0.38 * np.maximum(before.inflammation - 0.55, 0) + 0.20 * before.trauma
    warfarin = 1.45 * body.anticoagulated * np.exp(-before.hour / 70)
    level = np.where(body.newborn, 1.3, 1.06 + 1.1 * body.liver + 2.6 * before.hepatic + worn + warfarin)
    after.inr = np.minimum(
        np.maximum(
            before.inr
            + 0.06 * (level - before.inr)
            - 0.18 * care.plasma * np.maximum(before.inr - 1.25, 0)
            + 0.010 * noise["inr"],
            0.85,
        ),
        14,
    )
    after.heparin = 0.63 * before.heparin + 0.37 * care.heparin_infusion / (17 * np.maximum(body.weight, 40))
    acute = (
        255
        + 210 * before.inflammation
        - 260 * np.maximum(before.inflammation - 1.0, 0)
        - 150 * body.liver
        - 120 * before.hepatic
    )
    after.fibrinogen = np.minimum(
        np.maximum(
            before.fibrinogen
            + 0.03 * (acute - before.fibrinogen)
            - 0.35 * before.bleeding * 0.3
            + 25 * care.plasma * 0.5,
            45,
        ),
        1000,
    )
