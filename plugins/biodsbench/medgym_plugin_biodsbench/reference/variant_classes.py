"""What the mutations are: classes, hotspots, substitutions, allele fractions."""

from __future__ import annotations

from medgym_plugin_biodsbench.reference.tables import (
    Answer,
    Subset,
    Tables,
    mutations,
    numbers,
    ranked,
    samples,
)


def class_counts(tables: Tables, genes: list[str], subset: Subset) -> Answer:
    """Variant classes of some genes."""
    found = mutations(tables, samples(tables, subset), silent=True)
    classes = found.loc[found["Hugo_Symbol"].isin(genes), "Variant_Classification"]
    rows = ranked(classes.value_counts(), None).values.tolist()
    return {"mutations": sum(count for _, count in rows), "classes": rows}


def hotspots(tables: Tables, top: int, subset: Subset) -> Answer:
    """The protein changes that recur most."""
    found = mutations(tables, samples(tables, subset)).dropna(subset=["Hugo_Symbol", "HGVSp_Short"])
    found = (
        found.groupby(["Hugo_Symbol", "HGVSp_Short"])["Tumor_Sample_Barcode"]
        .nunique()
        .reset_index(name="samples")
    )
    found = found.sort_values(["samples", "Hugo_Symbol", "HGVSp_Short"], ascending=[False, True, True])
    return {"recurrent": int((found["samples"] > 1).sum()), "changes": found.head(top).values.tolist()}


def substitution_spectrum(tables: Tables, subset: Subset) -> Answer:
    """The six classes of substitution."""
    found = mutations(tables, samples(tables, subset), silent=True)
    found = found[found["Variant_Type"] == "SNP"]
    change = found["Reference_Allele"] + ">" + found["Tumor_Seq_Allele2"]
    purine = change.str[0].isin(["G", "A"])
    change = change.mask(purine, change.str.translate(str.maketrans("ACGT", "TGCA")))
    sizes = change.value_counts().reindex(["C>A", "C>G", "C>T", "T>A", "T>C", "T>G"], fill_value=0)
    transitions = sizes["C>T"] + sizes["T>C"]
    return {"spectrum": sizes.tolist(), "ratio": transitions / (sizes.sum() - transitions)}


def allele_fraction(tables: Tables, gene: str, cut: float, subset: Subset) -> Answer:
    """Allele fractions of a gene."""
    found = mutations(tables, samples(tables, subset))
    found = found[found["Hugo_Symbol"] == gene]
    alternate, reference = numbers(found["t_alt_count"]), numbers(found["t_ref_count"])
    fraction = (alternate / (alternate + reference)).dropna()
    return {
        "mutations": len(fraction),
        "mean": fraction.mean(),
        "median": fraction.median(),
        "high": 100 * (fraction >= cut).mean(),
    }


def truncating_share(tables: Tables, least: int, top: int, subset: Subset) -> Answer:
    """The genes with the largest share of truncating mutations."""
    found = mutations(tables, samples(tables, subset)).dropna(subset="Hugo_Symbol")
    cut = ["Nonsense_Mutation", "Frame_Shift_Del", "Frame_Shift_Ins", "Splice_Site"]
    found = found.assign(truncating=found["Variant_Classification"].isin(cut))
    found = found.groupby("Hugo_Symbol")["truncating"].agg(["size", "mean"]).reset_index()
    found = found[found["size"] >= least].sort_values(["mean", "Hugo_Symbol"], ascending=[False, True])
    rows = found.head(top).values.tolist()
    return {"eligible": len(found), "genes": [[gene, size, 100 * share] for gene, size, share in rows]}
