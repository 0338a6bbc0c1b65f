"""The body that a stay begins with: what does not change within it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient import constitution
from medgym_patient.key import Flags, Floats, Indices, Keys, fold, normal, normals, uniform
from medgym_patient.person import People
from medgym_patient.reason import REASONS
from medgym_patient.site import Site

TRAITS = (
    "salt",
    "kalium",
    "mineral",
    "phosphorus",
    "alkali",
    "protein",
    "enzyme",
    "bilirubin",
    "gap",
    "alkaline",
    "ldh",
    "mchc",
    "rdw",
    "lymph",
    "peptide",
    "a1c",
    "tsh",
    "t4",
    "crp",
    "lipase",
    "amylase",
    "digoxin",
    "phenytoin",
    "triglycerides",
    "hdl",
    "ldl",
    "transferrin",
    "iron store",
    "ferritin",
    "b12",
    "folate",
    "haptoglobin",
    "drank",
    "ethanol",
    "white cells",
    "pulse pressure",
    "nephron",
)
_TRAIT = {name: row for row, name in enumerate(TRAITS)}


@dataclass(frozen=True)
class Body:
    """Constants of a stay; every array has one entry a stay."""

    key: Keys
    person: Indices
    """Number of the person within the batch."""
    reason: Indices
    """Row of the table of reasons."""
    clock: Floats
    """Hour of the day at admission."""
    age: Floats
    female: Flags
    newborn: Flags
    height: Floats
    weight: Floats
    """Dry weight in kilograms."""
    pressure: Floats
    """Usual mean arterial pressure, mmHg."""
    pulse: Floats
    """Usual heart rate."""
    breaths: Floats
    """Usual respiratory rate."""
    filtration: Floats
    """Usual glomerular filtration, mL/min."""
    creatinine: Floats
    """Usual creatinine at that filtration."""
    hemoglobin: Floats
    platelets: Floats
    white_cells: Floats
    albumin: Floats
    oxygenation: Floats
    """Usual arterial to alveolar ratio of oxygen."""
    carbon_dioxide: Floats
    """Usual arterial pressure of carbon dioxide."""
    pump: Floats
    """Chronic loss of contractility, 0 to 1."""
    liver: Floats
    """Chronic loss of liver function, 0 to 1."""
    resistance: Floats
    """To insulin: 0 healthy, 1 diabetic."""
    insulin_dependent: Flags
    basal: Floats
    """mg/dL by which the person's own insulin or sulfonylurea lowers glucose, where a site gives it."""
    fibrillation: Flags
    """Chronic atrial fibrillation."""
    dialysis: Flags
    """Kidneys have failed for good."""
    neutropenic: Flags
    anticoagulated: Flags
    beta_blocked: Flags
    dementia: Flags
    severity: Floats
    """How hard the disease strikes; latent."""
    response: Floats
    """How well the body recovers and responds; latent."""
    frailty: Floats
    """Log hazard from age and conditions."""
    mcv: Floats
    traits: Floats
    """(TRAITS, stays): standard normal, the same in all stays of a person."""
    susceptible: Floats
    """Of the infecting organism: uniform draw, compared with an antibiotic's probability."""
    organism: Indices
    """Row of the table of organisms."""
    thyroid: Flags
    """Lives with hypothyroidism."""
    creatinine_shift: Floats
    """Of the site's method, mg/dL."""
    glucose_scale: Floats
    troponin_scale: Floats

    def trait(self, name: str) -> Floats:
        """A standard normal trait of the person."""
        found: Floats = self.traits[_TRAIT[name]]
        return found


def draw_body(
    people: People,
    person: Indices,
    ordinal: Indices,
    reason: Indices,
    clock: Floats,
    age: Floats,
    organism: Indices,
    site: Site,
) -> Body:
    """The bodies of stays, from who is admitted and why."""
    has = {name: people.has(name)[person] for name in _USED}
    trait, newborn, female = people.key[person], people.newborn[person], people.female[person]
    key = fold(trait, ordinal + 1000)
    filtration = constitution.filtration(trait, age, newborn, has)
    moved = 0.03 * np.minimum(ordinal, 6) * normal(key, "weight")
    weight = people.weight[person] * np.where(newborn, 1, np.exp(moved))
    lung = has["copd"] * 0.20 + has["lung_cancer"] * 0.06 + has["pulmonary_hypertension"] * 0.06
    injects = has["diabetes_type_1"] | (has["diabetes_type_2"] & (uniform(trait, "resistance") > 0.6))
    neutropenic = (np.array(REASONS.names)[reason] == "neutropenic_fever") & ~newborn
    return Body(
        key=key,
        person=person,
        reason=reason,
        clock=clock,
        age=age,
        female=female,
        newborn=newborn,
        height=people.height[person],
        weight=weight.round(2),
        pressure=constitution.pressure(trait, age, newborn, has),
        pulse=np.where(
            newborn,
            138 + 9 * normal(trait, "pulse"),
            75 + 7.5 * normal(trait, "pulse") + 6 * has["atrial_fibrillation"],
        ),
        breaths=np.where(newborn, 44.0, 15.5 + 3 * has["copd"] + 1.2 * normal(trait, "breaths")),
        filtration=filtration,
        creatinine=constitution.creatinine(trait, filtration, age, female, newborn),
        hemoglobin=constitution.hemoglobin(trait, female, newborn, has),
        platelets=constitution.platelets(trait, neutropenic, has),
        white_cells=np.where(newborn, 15.0, 7.2) * np.exp(0.22 * normal(trait, "white cells")),
        albumin=(
            3.75
            - 0.006 * (age - 50).clip(0)
            - 0.7 * has["cirrhosis"]
            - 0.4 * has["metastatic_cancer"]
            - newborn * 0.7
            + 0.25 * normal(trait, "albumin")
        ).clip(1.8, 4.9),
        oxygenation=(0.84 - 0.0022 * (age - 30).clip(0) - lung - newborn * 0.06).clip(0.3, 0.9),
        carbon_dioxide=40.0
        + np.where(has["copd"], 4 + 7 * uniform(trait, "retainer") ** 2, 0.0)
        + 3.0 * (has["sleep_apnea"] & has["obesity"])
        + 1.4 * normal(trait, "carbon dioxide"),
        pump=(
            has["systolic_failure"] * (0.26 + 0.12 * uniform(trait, "ejection"))
            + has["diastolic_failure"] * 0.14
            + has["old_infarction"] * 0.05
        ).clip(0, 0.5),
        liver=has["cirrhosis"] * (0.35 + 0.4 * uniform(trait, "cirrhosis")),
        resistance=has["diabetes_type_2"] * (0.55 + 0.7 * uniform(trait, "resistance"))
        + has["diabetes_type_1"] * 0.9
        + 0.12 * has["obesity"],
        insulin_dependent=injects,
        basal=site.number("basal") * _basal(trait, injects, has),
        fibrillation=has["atrial_fibrillation"],
        dialysis=has["renal_failure_on_dialysis"],
        neutropenic=neutropenic,
        anticoagulated=(has["atrial_fibrillation"] | has["old_thrombosis"])
        & (uniform(trait, "warfarin") < 0.5),
        beta_blocked=has["coronary_disease"] | has["systolic_failure"] | has["atrial_fibrillation"],
        dementia=has["dementia"],
        severity=normal(key, "severity") + site.number("severity"),
        response=normal(key, "response"),
        frailty=constitution.frailty(people, person, age, newborn)
        + site.number("age_hazard") * (age - 76).clip(-20, 25) / 10 * ~newborn,
        mcv=np.where(
            newborn,
            106.0,
            89.5
            + 4.2 * normal(trait, "mcv")
            + 5 * has["alcohol_dependence"]
            + 2 * has["cirrhosis"]
            - 5 * (has["chronic_anemia"] & (uniform(trait, "iron") < 0.4)),
        ),
        traits=normals(trait, "trait", len(TRAITS)),
        susceptible=uniform(key, "susceptible"),
        organism=organism,
        thyroid=has["hypothyroidism"],
        creatinine_shift=np.full(len(person), site.number("creatinine_shift")),
        glucose_scale=np.full(len(person), site.number("glucose_scale")),
        troponin_scale=np.full(len(person), site.number("troponin_scale")),
    )


def _basal(trait: Keys, injects: Flags, has: dict[str, Flags]) -> Floats:
    """mg/dL; a third of the others with type 2 diabetes take a sulfonylurea; more where either lasts longer.

    (Weir et al., Nephrol Dial Transplant 2011;26:1888: hypoglycemia with lost filtration).
    """
    secretes = has["diabetes_type_2"] & ~injects & (uniform(trait, "sulfonylurea") < 0.35)
    lowered = np.where(
        injects, 15 + 85 * uniform(trait, "basal") ** 1.5, 60 * uniform(trait, "basal") * secretes
    )
    kidney = has["chronic_kidney_disease"] | has["renal_failure_on_dialysis"]
    found: Floats = lowered * (1 + 0.35 * kidney + 0.35 * has["cirrhosis"])
    return found


_USED = (
    "copd",
    "lung_cancer",
    "pulmonary_hypertension",
    "systolic_failure",
    "diastolic_failure",
    "old_infarction",
    "cirrhosis",
    "diabetes_type_1",
    "diabetes_type_2",
    "obesity",
    "atrial_fibrillation",
    "old_thrombosis",
    "renal_failure_on_dialysis",
    "chronic_kidney_disease",
    "coronary_disease",
    "dementia",
    "metastatic_cancer",
    "alcohol_dependence",
    "chronic_anemia",
    "hypertension",
    "leukemia",
    "sleep_apnea",
    "kidney_transplant",
    "hypothyroidism",
)
