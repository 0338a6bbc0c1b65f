"""Spectrum of k-mers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.sequence import kmer_spectrum_solution


@dataclass(frozen=True)
class Parameters:
    """How k-mers are counted."""

    k: int
    """Bases of a k-mer."""
    canonical: bool
    """Whether a k-mer and its reverse complement are one."""
    min_count: int
    """Least count that is reported."""
    top: int
    """Most k-mers that are reported."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    strands = (
        "A k-mer and its reverse complement are the same and are counted together, under whichever of the "
        "two "
        "comes first in the alphabet; each position still counts once."
        if p.canonical
        else say(
            "A k-mer and its reverse complement are different k-mers.",
            "Only the given strand counts: nothing is reverse-complemented.",
        )
    )
    return [
        say(
            f"sequences is a list of strings; k-mers are {p.k} bases long and may overlap.",
            f"Every stretch of {p.k} bases of each string in sequences is a k-mer; stretches overlap.",
        ),
        "Lower-case bases count as upper-case ones, and k-mers are reported in upper case.",
        "A stretch with any other letter than A, C, G or T is not counted.",
        strands,
        f"The result is a list of [k-mer, count], of those that occur at least {p.min_count} times in all "
        "sequences "
        "together, the most frequent first and equally frequent ones in alphabetical order.",
        f"At most {p.top} k-mers are returned, the first of that order.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    often = "ACGTTG"[: p.k].ljust(p.k, "A")
    return {
        "no sequences": ([],),
        "empty sequence": ([""],),
        "one base too short": (["A" * (p.k - 1)],),
        "one k-mer": ([often] * p.min_count,),
        "once too seldom": ([often] * (p.min_count - 1) + ["T" * p.k] * p.min_count,),
        "ambiguous base": ([often + "N" + often, often, "n" * p.k],),
        "lower case": ([(often + "ca").lower()] * p.min_count,),
        "palindromes": (["ACGT" * (p.k + p.min_count), "GAATTC" * 3],),
        "every k-mer as often": (["".join(a + b for a in "ACGT" for b in "TGCA") * 2],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Up to four sequences over few letters, with repeats, some ambiguous and lower-case bases."""
    letters = rng.choice(("ACGT", "AC", "ACT", "ATG"))
    sequences = []
    for _ in range(rng.randint(1, 4)):
        motif = "".join(rng.choices(letters, k=rng.randint(2, 6)))
        text = motif * rng.randint(0, 4) + "".join(rng.choices(letters, k=rng.randint(0, 40)))
        bases = [rng.choice("NRacgt") if rng.random() < 0.03 else base for base in text]
        sequences.append("".join(bases))
    return (sequences,)


def ignores_order(entry: Entry, args: Args, p: Parameters) -> bool:
    """The order of sequences does not matter."""
    return bool(entry(args[0]) == entry(args[0][::-1]))


def reports_in_order(entry: Entry, args: Args, p: Parameters) -> bool:
    """Counts fall, none is below the least, and no more k-mers are reported than there are to be."""
    counts = [-count for _, count in entry(*args)]
    return (
        counts == sorted(counts) and all(count <= -p.min_count for count in counts) and len(counts) <= p.top
    )


def shifted(kmer: str) -> str:
    """The k-mer without the place where its repeat begins: its first rotation in the alphabet."""
    return min(kmer[place:] + kmer[:place] for place in range(len(kmer)))


PROBLEM = Problem(
    name="kmer-spectrum",
    category="sequence",
    source="Marçais G, Kingsford C. Jellyfish. Bioinformatics 2011",
    solution=kmer_spectrum_solution,
    entry="count_kmers",
    cells=[Parameters(*values) for values in product((2, 3, 4, 5), (True, False), (1, 2, 3), (4, 8))],
    beyond=[Parameters(6, True, 1, 12), Parameters(1, True, 2, 3), Parameters(7, False, 1, 20)],
    wordings=(
        "{entry}(sequences) counts the k-mers of sequences and returns the most frequent ones.",
        "{entry}(sequences) makes a table of the most frequent k-mers in a set of sequences.",
        "A look at the commonest k-mers shows contamination and repeats: {entry}(sequences) lists them.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"ignores order": ignores_order, "reports in order": reports_in_order},
    returns=None,
    holder=Holder("Library", "Sequences of one sequencing library."),
    helper=Helper("representative", shifted),
)
