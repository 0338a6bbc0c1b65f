"""The latent state of a stay at one hour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.body import Body
from medgym_patient.key import Flags, Floats, Indices


@dataclass
class State:
    """Everything that the next hour depends on; every array has one entry a stay.

    A step makes a new one and leaves this as it was, so that any state can be kept and branched.
    """

    body: Body
    hour: Indices
    """Whole hours since admission."""
    dead: Flags
    burden: Floats
    """Of infection: 0 none, 1 enough to be admitted for, 4 overwhelming."""
    inflammation: Floats
    trauma: Floats
    """Of tissue, by injury or surgery, 0 to 1."""
    pain: Floats
    plasma: Floats
    """Litres of plasma volume above (below) the usual."""
    tissue: Floats
    """Litres of water in tissues above the usual."""
    pressure: Floats
    """Mean arterial, mmHg."""
    pulse: Floats
    pump: Floats
    """Acute loss of contractility, 0 to 1."""
    arrhythmia: Floats
    """Fast atrial fibrillation, 0 or 1."""
    ischemia: Floats
    """Necrosis going on in the heart."""
    troponin: Floats
    creatine_kinase: Floats
    lung: Floats
    """Injury of the lung, 0 to 1."""
    airway: Floats
    """Obstruction, 0 to 1."""
    breaths: Floats
    oxygenation: Floats
    """Arterial to alveolar ratio of oxygen."""
    fio2: Floats
    po2: Floats
    pco2: Floats
    saturation: Floats
    ph: Floats
    bicarbonate: Floats
    lactate: Floats
    ketone: Floats
    kidney: Floats
    """Acute loss of filtration, 0 to 1."""
    creatinine: Floats
    urea: Floats
    urine: Floats
    """Millilitres in the last hour."""
    diuretic: Floats
    """Milligrams of furosemide in effect."""
    sodium: Floats
    """At a glucose of 100."""
    potassium: Floats
    magnesium: Floats
    phosphate: Floats
    calcium: Floats
    """Ionised, mmol/L."""
    glucose: Floats
    insulin: Floats
    """Units in effect."""
    red_mass: Floats
    """Hemoglobin that the usual blood volume would have, g/dL."""
    bleeding: Floats
    """Millilitres an hour."""
    platelets: Floats
    white_cells: Floats
    inr: Floats
    fibrinogen: Floats
    heparin: Floats
    """Level, 1 is therapeutic."""
    hepatic: Floats
    """Acute injury of the liver, 0 to 1."""
    alt: Floats
    ast: Floats
    bilirubin: Floats
    albumin: Floats
    coma: Floats
    """Points of the Glasgow Coma Scale lost by disease of the brain."""
    toxin: Floats
    """Of an overdose, in points of coma or grams of acetaminophen."""
    sedation: Floats
    coma_scale: Floats
    """Glasgow Coma Scale before it is rounded, 3 to 15."""
    temperature: Floats
    antipyretic: Floats
    steroid: Floats
    """Hours of effect left."""
    vancomycin: Floats
    sofa: Floats
    worst: Floats
    """Highest SOFA so far."""

    @property
    def hemoglobin(self) -> Floats:
        """Diluted by plasma above the usual: blood volume 70 mL/kg (Nadler et al., Surgery 1962;51:224)."""
        usual = 0.07 * self.body.weight
        found: Floats = self.red_mass / np.minimum(np.maximum(1 + self.plasma / usual, 0.5), 1.8)
        return found

    @property
    def filtration(self) -> Floats:
        """Of the kidneys now, mL/min."""
        return self.body.filtration * (1 - self.kidney)

    @property
    def weight(self) -> Floats:
        """Kilograms, with the water gained or lost."""
        return self.body.weight + self.plasma + self.tissue
