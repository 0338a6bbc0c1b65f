"""What is done for a patient within one hour: treatment, monitoring, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats

PANELS = tuple(dict.fromkeys(table("lab").texts("panel")))
"""Labs that are drawn together, in the table's order."""
ANTIBIOTICS = tuple(
    name
    for name, form in zip(table("drug").names, table("drug").texts("form"), strict=True)
    if form == "antibiotic"
)


@dataclass
class Care:
    """An action: doses of an hour (0 for none), one entry a stay, and what is measured."""

    intensive: Flags
    """In an intensive care unit."""
    norepinephrine: Floats
    """mcg/kg/min, as the next two."""
    phenylephrine: Floats
    dobutamine: Floats
    vasopressin: Floats
    """Units a minute."""
    crystalloid: Floats
    """mL in the hour."""
    red_cells: Floats
    """Units, as the next two."""
    plasma: Floats
    platelets: Floats
    furosemide: Floats
    """mg."""
    insulin_infusion: Floats
    """Units an hour."""
    insulin: Floats
    """Units under the skin."""
    dextrose: Floats
    """Grams."""
    potassium: Floats
    """mEq."""
    magnesium: Floats
    """Grams."""
    bicarbonate: Floats
    """mEq."""
    kayexalate: Floats
    """Grams."""
    fio2: Floats
    """Fraction of oxygen breathed, 0.21 is air."""
    ventilated: Flags
    noninvasive: Flags
    peep: Floats
    """cm H2O."""
    rate: Floats
    """Set breaths a minute."""
    tidal: Floats
    """Set mL."""
    sedation: Floats
    """Propofol, mcg/kg/min."""
    opioid: Floats
    """Fentanyl, mcg/h."""
    heparin_infusion: Floats
    """Units an hour."""
    steroid: Floats
    """mg of methylprednisolone."""
    bronchodilator: Floats
    """Treatments."""
    rate_control: Floats
    """mg of metoprolol."""
    vasodilator: Floats
    """mg/h of nicardipine."""
    acetaminophen: Floats
    """mg."""
    lactulose: Floats
    """mL."""
    naloxone: Floats
    """mg."""
    acetylcysteine: Floats
    """mg."""
    feeding: Floats
    """mL."""
    dialysis: Flags
    phototherapy: Flags
    antibiotics: Flags
    """(antibiotics, stays): in effect."""
    panels: Flags
    """(panels, stays): drawn this hour."""
    vitals: Flags
    """Whether vital signs are taken."""

    @classmethod
    def none(cls, size: int) -> Care:
        """Nothing done, nothing measured, breathing air on a ward."""
        flags = {"intensive", "ventilated", "noninvasive", "dialysis", "phototherapy", "vitals"}
        values: dict[str, Any] = {
            name: np.zeros(size, dtype=bool) if name in flags else np.zeros(size)
            for name in cls.__annotations__
        }
        values["fio2"] = np.full(size, 0.21)
        values["antibiotics"] = np.zeros((len(ANTIBIOTICS), size), dtype=bool)
        values["panels"] = np.zeros((len(PANELS), size), dtype=bool)
        return cls(**values)
