"""Procedures: those that belong to the reason, and those that care brought about."""

from __future__ import annotations

import numpy as np

from medgym_patient.concept import table
from medgym_patient.formulary import DRUGS
from medgym_patient.group import Groups, specify, ventilated_hours
from medgym_patient.key import Flags, Floats, Indices, Keys, uniform
from medgym_patient.person import People
from medgym_patient.reason import REASONS
from medgym_patient.record import Codes, Columns, Doses, Latent, Settings, Stays
from medgym_patient.site import Site

PROCEDURES = table("procedure")
_ROW = PROCEDURES.index
OF_REASON = {
    "bypass_surgery": {
        "bypass_three": 0.75,
        "mammary_bypass": 0.92,
        "extracorporeal_circulation": 0.93,
        "echocardiography": 0.5,
    },
    "valve_surgery": {
        "aortic_valve_replacement": 0.70,
        "mitral_valve_replacement": 0.30,
        "extracorporeal_circulation": 0.97,
        "echocardiography": 0.55,
    },
    "st_elevation_infarction": {
        "heart_catheterization": 0.9,
        "coronary_arteriography": 0.9,
        "angioplasty": 0.8,
        "coronary_stent": 0.75,
        "balloon_pump": 0.1,
    },
    "infarction": {
        "heart_catheterization": 0.55,
        "coronary_arteriography": 0.55,
        "angioplasty": 0.35,
        "coronary_stent": 0.3,
    },
    "heart_failure": {"echocardiography": 0.45},
    "rapid_atrial_fibrillation": {"cardioversion": 0.25, "echocardiography": 0.3},
    "cardiac_arrest": {"heart_catheterization": 0.3, "electroencephalogram": 0.3},
    "aortic_aneurysm": {"aneurysm_repair": 0.97},
    "carotid_surgery": {"endarterectomy": 0.97},
    "leg_bypass": {"leg_vessel_bypass": 0.9, "debridement": 0.2},
    "intracerebral_hemorrhage": {"craniotomy": 0.15},
    "subarachnoid_hemorrhage": {"aneurysm_clipping": 0.55},
    "subdural_hematoma": {"subdural_drainage": 0.6},
    "seizure": {"electroencephalogram": 0.55},
    "brain_tumor_surgery": {"brain_excision": 0.95},
    "upper_gi_bleed": {"upper_endoscopy": 0.85, "endoscopic_hemostasis": 0.4},
    "variceal_bleed": {"upper_endoscopy": 0.8, "variceal_ligation": 0.75},
    "lower_gi_bleed": {"colonoscopy": 0.7},
    "cholangitis": {"biliary_drainage": 0.8},
    "hepatic_failure": {"paracentesis": 0.5},
    "bowel_obstruction": {"adhesiolysis": 0.5, "laparotomy": 0.2},
    "abdominal_sepsis": {"laparotomy": 0.35},
    "colectomy": {"colectomy": 0.97},
    "lung_resection": {"lobectomy": 0.95, "chest_tube": 0.5},
    "trauma": {"chest_tube": 0.25, "laparotomy": 0.12},
    "hip_fracture": {"hip_fixation": 0.85},
    "hip_replacement": {"hip_replacement": 0.98},
    "cellulitis": {"debridement": 0.25},
    "pneumonia": {"bronchoscopy": 0.08},
    "pneumonia_sepsis": {"bronchoscopy": 0.12},
    "preeclampsia": {"cesarean_section": 0.6},
    "postpartum_hemorrhage": {"assisted_delivery": 0.5},
    "term_newborn": {"newborn_vaccination": 0.85},
    "preterm_newborn": {"newborn_vaccination": 0.7},
}
"""Procedures of a reason and the share who have them (society guidelines and NIS statistics, rounded)."""


def code_procedures(
    people: People,
    latent: Latent,
    stays: Stays,
    doses: Doses,
    settings: Settings,
    sessions: Columns,
    groups: Groups,
    site: Site,
) -> Codes:
    """Procedures as coded, the surgeon's first, then by time."""
    key = latent.key
    found: list[tuple[Indices, int, Floats, int]] = []
    for reason, procedures in OF_REASON.items():
        here = stays.reason == REASONS.index[reason]
        for number, (name, share) in enumerate(procedures.items()):
            if name in ("mitral_valve_replacement", "aortic_valve_replacement"):
                has = _valve(people, key, stays) == name
            else:
                has = uniform(key, f"procedure {name}") < share
            when = 60 * np.floor(1 + number + 16 * uniform(key, f"procedure {reason}") ** 2)
            found.append((np.flatnonzero(here & has), _ROW[name], when, number))
    for name, rows, minute in _support(people, key, stays, doses, settings, sessions, groups, site):
        found.append((np.flatnonzero(rows), _ROW[name], minute, 20))
    found += _of_groups(key, groups)
    return _ranked(found, stays, key, groups)


def _of_groups(key: Keys, groups: Groups) -> list[tuple[Indices, int, Floats, int]]:
    """Those that the table has by group: at its hour or up to eight hours later."""
    rows = []
    for row, among in enumerate(PROCEDURES.texts("among")):
        if not among or PROCEDURES.texts("general")[row]:
            continue
        name = PROCEDURES.names[row]
        has = groups.of(among) & (uniform(key, f"procedure {name}") < PROCEDURES.numbers("share")[row])
        when = 60 * np.floor(PROCEDURES.numbers("hour")[row] + 8 * uniform(key, f"hour of {name}"))
        rows.append((np.flatnonzero(has), row, when, int(PROCEDURES.numbers("place")[row])))
    return rows


def _valve(people: People, key: Keys, stays: Stays) -> np.ndarray[tuple[int], np.dtype[np.str_]]:
    """The diseased one."""
    aortic = people.has("aortic_stenosis")[stays.person]
    return np.where(aortic, "aortic_valve_replacement", "mitral_valve_replacement")


def _ranked(found: list[tuple[Indices, int, Floats, int]], stays: Stays, key: Keys, groups: Groups) -> Codes:
    stay = np.concatenate([rows for rows, *_ in found])
    concept = np.concatenate([np.full(len(rows), row) for rows, row, *_ in found])
    minute = np.concatenate([when[rows] for rows, _, when, _ in found])
    weight = np.concatenate([np.full(len(rows), number) for rows, *_, number in found])
    minute = np.minimum(minute, stays.minutes[stay] - 1)
    order = np.lexsort((concept, minute, weight, stay))
    stay, concept, minute = stay[order], concept[order], minute[order]
    concept = specify(PROCEDURES, concept, stay, key[stay], groups)
    rank = np.arange(len(stay)) - np.searchsorted(stay, stay) + 1
    return Codes(stay, rank, concept, minute)


def _first(doses: Doses, name: str, size: int) -> Floats:
    rows = doses.drug == DRUGS.index[name]
    first = np.full(size, np.inf)
    np.minimum.at(first, doses.stay[rows], doses.minute[rows])
    return first


def _support(
    people: People,
    key: Keys,
    stays: Stays,
    doses: Doses,
    settings: Settings,
    sessions: Columns,
    groups: Groups,
    site: Site,
) -> list[tuple[str, Flags, Floats]]:
    """Organ support and transfusions; ventilation is always coded, as short under 96 hours."""
    size = len(stays.age)
    coded = site.number("coding")
    ventilated = ventilated_hours(doses, settings, stays)
    first = np.full(size, np.inf)
    np.minimum.at(first, settings.stay[settings.invasive], settings.minute[settings.invasive])
    masked = np.full(size, np.inf)
    np.minimum.at(masked, settings.stay[~settings.invasive], settings.minute[~settings.invasive])
    pressor = np.minimum.reduce(
        [
            _first(doses, name, size)
            for name in ("norepinephrine", "phenylephrine", "vasopressin", "dobutamine")
        ]
    )
    dialysed = np.full(size, np.inf)
    lit = np.full(size, np.inf)
    np.minimum.at(dialysed, sessions[0][sessions[2]], 60.0 * sessions[1][sessions[2]])
    np.minimum.at(lit, sessions[0][~sessions[2]], 60.0 * sessions[1][~sessions[2]])
    operated = np.array([kind == "elective" for kind in REASONS.texts("kind")])[stays.reason]
    luck = {name: uniform(key, f"coded {name}") for name in PROCEDURES.names}
    transfused = {
        name: _first(doses, drug, size)
        for name, drug in (
            ("red_cell_transfusion", "red_cells"),
            ("platelet_transfusion", "platelets"),
            ("plasma_transfusion", "plasma"),
            ("enteral_feeding", "feeding"),
        )
    }
    rows = [
        ("ventilation_short", (ventilated > 0) & (ventilated < 96) & (~operated | (ventilated > 30)), first),
        ("ventilation_long", ventilated >= 96, first),
        ("intubation", (ventilated > 0) & ~operated & (luck["intubation"] < 0.8 * coded), first),
        (
            "noninvasive_ventilation",
            np.isfinite(masked) & (luck["noninvasive_ventilation"] < 0.75 * coded),
            masked,
        ),
        ("tracheostomy", (ventilated > 280) & (luck["tracheostomy"] < 0.55), np.full(size, 60.0 * 270)),
        ("gastrostomy", (ventilated > 280) & (luck["tracheostomy"] < 0.4), np.full(size, 60.0 * 275)),
        (
            "central_line",
            (np.isfinite(pressor) & (luck["central_line"] < 0.75 * coded))
            | (np.isfinite(first) & (luck["central_line"] < 0.45 * coded)),
            np.minimum(pressor, first),
        ),
        ("arterial_line", np.isfinite(pressor) & (luck["arterial_line"] < 0.35 * coded), pressor),
        ("dialysis", np.isfinite(dialysed), dialysed),
        (
            "dialysis_catheter",
            np.isfinite(dialysed)
            & ~people.has("renal_failure_on_dialysis")[stays.person]
            & (luck["dialysis_catheter"] < 0.8),
            dialysed,
        ),
        ("phototherapy", np.isfinite(lit) & (stays.age < 1), lit),
        ("circumcision", groups.of("circumcised") & (stays.ordinal == 0), np.full(size, 2000.0)),
    ]
    rows += [
        (name, np.isfinite(when) & (luck[name] < 0.62 * coded), when) for name, when in transfused.items()
    ]
    return [(name, flags, np.where(np.isfinite(when), when, 0.0)) for name, flags, when in rows]
