"""Posterior decoding of membrane segments with a hidden Markov model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose
from random import Random

from medgym_core import ListOf, Number
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.protein import membrane_posterior_solution


@dataclass(frozen=True)
class Parameters:
    """Probabilities of the model."""

    stay_loop: float
    """Of staying in the loop state."""
    stay_membrane: float
    """Of staying in the membrane state."""
    start_membrane: float
    """Of starting in the membrane state."""
    membrane_hydrophobic: float
    """Of a hydrophobic residue in the membrane state."""
    loop_hydrophobic: float
    """Of a hydrophobic residue in the loop state."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    return [
        say(
            "protein is a string of capital letters, one per residue; it may be empty or thousands long.",
            "The argument is a protein sequence in one-letter code, from none to several thousand residues.",
        ),
        say(
            "The model has two hidden states, loop and membrane, one for each residue.",
            "Each residue is in one of two hidden states, loop or membrane.",
        )
        + f" The first residue is in the membrane with probability {p.start_membrane}. From one residue to "
        f"the next, loop is followed by loop with probability {p.stay_loop}, membrane by membrane with "
        f"probability {p.stay_membrane}, and otherwise the state changes.",
        "A state emits only the class of the residue. A, C, F, I, L, M, V and W are hydrophobic: emitted "
        f"with probability {p.membrane_hydrophobic} in the membrane and {p.loop_hydrophobic} in the loop. "
        "All other letters are polar, with the complementary probabilities, except X, an unknown residue, "
        "which says nothing about its state.",
        say(
            "Returned is, for every residue, the probability that its state is membrane, given the whole "
            "sequence (forward-backward, not the best path).",
            "The result is a list with the posterior probability of the membrane state at each residue, "
            "given all residues before and after it.",
        )
        + " It must not underflow on long sequences. An empty sequence gives an empty list.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "empty": ("",),
        "one hydrophobic residue": ("L",),
        "one polar residue": ("K",),
        "one unknown residue": ("X",),
        "unknown ends": ("XXLLLKKXX",),
        "each letter": ("ACDEFGHIKLMNPQRSTVWYX",),
        "membrane at the start": ("LLLLLLLLLLKKKKKK",),
        "membrane at the end": ("KKKKKKVVVVVVVVVV",),
        "long enough to underflow": ("KL" * 400 + "LIVF" * 8 + "KL" * 120,),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Three to 40 residues in stretches."""
    protein = ""
    for _ in range(rng.randint(1, 4)):
        letters = rng.choice(("LIVFAMWC", "KRDENQSTGPHY", "LAGSX"))
        protein += "".join(rng.choice(letters) for _ in range(rng.randint(3, 10)))
    return (protein,)


def only_classes_count(entry: Entry, args: Args, p: Parameters) -> bool:
    """Other residues of the same class give the same, and probabilities lie between 0 and 1."""
    (protein,) = args
    result = entry(protein)
    same = entry(protein.translate(str.maketrans("LIVKRD", "VLIDKR")))
    return all(
        0 <= one <= 1 and isclose(one, other, rel_tol=1e-9) for one, other in zip(result, same, strict=True)
    )


def unknown_residues_at_the_end(entry: Entry, args: Args, p: Parameters) -> bool:
    """Unknown residues that follow change nothing before them."""
    (protein,) = args
    longer = entry(protein + "XX")
    pairs = zip(entry(protein), longer[:-2], strict=True)
    return len(longer) == len(protein) + 2 and all(isclose(one, other, rel_tol=1e-9) for one, other in pairs)


def other_emission(residue: str) -> tuple[float, float]:
    """Emission of another alphabet."""
    return (0.25, 0.5) if residue in "GLKAD" else (0.75, 0.625)


PROBLEM = Problem(
    name="membrane-posterior",
    category="protein",
    source="Rabiner LR 1989; Krogh A et al. Predicting transmembrane protein topology, J Mol Biol 2001",
    solution=membrane_posterior_solution,
    entry="membrane_posterior",
    cells=[
        Parameters(*values)
        for values in product((0.9, 0.97), (0.8, 0.94), (0.125, 0.5), (0.75, 0.85), (0.25, 0.375))
    ],
    beyond=[
        Parameters(0.99, 0.97, 0.01, 0.9, 0.3),
        Parameters(0.6, 0.7, 0.75, 0.65, 0.45),
        Parameters(0.85, 0.99, 0.25, 0.7, 0.125),
    ],
    wordings=(
        "{entry}(protein) finds where a protein crosses the membrane, with a hidden Markov model.",
        "{entry}(protein) computes the posterior probability of the membrane state along a protein.",
        "{entry}(protein) decodes a model of loops and membrane segments on a protein sequence.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={
        "only classes count": only_classes_count,
        "unknown residues at the end": unknown_residues_at_the_end,
    },
    returns=ListOf(items=Number(rel_tol=1e-6, abs_tol=1e-9)),
    holder=Holder("Protein", "One protein sequence."),
    helper=Helper("emission", other_emission),
)
