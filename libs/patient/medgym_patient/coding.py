"""Diagnoses as coders assign them at discharge: the reason first, then what was treated.

Then what is chronic.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from medgym_patient.concept import table
from medgym_patient.formulary import DRUGS
from medgym_patient.group import Groups, specify, ventilated_hours
from medgym_patient.key import Flags, Floats, Indices, Keys, uniform
from medgym_patient.microbiology import SPECIMENS
from medgym_patient.person import People
from medgym_patient.reason import REASONS
from medgym_patient.record import Codes, Cultures, Doses, Latent, Settings, Stays
from medgym_patient.site import Site

DIAGNOSES = table("diagnosis")
_CONDITIONS = table("condition")
_ORGANISMS = table("organism")
_SEPTIC = np.array([name == "sepsis" for name in REASONS.texts("diagnosis")])
_LOCAL = {"urosepsis": "urinary_infection", "pneumonia_sepsis": "pneumonia", "trauma": "rib_fractures"}
"""What is coded beside the principal diagnosis of a reason."""
_WITHOUT = {
    "copd_exacerbation": "copd",
    "asthma_exacerbation": "asthma",
    "colectomy": "colon_cancer",
    "lung_resection": "lung_cancer",
}
"""A chronic condition that the reason's own code includes."""
_HIGH = (
    "creatinine",
    "sodium",
    "potassium",
    "lactate",
    "inr",
    "glucose",
    "bilirubin_total",
)
_LOW = (
    "creatinine",
    "sodium",
    "potassium",
    "hemoglobin",
    "platelets",
    "ph",
    "albumin",
    "bicarbonate",
)
Found = tuple[str, Flags, Floats | float, float]
"""A diagnosis, who has it, the share that is coded, and its place in the order."""


def code_diagnoses(
    people: People,
    latent: Latent,
    stays: Stays,
    doses: Doses,
    settings: Settings,
    cultures: Cultures,
    groups: Groups,
    site: Site,
) -> Codes:
    """Codes of each stay in order.

     Coders leave out: acute kidney injury is coded in about half to two thirds of those who have it (Waikar
    et al., J Am Soc Nephrol 2006;17:1688), electrolyte disorders more rarely (Quan et al., Med Care
    2002;40:675). A site codes up to its number of diagnoses.
    """
    key = latent.key
    found = [
        *_principal(people, stays, cultures),
        *_acute(people, stays, doses, settings, groups),
        *_chronic(people, key, stays, groups),
        *_companions(groups),
        *_microbes(stays, cultures),
    ]
    coded = site.number("coding")
    stay, concept, place = [], [], []
    for name, has, share, order in found:
        luck = uniform(key, f"code {name}")
        rows = np.flatnonzero(has & ((order <= 0) | (luck < np.asarray(share) * coded)))
        stay.append(rows)
        concept.append(np.full(len(rows), DIAGNOSES.index[name]))
        place.append(order + (order > 1) * 9 * uniform(key[rows], f"order {name}"))
    stays_of, general = np.concatenate(stay), np.concatenate(concept)
    lasting = np.isin(general, [DIAGNOSES.index[name] for name in _CONDITIONS.names])
    keys = np.where(lasting, people.key[stays.person[stays_of]], key[stays_of])
    special = specify(DIAGNOSES, general, stays_of, keys, groups)
    return _ranked(stays_of, special, np.concatenate(place), int(site.number("most_codes")))


def _companions(groups: Groups) -> Iterator[Found]:
    """What the table has by group."""
    share, place = DIAGNOSES.numbers("share"), DIAGNOSES.numbers("place")
    for row, among in enumerate(DIAGNOSES.texts("among")):
        if among and not DIAGNOSES.texts("general")[row]:
            yield DIAGNOSES.names[row], groups.of(among), share[row], place[row]


def _grown(cultures: Cultures, *specimens: str) -> Iterator[tuple[int, Indices]]:
    """Organisms, and the stays in which those specimens grew them."""
    rows = np.isin(cultures.specimen, [SPECIMENS.index(name) for name in specimens])
    for organism in range(len(_ORGANISMS)):
        yield organism, np.unique(cultures.stay[rows & (cultures.organism == organism)])


def _microbes(stays: Stays, cultures: Cultures) -> Iterator[Found]:
    """Organisms of urine, coded beside the infection (ICD-9-CM guidelines, 041)."""
    for organism, grew in _grown(cultures, "urine"):
        if name := _ORGANISMS.texts("elsewhere")[organism]:
            has = np.isin(np.arange(len(stays.age)), grew)
            yield name, has, DIAGNOSES.numbers("share")[DIAGNOSES.index[name]], 7.0


def _ranked(stay: Indices, concept: Indices, place: Floats, most: int) -> Codes:
    """In order, each ICD-9 code once a stay, at most ``most``."""
    codes = np.unique(DIAGNOSES.texts("icd9"), return_inverse=True)[1][concept]
    order = np.lexsort((place, codes, stay))
    first = (np.diff(stay[order], prepend=-1) != 0) | (np.diff(codes[order], prepend=-1) != 0)
    kept = order[first]
    kept = kept[np.lexsort((place[kept], stay[kept]))]
    stay, concept = stay[kept], concept[kept]
    rank = np.arange(len(stay)) - np.searchsorted(stay, stay) + 1
    few = rank <= most
    return Codes(stay[few], rank[few], concept[few], np.zeros(int(few.sum())))


def _principal(people: People, stays: Stays, cultures: Cultures) -> Iterator[Found]:
    names = np.array(REASONS.texts("diagnosis"), dtype=object)[stays.reason]
    reasons = np.array(REASONS.names)[stays.reason]
    for column, specimens in (
        ("sepsis", ("blood_culture", "second_blood_culture")),
        ("pneumonia", ("sputum",)),
    ):
        for organism, rows in _grown(cultures, *specimens):
            if name := _ORGANISMS.texts(column)[organism]:
                names[rows[names[rows] == column]] = name
    second = people.has("diabetes_type_2")[stays.person] & (names == "diabetic_ketoacidosis")
    names[second] = "diabetic_ketoacidosis_type_2"
    mitral = (names == "valve_disease") & ~people.has("aortic_stenosis")[stays.person]
    names[mitral] = "mitral_regurgitation"
    heart = names == "heart_failure"
    names[heart & people.has("systolic_failure")[stays.person]] = "acute_systolic_failure"
    names[heart & people.has("diastolic_failure")[stays.person]] = "acute_diastolic_failure"
    names[(names == "preterm_newborn") & (stays.weight < 1.5)] = "very_preterm_newborn"
    for name in sorted(set(names)):
        yield name, names == name, 1.0, 0.0
    for reason, name in _LOCAL.items():
        yield name, reasons == reason, 0.9, 1.5
    delivered = np.isin(reasons, ["preeclampsia", "postpartum_hemorrhage"])
    yield "single_liveborn_outcome", delivered, 0.95, 8.0


def _acute(people: People, stays: Stays, doses: Doses, settings: Settings, groups: Groups) -> Iterator[Found]:
    """What the chart shows of the stay."""
    size = len(stays.age)
    adult = stays.age > 1
    high = {name: groups.number(name, highest=True) for name in _HIGH}
    low = {name: groups.number(name, highest=False) for name in _LOW}
    given = {
        name: np.bincount(doses.stay[doses.drug == DRUGS.index[name]], minlength=size)
        for name in ("norepinephrine", "phenylephrine", "vasopressin", "dobutamine", "red_cells")
    }
    pressors = given["norepinephrine"] + given["phenylephrine"] + given["vasopressin"]
    septic = _SEPTIC[stays.reason]
    injured = (
        kidney_injury(high["creatinine"], low["creatinine"])
        & ~people.has("renal_failure_on_dialysis")[stays.person]
        & adult
    )
    ventilated = ventilated_hours(doses, settings, stays)
    surgical = np.array([kind == "elective" for kind in REASONS.texts("kind")])[stays.reason]
    failing = adult & (
        ~surgical & (ventilated > 4)
        | (ventilated > 60)
        | (np.bincount(settings.stay[~settings.invasive], minlength=size) > 1)
    )
    organs = injured | failing | (pressors > 2) | (high["lactate"] > 4)
    yield "severe_sepsis", septic & organs, 0.85, 2.0
    yield "sepsis_without_failure", septic & ~organs, 0.75, 2.0
    yield "septic_shock", septic & (pressors > 3), 0.85, 2.2
    yield "cardiogenic_shock", (given["dobutamine"] > 3) & adult, 0.75, 2.2
    yield "respiratory_failure", failing, 0.80, 2.1
    yield "acute_kidney_injury", injured, np.where(high["creatinine"] > 2.2, 0.85, 0.55), 3.0
    yield "tubular_necrosis", injured & (high["creatinine"] > 4), 0.35, 2.9
    yield "acidosis", adult & ((low["ph"] < 7.28) | (low["bicarbonate"] < 17)), 0.5, 5.0
    yield "hyponatremia", adult & (low["sodium"] < 133), np.where(low["sodium"] < 128, 0.75, 0.4), 6.0
    yield "hypernatremia", adult & (high["sodium"] > 148), 0.55, 6.0
    yield "hyperkalemia", adult & (high["potassium"] > 5.7), 0.5, 6.0
    yield "hypokalemia", adult & (low["potassium"] < 3.3), 0.4, 7.0
    bled = (REASONS.numbers("bleed")[stays.reason] > 20) | (given["red_cells"] > 1)
    yield "hemorrhagic_anemia", adult & bled & (low["hemoglobin"] < 9.8), 0.6, 5.0
    yield "thrombocytopenia", adult & (low["platelets"] < 105), 0.5, 6.0
    yield "coagulopathy", adult & (high["inr"] > 2.1) & ~groups.of("warfarin_user"), 0.45, 6.0
    yield "hypotension", adult & (pressors > 0) & ~septic, 0.35, 7.0
    yield (
        "acute_hepatic_failure",
        (stays.reason == REASONS.index["acetaminophen_overdose"]) & (high["inr"] > 1.8),
        0.7,
        3.0,
    )
    lungs = REASONS.numbers("lung")[stays.reason]
    yield (
        "pleural_effusion",
        adult & ((lungs > 0.1) | (people.has("systolic_failure")[stays.person])),
        0.25,
        8.0,
    )
    yield "urinary_infection", adult & (people.female[stays.person] | (stays.age > 75)), 0.18, 7.0
    yield (
        "delirium",
        adult & (stays.age > 65) & ((ventilated > 12) | people.has("dementia")[stays.person]),
        0.2,
        8.0,
    )
    heart = np.isin(stays.reason, [REASONS.index["bypass_surgery"], REASONS.index["valve_surgery"]])
    yield "postoperative_fibrillation", heart, 0.28, 4.0
    yield "dehydration", adult & (REASONS.numbers("volume")[stays.reason] <= -0.6), 0.22, 8.0
    yield "malnutrition", adult & (low["albumin"] < 2.4), 0.3, 8.0
    yield "dnr_status", adult & stays.died, 0.3, 9.0
    diabetic = people.has("diabetes_type_1") | people.has("diabetes_type_2")
    yield "hyperglycemia", adult & ~diabetic[stays.person] & (high["glucose"] > 220), 0.25, 8.0
    yield from _newborn(stays, high["bilirubin_total"], ventilated)


def kidney_injury(highest: Floats, lowest: Floats) -> Flags:
    """By creatinine: 1.5 times the lowest and 0.3 mg/dL more.

    (KDIGO 2012, with the stay's lowest as the baseline).
    """
    found: Flags = (highest >= 1.5 * lowest) & (highest >= lowest + 0.3)
    return found


def _newborn(stays: Stays, bilirubin: Floats, ventilated: Floats) -> Iterator[Found]:
    preterm = stays.reason == REASONS.index["preterm_newborn"]
    term = stays.reason == REASONS.index["term_newborn"]
    yield "respiratory_distress_syndrome", preterm & (ventilated > 4), 0.95, 2.0
    yield "preterm_jaundice", preterm & (bilirubin > 7), 0.8, 3.0
    yield "newborn_jaundice", term & (bilirubin > 10), 0.7, 3.0
    yield "newborn_vaccination", preterm | term, 0.75, 6.0
    yield "newborn_observation", preterm | term, 0.55, 4.0


def _chronic(people: People, key: Keys, stays: Stays, groups: Groups) -> Iterator[Found]:
    """Conditions by their share; hypertension with kidney disease has a combined code.

    As ICD-9-CM's guidelines have it.
    """
    reasons = np.array(REASONS.names)[stays.reason]
    has = {name: people.has(name)[stays.person] for name in _CONDITIONS.names}
    kidney, failed, pressure = (
        has["chronic_kidney_disease"],
        has["renal_failure_on_dialysis"],
        has["hypertension"],
    )
    shares = dict(zip(_CONDITIONS.names, _CONDITIONS.numbers("coded"), strict=True))
    for reason, name in _WITHOUT.items():
        has[name] = has[name] & (reasons != reason)
    alcoholic = has["cirrhosis"] & has["alcohol_dependence"]
    yield "hypertensive_kidney_disease", pressure & kidney, 0.92, 8.0
    yield "hypertensive_renal_failure", pressure & failed, 0.95, 5.0
    yield "dialysis_status", failed, 0.75, 9.0
    yield "alcoholic_cirrhosis", alcoholic, 0.95, 4.0
    yield "ascites", has["cirrhosis"] & (uniform(people.key, "ascites")[stays.person] < 0.5), 0.85, 6.0
    yield "portal_hypertension", has["cirrhosis"], 0.45, 6.0
    yield (
        "insulin_use",
        has["diabetes_type_1"]
        | (has["diabetes_type_2"] & (uniform(people.key, "resistance")[stays.person] > 0.6)),
        0.55,
        12.0,
    )
    yield "anticoagulant_use", groups.of("warfarin_user"), 0.65, 12.0
    yield "diabetes_with_kidney_disease", has["diabetes_type_2"] & kidney, 0.35, 6.0
    yield "heart_failure", has["systolic_failure"] | has["diastolic_failure"], 0.8, 4.0
    has["hypertension"] = pressure & ~kidney & ~failed
    has["cirrhosis"] = has["cirrhosis"] & ~alcoholic
    for name in _CONDITIONS.names:
        yield name, has[name], shares[name], 10.0 if shares[name] < 0.8 else 6.5
