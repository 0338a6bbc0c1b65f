"""Minimizers of sequences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.sequence import minimizers_solution
from medgym_plugin_biocoder.problems.sequence.minimizers_solution import ORDER


@dataclass(frozen=True)
class Parameters:
    """How minimizers are chosen."""

    k: int
    """Bases of a k-mer."""
    window: int
    """k-mers of a window."""
    order: str
    """The bases, least first."""
    rightmost: bool
    """Which of several least k-mers of a window is chosen."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    return [
        "sequence is a string of the letters A, C, G and T.",
        say(
            f"A window is {p.window} k-mers at consecutive positions, each of {p.k} bases.",
            f"k-mers have {p.k} bases; {p.window} of them that begin at consecutive positions are a window.",
        ),
        f"k-mers are ordered base by base from the left, with {' < '.join(p.order)}.",
        "Of each window the least k-mer is chosen; if it occurs there more than once, its "
        + ("rightmost" if p.rightmost else "leftmost")
        + " occurrence in the window.",
        "The result is a list of [position, k-mer] of all that are chosen by some window, each once, by "
        "rising 0-based "
        "position.",
        "A sequence too short for one whole window has none: the result is an empty list.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    one = p.k + p.window - 1
    return {
        "empty": ("",),
        "one base too short": ("GATTACAGATTACAGATTACA"[: one - 1],),
        "one window": (("TGCATGTCAACGTTGAC" * 2)[:one],),
        "one base more": (("CATGCCGATTAGACAT" * 2)[: one + 1],),
        "all the same": ("A" * (one + 3),),
        "repeat of two": ("AC" * one,),
        "falling": ("".join(base * one for base in reversed(p.order)),),
        "rising": ("".join(base * one for base in p.order),),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to 60 bases of two to four letters, with repeats."""
    letters = rng.sample("ACGT", rng.randint(2, 4))
    motif = "".join(rng.choices(letters, k=rng.randint(1, 7)))
    text = "".join(rng.choices(letters, k=rng.randint(0, 30)))
    return (text + motif * rng.randint(1, 4) + "".join(rng.choices(letters, k=rng.randint(0, 20))),)


def grows(entry: Entry, args: Args, p: Parameters) -> bool:
    """A longer sequence keeps all minimizers of a shorter one that begins it."""
    (sequence,) = args
    return all(found in entry(sequence) for found in entry(sequence[:-1]))


def covers(entry: Entry, args: Args, p: Parameters) -> bool:
    """Neighbouring minimizers are at most a window apart, and the first is in the first window."""
    positions = [position for position, _ in entry(*args)]
    enough = len(args[0]) >= p.k + p.window - 1
    gaps = [later - earlier for earlier, later in zip([-1, *positions], positions, strict=False)]
    return bool(positions) == enough and all(0 < gap <= p.window for gap in gaps)


def scrambled(kmer: str) -> int:
    """Place of a k-mer in an order that begins with its last base and turns round at every other base."""
    value = 0
    for place, base in enumerate(reversed(kmer)):
        index = ORDER.index(base)
        value = value * 4 + (index if place % 2 else 3 - index)
    return value


PROBLEM = Problem(
    name="minimizers",
    category="sequence",
    source="Roberts M et al. Reducing storage requirements for biological sequence comparison. 2004",
    solution=minimizers_solution,
    entry="minimizers",
    cells=[
        Parameters(*values) for values in product((2, 3, 4), (3, 5), ("ACGT", "CATG", "TGCA"), (True, False))
    ],
    beyond=[Parameters(5, 4, "GTAC", True), Parameters(1, 6, "ACGT", False), Parameters(3, 9, "TACG", True)],
    wordings=(
        "{entry}(sequence) returns the minimizers of a DNA sequence.",
        "{entry}(sequence) picks from every window of a DNA sequence its least k-mer.",
        "Read mappers index minimizers instead of all k-mers. {entry}(sequence) finds them.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"grows": grows, "covers": covers},
    returns=None,
    holder=Holder("Sketch", "A sequence that is to be indexed."),
    helper=Helper("rank", scrambled),
)
