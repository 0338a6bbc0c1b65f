"""What the mutations are: classes, hotspots, substitutions, allele fractions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study, number

PAIRS = {"A": "T", "C": "G", "G": "C", "T": "A"}
SPECTRUM = ("C>A", "C>G", "C>T", "T>A", "T>C", "T>G")
TRUNCATING = {"Nonsense_Mutation", "Frame_Shift_Del", "Frame_Shift_Ins", "Splice_Site"}


def class_counts(study: Study, genes: Sequence[str], subset: Subset) -> dict[str, Any]:
    """Variant classes of some genes."""
    rows = cohort.mutations(study, cohort.samples(study, subset), silent=True)
    found = cohort.tally(row["Variant_Classification"] for row in rows if row["Hugo_Symbol"] in genes)
    return {"mutations": found.total(), "classes": [list(pair) for pair in cohort.ranked(found)]}


def hotspots(study: Study, top: int, subset: Subset) -> dict[str, Any]:
    """The protein changes that recur most."""
    rows = cohort.mutations(study, cohort.samples(study, subset))
    once = {(row["Hugo_Symbol"], row["HGVSp_Short"], row["Tumor_Sample_Barcode"]) for row in rows}
    found = cohort.tally(
        (gene, change) for gene, change, _ in once if gene is not None and change is not None
    )
    return {
        "recurrent": sum(size > 1 for size in found.values()),
        "changes": [[*change, size] for change, size in cohort.ranked(found, top)],
    }


def substitution_spectrum(study: Study, subset: Subset) -> dict[str, Any]:
    """The six classes of substitution."""
    found = dict.fromkeys(SPECTRUM, 0)
    for row in cohort.mutations(study, cohort.samples(study, subset), silent=True):
        old, new = row["Reference_Allele"], row["Tumor_Seq_Allele2"]
        if row["Variant_Type"] != "SNP" or old not in PAIRS or new not in PAIRS or old == new:
            continue
        folded = f"{PAIRS[old]}>{PAIRS[new]}" if old in "AG" else f"{old}>{new}"
        found[folded] += 1
    transitions = found["C>T"] + found["T>C"]
    return {"spectrum": list(found.values()), "ratio": transitions / (sum(found.values()) - transitions)}


def allele_fraction(study: Study, gene: str, cut: float, subset: Subset) -> dict[str, Any]:
    """Allele fractions of a gene."""
    fractions = []
    for row in cohort.mutations(study, cohort.samples(study, subset)):
        alternate, reference = number(row["t_alt_count"]), number(row["t_ref_count"])
        if row["Hugo_Symbol"] == gene and alternate is not None and reference is not None:
            fractions.append(alternate / (alternate + reference))
    return {
        "mutations": len(fractions),
        "mean": statistics.mean(fractions),
        "median": statistics.quantile(fractions, 0.5),
        "high": sum(one >= cut for one in fractions) / len(fractions) * 100,
    }


def truncating_share(study: Study, least: int, top: int, subset: Subset) -> dict[str, Any]:
    """The genes with the largest share of truncating mutations."""
    rows = cohort.mutations(study, cohort.samples(study, subset))
    found = {gene: own for gene, own in cohort.groups(rows, "Hugo_Symbol").items() if len(own) >= least}
    shares = {
        gene: sum(row["Variant_Classification"] in TRUNCATING for row in own) / len(own)
        for gene, own in found.items()
    }
    first = sorted(shares, key=lambda gene: (-shares[gene], gene))[:top]
    return {"eligible": len(found), "genes": [[gene, len(found[gene]), shares[gene] * 100] for gene in first]}
