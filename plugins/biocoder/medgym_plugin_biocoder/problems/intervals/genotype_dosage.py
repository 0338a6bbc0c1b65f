"""Dosages from VCF genotypes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.intervals import genotype_dosage_solution


@dataclass(frozen=True)
class Parameters:
    """Which genotypes count, and how."""

    min_depth: int
    """Least DP."""
    min_quality: int
    """Least GQ."""
    mean_for_missing: bool
    """Whether the mean stands for missing dosages."""
    partial_counts: bool
    """Whether a genotype with one missing allele counts."""
    any_alternative: bool
    """Whether every alternative allele counts, or the first."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    partial = (
        "A genotype with one missing allele of two has the dosage of the other allele alone."
        if p.partial_counts
        else "A genotype with one missing allele of two is missing."
    )
    missing = (
        "In place of a missing dosage stands the mean of all dosages that are not missing, or None if all "
        "are."
        if p.mean_for_missing
        else "In place of a missing dosage stands None."
    )
    return [
        say(
            "layout is the FORMAT column of a VCF line, such as GT:DP:GQ, samples the list of its sample "
            "columns.",
            "The arguments are the FORMAT column of a VCF line (keys joined by colons) and its sample "
            "columns.",
        ),
        "Keys come in any order and there may be others; GT is always there. A sample's values stand in the "
        "order of the "
        "keys, and values at the end may be left off.",
        "Alleles of GT are joined by / or |; a dot is a missing allele. GT with a single allele is haploid: "
        "that allele "
        "counts twice.",
        f"A genotype is missing if DP is below {p.min_depth} or GQ is below {p.min_quality}; absent values "
        "and dots count "
        "as 0.",
        "A genotype without any known allele is missing. " + partial,
        "Dosage is the number of alleles "
        + ("other than 0." if p.any_alternative else "that are 1; 2, 3 and so on count as 0 does."),
        missing,
        "The result is a list with the dosage of each sample.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    depth, quality = p.min_depth, p.min_quality
    good = f"{depth}:{quality}"
    return {
        "no samples": ("GT:DP:GQ", []),
        "all genotypes": ("GT:DP:GQ", [f"{gt}:{good}" for gt in ("0/0", "0/1", "1|0", "1/1", "1|2", "2/2")]),
        "depth too low": ("GT:DP:GQ", [f"0/1:{depth - 1}:{quality}", f"1/1:{good}"]),
        "quality too low": ("GT:DP:GQ", [f"0/1:{depth}:{quality - 1}", f"1/1:{good}"]),
        "missing": ("GT:DP:GQ", [f"./.:{good}", f".:{good}", f"0|1:{good}"]),
        "partial": ("GT:DP:GQ", [f"./1:{good}", f"0|.:{good}", f"2/.:{good}", f"1/1:{good}"]),
        "haploid": ("GT:DP:GQ", [f"0:{good}", f"1:{good}", f"3:{good}"]),
        "other order": ("GQ:AD:GT:DP", [f"{quality}:3,4:0/1:{depth}", f"{quality}:3,4:1/1"]),
        "left off": ("GT:DP:GQ", ["0/1", f"1/1:{depth}", f"0/1:{good}"]),
        "dots": ("GT:DP:GQ", [f"0/1:.:{quality}", f"1/1:{depth}:.", f"1/2:{good}"]),
        "all missing": ("GT:GQ:DP", ["./.:9:9", "./."]),
    }


LAYOUTS = ("GT:DP:GQ", "GT:AD:DP:GQ", "GT:GQ:DP", "DP:GT:GQ:PL")
GENOTYPES = "0/0 0/1 0|1 1/1 1|1 1/2 2/2 0/3 ./. ./1 0/. .|2 1 0 ."


def draw(rng: Random, p: Parameters) -> Args:
    """Up to ten samples; values around the limits."""
    keys = rng.choice(LAYOUTS).split(":")
    samples = []
    for _ in range(rng.randint(2, 10)):
        values = {
            "GT": rng.choice(GENOTYPES.split()),
            "DP": rng.choice((p.min_depth, p.min_depth - 1, p.min_depth + 1, p.min_depth + 9, ".")),
            "GQ": rng.choice((p.min_quality, p.min_quality - 1, p.min_quality + 1, 99, 99, ".")),
            "AD": "4,7",
            "PL": "0,30,90",
        }
        texts = [str(values[key]) for key in keys]
        whole = rng.random() < 0.9 or keys[0] != "GT"
        samples.append(":".join(texts if whole else texts[: rng.randint(1, 3)]))
    return (":".join(keys), samples)


def follows_the_samples(entry: Entry, args: Args, p: Parameters) -> bool:
    """Samples in reverse order have their dosages in reverse order."""
    layout, samples = args
    found = entry(layout, samples[::-1])[::-1]
    return len(found) == len(samples) and all(
        one == other or abs(one - other) < 1e-9 for one, other in zip(found, entry(*args), strict=True)
    )


def ignores_phase(entry: Entry, args: Args, p: Parameters) -> bool:
    """Phase does not matter, and dosages are at most 2."""
    layout, samples = args
    found = entry(layout, [sample.replace("|", "/") for sample in samples])
    return bool(found == entry(*args)) and all(dosage is None or 0 <= dosage <= 2 for dosage in found)


def last_twice(genotype: str) -> list[str]:
    """The last allele of a genotype, twice."""
    return [genotype[-1], genotype[-1]]


PROBLEM = Problem(
    name="genotype-dosage",
    category="intervals",
    source="VCF specification 4.3, section 1.6.2, 2023",
    solution=genotype_dosage_solution,
    entry="dosages",
    cells=[
        Parameters(*values)
        for values in product((5, 10), (20, 30), (True, False), (True, False), (True, False))
    ],
    beyond=[
        Parameters(1, 13, True, True, False),
        Parameters(20, 50, False, True, True),
        Parameters(15, 1, True, False, False),
    ],
    wordings=(
        "{entry}(layout, samples) reads the allele dosages of one VCF line.",
        "{entry}(layout, samples) turns the genotypes of a VCF line into dosages for an association test.",
        "{entry}(layout, samples) counts, for each sample of a VCF line, its alternative alleles.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"follows the samples": follows_the_samples, "ignores phase": ignores_phase},
    returns=ListOf(items=Number(nullable=True, rel_tol=1e-6, abs_tol=1e-9)),
    holder=Holder("Line", "FORMAT and sample columns of a VCF line.", holds=2),
    helper=Helper("alleles", last_twice),
)
