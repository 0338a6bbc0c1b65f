"""Mutations, copy numbers and structural variants of an invented study."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench.synthetic.clinical import Cells, Sample
from medgym_plugin_biodsbench.synthetic.design import EXTRA_GENES, OFF_PANEL, PLACES, Design

HOTSPOTS = {
    "KRAS": ("p.G12D", "p.G12V", "p.G13D"), "PIK3CA": ("p.H1047R", "p.E545K", "p.E542K"),
    "BRAF": ("p.V600E",),
    "IDH1": ("p.R132C", "p.R132L"), "TP53": ("p.R175H", "p.R273H", "p.R248Q", "p.R213*"),
    "MYD88": ("p.L265P",),
    "EZH2": ("p.Y646N", "p.Y646F"), "CD79B": ("p.Y197H",), "APC": ("p.R1450*",), "STAT6": ("p.D419G",),
}  # fmt: skip
CLASSES = {
    "Missense_Mutation": 58, "Nonsense_Mutation": 9, "Frame_Shift_Del": 8, "Frame_Shift_Ins": 4,
    "In_Frame_Del": 2,
    "In_Frame_Ins": 1, "Splice_Site": 4, "Translation_Start_Site": 1, "Silent": 9, "Splice_Region": 2,
    "Intron": 2,
    "5'Flank": 1, "3'UTR": 1,
}  # fmt: skip
BASES = "ACGT"
ACIDS = "ACDEFGHIKLMNPQRSTVWY"
CNA_DRIVERS = {
    "ERBB2": 2,
    "MYC": 2,
    "CCND1": 2,
    "EGFR": 2,
    "MDM2": 2,
    "CDKN2A": -2,
    "PTEN": -2,
    "RB1": -2,
    "BCL2": 2,
}
SV_PAIRS = (
    ("FGFR2", "BICC1"), ("ALK", "EML4"), ("ROS1", "CD74"), ("BCL2", "IGH"), ("MYC", "IGH"), ("CDKN2A",
    "MTAP"),
    ("TMPRSS2", "ERG"), ("RET", "KIF5B"), ("BCL6", "IGH"), ("NTRK1", "TPM3"), ("FGFR3", "TACC3"),
)  # fmt: skip


def mutations(design: Design, sample: Sample, rng: Random) -> list[Cells]:
    """Rows of the MAF: drivers of the sample, some twice, and passengers."""
    genes = [gene for gene in sorted(sample.mutated) for _ in range(1 + (rng.random() < 0.1))]
    passengers = [*EXTRA_GENES, *design.genes]
    many = 3 if sample.cells["MSI_TYPE"] == "Instable" else 1
    genes += rng.choices(passengers, k=many * rng.randint(0, 2 * design.burden))
    rows = [_mutation(gene, sample, at < len(sample.mutated), rng) for at, gene in enumerate(genes)]
    rng.shuffle(rows)
    return rows


def _mutation(gene: str, sample: Sample, driver: bool, rng: Random) -> Cells:
    name = "Missense_Mutation" if driver and gene in HOTSPOTS and rng.random() < 0.6 else _draw(CLASSES, rng)
    change = _change(gene, name, rng)
    if change.endswith("*") and name == "Missense_Mutation":
        name = "Nonsense_Mutation"
    kind = {"_Del": "DEL", "_Ins": "INS"}.get(name[-4:], "SNP" if rng.random() < 0.97 else "DNP")
    reference, allele = _alleles(kind, rng)
    depth = rng.randint(90, 900)
    alternate = round(depth * rng.betavariate(3, 7))
    start = rng.randint(1_000_000, 90_000_000)
    return {
        "Hugo_Symbol": gene,
        "NCBI_Build": "GRCh37",
        "Chromosome": str(PLACES[gene]),
        "Start_Position": str(start),
        "End_Position": str(start + max(len(reference), 1) - 1),
        "Variant_Classification": name,
        "Variant_Type": kind,
        "Reference_Allele": reference,
        "Tumor_Seq_Allele1": reference,
        "Tumor_Seq_Allele2": allele,
        "Tumor_Sample_Barcode": sample.id,
        "Mutation_Status": "SOMATIC",
        "t_ref_count": str(depth - alternate),
        "t_alt_count": "" if rng.random() < 0.02 else str(alternate),
        "HGVSp_Short": change,
    }


def _draw(shares: dict[str, int], rng: Random) -> str:
    return rng.choices(tuple(shares), tuple(shares.values()))[0]


def _change(gene: str, name: str, rng: Random) -> str:
    if name in ("Intron", "5'Flank", "3'UTR", "Splice_Region"):
        return ""
    if name in ("Missense_Mutation", "Nonsense_Mutation") and gene in HOTSPOTS and rng.random() < 0.7:
        fits = [one for one in HOTSPOTS[gene] if one.endswith("*") == (name == "Nonsense_Mutation")]
        if fits:
            return rng.choice(fits)
    old, new = rng.sample(ACIDS, 2)
    place = f"p.{old}{rng.randint(2, 900)}"
    ends = {"Nonsense_Mutation": "*", "Silent": "=", "Splice_Site": "_splice", "In_Frame_Del": "del"}
    return place + ends.get(name, f"{new}fs*{rng.randint(2, 40)}" if "Frame_Shift" in name else new)


def _alleles(kind: str, rng: Random) -> tuple[str, str]:
    if kind == "DNP":
        return "".join(rng.sample(BASES, 2)), "".join(rng.sample(BASES, 2))
    if kind == "INS":
        return "-", "".join(rng.choices(BASES, k=rng.randint(1, 4)))
    if kind == "DEL":
        return "".join(rng.choices(BASES, k=rng.randint(1, 6))), "-"
    old = rng.choice("CCGGAT")
    new = rng.choice({"C": "TTTAG", "G": "AAACT", "A": "GGCT", "T": "CCAG"}[old])
    return old, new


def copy_numbers(design: Design, samples: list[Sample], rng: Random) -> dict[str, list[int | None]]:
    """Gene to the GISTIC call of each sample; some genes are on no panel, some cells are missing."""
    genes = sorted({*design.genes, *EXTRA_GENES[::2], *CNA_DRIVERS, *OFF_PANEL})
    unstable = [rng.betavariate(1.2, 3) for _ in samples]
    return {gene: [_call(gene, load, rng) for load in unstable] for gene in genes}


def _call(gene: str, load: float, rng: Random) -> int | None:
    if rng.random() < 0.01:
        return None
    if gene in CNA_DRIVERS and rng.random() < 0.11:
        return CNA_DRIVERS[gene]
    if rng.random() < load:
        return rng.choices((-2, -1, 1, 2), (3, 40, 40, 5))[0]
    return 0


def structural_variants(design: Design, samples: list[Sample], rng: Random) -> list[Cells]:
    """Rows of the SV table: known partners in either order, others within a gene or with none."""
    rows = []
    for sample in samples:
        while rng.random() < 0.34:
            one, other = rng.choice(SV_PAIRS)
            if rng.random() < 0.2:
                one, other = rng.choice(sorted(design.genes)), rng.choice(("", one))
            pair = (one, other) if rng.random() < 0.6 or not other else (other, one)
            rows.append(_variant(pair, sample, rng))
    return rows


def _variant(pair: tuple[str, str], sample: Sample, rng: Random) -> Cells:
    first, second = (str(PLACES.get(gene, 1 + sum(map(ord, gene)) % 22)) for gene in pair)
    same = first == second or rng.random() < 0.3
    kind = rng.choice(("DELETION", "INVERSION", "DUPLICATION")) if same else "TRANSLOCATION"
    return {
        "Sample_Id": sample.id,
        "SV_Status": "SOMATIC",
        "Site1_Hugo_Symbol": pair[0],
        "Site2_Hugo_Symbol": pair[1],
        "Site1_Chromosome": first,
        "Site2_Chromosome": first if same else second,
        "Site1_Position": str(rng.randint(10**6, 9 * 10**7)),
        "Site2_Position": str(rng.randint(10**6, 9 * 10**7)),
        "Site2_Effect_On_Frame": rng.choice(("In_Frame", "Frameshift", "Unknown", "NA")),
        "Class": kind,
        "NCBI_Build": "GRCh37",
        "Event_Info": f"{pair[0]}-{pair[1] or 'intergenic'}",
    }
