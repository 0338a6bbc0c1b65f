"""Equivalent doses."""

from __future__ import annotations

from medgym_plugin_medcalcbench import finding as f
from medgym_plugin_medcalcbench.calculator import calculator, decimal
from medgym_plugin_medcalcbench.parameter import Dose

EQUIVALENTS = {
    "betamethasone": 0.75,
    "cortisone": 25,
    "dexamethasone": 0.75,
    "hydrocortisone": 20,
    "methylprednisolone": 4,
    "prednisolone": 5,
    "prednisone": 5,
    "triamcinolone": 4,
}
"""Milligrams equivalent to 20 mg of hydrocortisone."""

CDC_2022 = {
    "codeine": 0.15,
    "fentanyl buccal": 0.13,
    "fentanyl patch": 2.4,
    "hydrocodone": 1,
    "hydromorphone": 5,
    "methadone": 4.7,
    "morphine": 1,
    "oxycodone": 1.5,
    "oxymorphone": 3,
    "tapentadol": 0.4,
    "tramadol": 0.2,
}
"""Milligrams of oral morphine per mg a day; per mcg of buccal fentanyl; per mcg/h of a patch."""


def _equivalent(drug: str) -> float:
    return EQUIVALENTS[drug.rpartition(" ")[0]]


@calculator(
    24,
    "Steroid conversion",
    "dosage",
    parameters=(f.STEROID, f.TARGET_STEROID),
    answer=decimal("mg a dose"),
    source="Meikle AW, Tyler FH. Am J Med 1977;63:200-207",
    variant="Glucocorticoid equivalents: betamethasone 0.75 mg, cortisone 25, dexamethasone 0.75, "
    "hydrocortisone 20, methylprednisolone 4, prednisolone 5, prednisone 5, triamcinolone 4, whatever the "
    "route; one dose is converted.",
    admits=lambda steroid, target_steroid: (
        steroid[0].drug.rpartition(" ")[0] != target_steroid.rpartition(" ")[0]
    ),
)
def steroid_conversion(steroid: tuple[Dose, ...], target_steroid: str) -> float:
    """Dose times equivalent of the target over equivalent of the drug taken; mg.

    Equivalents (mg): betamethasone 0.75, cortisone 25, dexamethasone 0.75, hydrocortisone 20,
    methylprednisolone 4, prednisolone 5, prednisone 5, triamcinolone 4.

    Args:
        steroid: the one drug taken, with its single dose in mg.
        target_steroid: drug and route.
    """
    (taken,) = steroid
    return taken.amount * _equivalent(target_steroid) / _equivalent(taken.drug)


@calculator(
    49,
    "Morphine milligram equivalents",
    "dosage",
    parameters=(f.OPIOIDS,),
    answer=decimal("mg of oral morphine a day"),
    source="Dowell D et al. CDC Clinical Practice Guideline. MMWR Recomm Rep 2022;71(3):1-95; buccal "
    "fentanyl: CMS opioid conversion factors 2018",
    variant="Factors of the CDC guideline of 2022 (hydromorphone 5, methadone 4.7, tramadol 0.2), a "
    "fentanyl patch 2.4 for each mcg/h, and 0.13 for each mcg of buccal fentanyl.",
    erratum="Releases state the dose of a fentanyl patch in mg; it is in mcg/h.",
)
def morphine_equivalents(opioids: tuple[Dose, ...]) -> float:
    """Sum over drugs of dose times doses a day times factor; mg of oral morphine a day.

    Factors per mg: codeine 0.15, hydrocodone 1, hydromorphone 5, methadone 4.7, morphine 1, oxycodone 1.5,
    oxymorphone 3, tapentadol 0.4, tramadol 0.2; per mcg of buccal fentanyl 0.13; per mcg/h of a patch 2.4.

    Args:
        opioids: each drug with its dose (mg, mcg or mcg/h) and doses a day.
    """
    return sum(CDC_2022[taken.drug] * taken.amount * taken.per_day for taken in opioids)
