"""Faults of population genetics: unknown calls, pairs of alleles, ties of probability, signs."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import popgen
from medgym_plugin_biocoder.repair.second import popgen as second

CALLS = ("0/0", "0/0", "0/1", "1|0", "1/1", "./.", "0/2", ".|1")


def _calls(rng: Random, size: int) -> list[str]:
    known = rng.choice((CALLS, CALLS[:5], CALLS[:3]))
    return [rng.choice(known) for _ in range(size)]


def _sites(rng: Random) -> list[list[str]]:
    size = rng.randint(1, 9)
    return [_calls(rng, size) for _ in range(rng.randint(1, 5))]


def _genotypes(rng: Random) -> Args:
    return [rng.randint(0, 12), rng.randint(0, 12), rng.randint(0, 8)]


def _two(rng: Random) -> Args:
    number, sizes = rng.randint(1, 5), (rng.randint(1, 8), rng.randint(1, 8))
    return [[_calls(rng, size) for _ in range(number)] for size in sizes]


def _pair(rng: Random) -> Args:
    size = rng.randint(1, 12)
    one = _calls(rng, size)
    return [one, [rng.choice((call, rng.choice(CALLS))) for call in one]]


def _haplotypes(rng: Random) -> Args:
    kinds = rng.choice((["00", "01", "10", "11"], ["00", "11", "01"], ["01", "10", "00"], ["00", "01"]))
    return [[rng.choice(kinds) for _ in range(rng.randint(0, 15))]]


GENOTYPES = [[0, 0, 0], [5, 0, 0], [1, 2, 1], [0, 1, 0], [3, 0, 3], [10, 2, 1], [0, 6, 0], [1, 1, 1]]

PROJECT = Project(
    package=popgen,
    category="genetics",
    title="measures populations by their genotypes: frequencies, equilibrium, linkage, differentiation",
    second=second,
    edges={
        "dosages": [[["0/0", "./1", "2|1"]], [["1"]], [[]]],
        "counts": [[["0/1", "./.", "1/1"]], [[]]],
        "minor": [[[["0/1"], ["./."], ["1/1", "0/1", "0/0"]], 0.5], [[["./."]], 0.0]],
        "diversity": [[[["0/1"]], 1], [[["./."], ["0/0", "1/1"]], 10]],
        "fixation": [[[["0/0"]], [["1/1"]]], [[["0/0"]], [["0/0"]]], [[["./."]], [["0/1"]]]],
        "chi_squared": GENOTYPES,
        "inbreeding": GENOTYPES,
        "exact_p": GENOTYPES,
        "r_squared": [
            [["0/1"], ["0/1"]],
            [["0/0", "1/1", "./."], ["1/1", "0/0", "0/1"]],
            [["0/0"] * 3, ["0/1"] * 3],
        ],
        "d_prime": [[[]], [["11", "00"]], [["10", "01"]], [["11", "11"]], [["00", "01", "10", "11"]]],
    },
    draws={
        "dosages": lambda rng: [_calls(rng, 5)],
        "counts": lambda rng: [_calls(rng, 9)],
        "minor": lambda rng: [_sites(rng), rng.choice((0.0, 0.1, 0.25, 0.5))],
        "diversity": lambda rng: [_sites(rng), rng.randint(1, 100)],
        "fixation": _two,
        "chi_squared": _genotypes,
        "inbreeding": _genotypes,
        "exact_p": _genotypes,
        "r_squared": _pair,
        "d_prime": _haplotypes,
    },
    bugs=[
        Bug(
            name="one-unknown-allele",
            file="genotypes.py",
            right='None if "." in alleles else',
            wrong='None if alleles == [".", "."] else',
            symptom="Low-coverage samples look more variable than they are. Calls of which only one "
            "allele is known, such as `./1`, should be left out like those of which none is "
            "known; they seem to be counted as if the unknown allele were an alternative one.",
            call=("counts", [["./0", "./.", "1/1"]]),
        ),
        Bug(
            name="pairs-with-itself",
            file="frequencies.py",
            right="(alleles * (alleles - 1) / 2)",
            wrong="(alleles * alleles / 2)",
            symptom="Nucleotide diversity is too small in small samples: for one heterozygous individual "
            "the two sequences differ at the site, so it should contribute 1, and it contributes "
            "0.5. With hundreds of samples the difference to other programs disappears.",
            call=("diversity", [[["0/1"]], 1]),
        ),
        Bug(
            name="as-probable",
            file="equilibrium.py",
            right="if w <= seen) / sum",
            wrong="if w < weights[one]) / sum",
            symptom="The exact test of equilibrium gives P values that are too small, even 0 where the "
            "observed numbers are the least probable ones. In perfect equilibrium it should give "
            "1 and does not. The chi-squared statistic of the same counts is right.",
            call=("exact_p", [3, 0, 3]),
        ),
        Bug(
            name="repulsion",
            file="linkage.py",
            right="min(p * (1 - q), (1 - p) * q) if d > 0 else min(p * q, (1 - p) * (1 - q))",
            wrong="min(p * (1 - q), (1 - p) * q)",
            symptom="Normalised disequilibrium leaves its range: for pairs of sites whose rare alleles "
            "avoid each other we get values below -1, or not -1 where the two never occur "
            "together. Pairs whose rare alleles travel together are fine.",
            call=("d_prime", [["10", "01", "00", "00", "00"]]),
        ),
    ],
)
"""Package, bugs and calls."""
