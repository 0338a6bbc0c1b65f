"""Every project, by the split whose tasks are about it."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_plugin_biocoder.repair.contract import Project
from medgym_plugin_biocoder.repair.projects import (
    aligner,
    annotation,
    bedtool,
    cloning,
    coding,
    distancetrees,
    hiddenstates,
    kmers,
    pileup,
    popgen,
    trimming,
    variants,
)

PROJECTS: Mapping[str, tuple[Project, ...]] = {
    "repair-train": (
        annotation.PROJECT,
        kmers.PROJECT,
        trimming.PROJECT,
        coding.PROJECT,
        popgen.PROJECT,
        variants.PROJECT,
    ),
    "repair-test": (bedtool.PROJECT, cloning.PROJECT, pileup.PROJECT),
    "repair-ood": (hiddenstates.PROJECT, distancetrees.PROJECT, aligner.PROJECT),
}
"""No two splits share a package."""
NOVEL: Mapping[str, str] = {
    "hiddenstates": "recursions over tables of probabilities, forwards and backwards, and a path traced back",
    "distancetrees": "trees: joining by a matrix of distances, walks from node to node",
    "aligner": "dynamic programming over two sequences, with a traceback",
}
"""Packages of the last split, and what they require and no other package does."""
