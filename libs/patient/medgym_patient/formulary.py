"""Which drugs for whom: doses, home medication by condition, first choices by reason, what is barred."""

from __future__ import annotations

import numpy as np

from medgym_patient.concept import table

DRUGS = table("drug")
ROW = DRUGS.index
LISTS = [
    [float(dose.split()[0]) for dose in text.split(";") if dose] or [0.0] for text in DRUGS.texts("doses")
]
CHOICES = np.array([len(doses) for doses in LISTS])
DOSES = np.array([doses + doses[-1:] * (CHOICES.max() - len(doses)) for doses in LISTS])
"""Doses to choose from, by drug, the last repeated."""
TAKEN = DRUGS.numbers("taken")
"""Share of those with the condition who take a drug at home, by row (as in NHANES and registries)."""
BARRED = {
    "ace_inhibitor": "ace_inhibitors",
    "statin": "statins",
    "antiplatelet": "aspirin",
    "thiazide": "sulfonamides",
    "sulfonamide": "sulfonamides",
    "penicillin": "penicillins",
    "cephalosporin": "cephalosporins",
    "nsaid": "aspirin",
    "oxycodone": "codeine",
    "oxycodone_acetaminophen": "codeine",
    "oxycodone_sustained": "codeine",
    "morphine": "morphine",
    "morphine_sustained": "morphine",
}
"""Allergies that bar a drug, or a class of drugs, from an order."""
KIDNEY_BARS = ("nsaid", "bisphosphonate", "lithium")
"""Classes and drugs that are not given to those with chronic kidney disease (KDIGO 2012)."""
ALIKE = {
    **{
        name: name
        for name in (
            "statin",
            "beta_blocker",
            "calcium_blocker",
            "diuretic",
            "thiazide",
            "acid_suppressant",
            "antidepressant",
            "benzodiazepine",
            "antipsychotic",
            "alpha_blocker",
            "inhaled_steroid",
            "anticoagulant",
            "antiarrhythmic",
            "sulfonylurea",
            "cholinesterase_inhibitor",
            "dopaminergic",
            "calcineurin_inhibitor",
            "estrogen_modulator",
            "aromatase_inhibitor",
            "steroid",
            "opioid",
            "reductase_inhibitor",
            "phosphate_binder",
            "nsaid",
        )
    },
    "ace_inhibitor": "renin",
    "arb": "renin",
}
"""Classes of which nobody takes two at home, each with what it is one kind of."""
BLEEDS = (
    "upper_gi_bleed",
    "variceal_bleed",
    "lower_gi_bleed",
    "intracerebral_hemorrhage",
    "subarachnoid_hemorrhage",
    "subdural_hematoma",
    "postpartum_hemorrhage",
    "trauma",
)
INDICATIONS = table("indication")
"""What is ordered beside: drug, the share of a group who get it, the hour at which it starts, and hours after
which it ends by itself (0: with the stay). First choices of guidelines, and the usual of a hospital day."""
