"""Faults of coding sequences: frames of the other strand, partial codons, codes, numbering."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import coding
from medgym_plugin_biocoder.repair.second import coding as second

STOPS = ("TAA", "TAG", "TGA", "AGA")


def _dna(rng: Random, length: int) -> str:
    return "".join(rng.choice("ACGTACGTACGTN") for _ in range(length))


def _gene(rng: Random) -> str:
    codons = ["".join(rng.choice("ACGT") for _ in range(3)) for _ in range(rng.randint(2, 9))]
    return "ATG" + "".join(codons) + rng.choice(STOPS)


def _text(rng: Random) -> str:
    gene = _gene(rng)
    if rng.random() < 0.5:
        gene = gene.translate(str.maketrans("ACGT", "TGCA"))[::-1]
    return _dna(rng, rng.randint(0, 8)) + gene + _dna(rng, rng.randint(0, 8)) + _gene(rng)


def _effect(rng: Random) -> Args:
    cds = _gene(rng)
    position = rng.randint(1, len(cds))
    if rng.random() < 0.3:
        position = rng.choice((1, 2, 3, len(cds) - 1))
    ref = cds[position - 1 : position - 1 + rng.choice((1, 2, 2, 3, 4))]
    alt = "".join(rng.choice("ACGT") for _ in range(len(ref) if rng.random() < 0.8 else rng.randint(1, 6)))
    return [cds, position, ref, alt]


def _change(rng: Random) -> Args:
    cds = _gene(rng) + _dna(rng, rng.randint(0, 2))
    return [cds, rng.randint(1, len(cds)), rng.choice("ACGT")]


PROJECT = Project(
    package=coding,
    category="sequence",
    title="translates coding sequences, finds open reading frames, measures codon usage, classifies changes",
    second=second,
    edges={
        "translate": [[""], ["AT"], ["AUGUAA"], ["ATGTAAGG", 1, True], ["ATGAGATGA", 2], ["ATNAAA"]],
        "orfs": [["", 1], ["ATGAAATAA", 1], ["TTATTTCAT", 1], ["ATGATGTAA", 1], ["ATGAAA", 0], ["ATGTAA", 1]],
        "longest": [["ATGAAATAACATGCCCTAG"], ["CCC"], ["TTATTTCATATGAAATAA"]],
        "rscu": [["TTTTTCTTT"], [""], ["ATGTGG"], ["AGAAGA", 2]],
        "gc3": [[""], ["TTCTAG"], ["TTCTTT"], ["TTNTTG"]],
        "effect": [
            ["ATGAAA", 2, "T", "C"],
            ["ATGAAA", 4, "A", "T"],
            ["ATGAAA", 6, "A", "G"],
            ["ATGAAA", 1, "C", "A"],
        ],
        "protein_change": [["ATGAAA", 6, "G"], ["ATGAAA", 4, "C"], ["ATGAA", 4, "C"], ["ATG", 0, "A"]],
    },
    draws={
        "translate": lambda rng: [_text(rng), rng.choice((1, 2)), rng.random() < 0.5],
        "orfs": lambda rng: [_text(rng), rng.choice((1, 1, 3)), rng.choice((1, 2))],
        "longest": lambda rng: [_text(rng)],
        "rscu": lambda rng: [_text(rng), rng.choice((1, 2))],
        "gc3": lambda rng: [_text(rng)],
        "effect": _effect,
        "protein_change": _change,
    },
    bugs=[
        Bug(
            name="other-strand",
            file="orfs.py",
            right="[length - end, length - start]",
            wrong="[length - end - 1, length - start - 1]",
            symptom="Coordinates of reading frames on the minus strand are shifted by one base; cutting "
            "them out and turning them round gives no ATG at the start. Their proteins are right, "
            "and so is everything on the plus strand.",
            call=("orfs", ["TTATTTCAT", 1]),
        ),
        Bug(
            name="other-code",
            file="orfs.py",
            right='amino_acid(codon, code) == "*"',
            wrong='amino_acid(codon) == "*"',
            symptom="With the mitochondrial code, genes are broken off at TGA, and run on through AGA and "
            "AGG until something else stops them. Translating the same sequences directly with "
            "that code is fine, and with the standard code all frames are as expected.",
            call=("orfs", ["ATGTGACCCAGA", 1, 2]),
        ),
        Bug(
            name="family-size",
            file="usage.py",
            right="counts.get(codon, 0) * len(family) / total",
            wrong="counts.get(codon, 0) * len([one for one in family if one in counts]) / total",
            symptom="Relative codon usage is too small in short genes. A gene that writes leucine with "
            "only one codon should give that codon a value of six, and gives one. In long genes "
            "in which all codons occur, values agree with published ones.",
            call=("rscu", ["CTGCTGCTG"]),
        ),
        Bug(
            name="last-codon",
            file="effects.py",
            right="last = (start + len(ref) - 1) // 3 * 3 + 3",
            wrong="last = first + 3",
            symptom="Changes of several neighbouring bases are sometimes called synonymous although the "
            "protein is another one. It happens when such a change reaches over the end of a "
            "codon. Changes of a single base are classified correctly.",
            call=("effect", ["ATGAAATGG", 6, "AT", "GG"]),
        ),
    ],
)
"""Package, bugs and calls."""
