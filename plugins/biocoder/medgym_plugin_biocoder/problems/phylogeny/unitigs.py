"""Unitigs of a De Bruijn graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.phylogeny import unitigs_solution
from medgym_plugin_biocoder.problems.phylogeny.unitigs_solution import K


@dataclass(frozen=True)
class Parameters:
    """How the graph is made."""

    k: int
    """Length of its words."""
    min_count: int
    """Least count of a word that is kept."""
    both_strands: bool
    """Whether reverse complements are counted too."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    strands = (
        "Each occurrence also counts once for the reverse complement of the word; a word that is its own "
        "reverse complement is counted twice."
        if p.both_strands
        else "Reads are taken as they are; reverse complements play no part."
    )
    return [
        say(
            "reads is a list of strings of capital letters; words with any other letter than A, C, G, T "
            "are left out.",
            "The argument is a list of reads in capitals. A word that holds another letter than A, C, G or "
            "T does not count.",
        ),
        f"Count all words of {p.k} letters in all reads, also those that overlap. " + strands,
        f"The nodes of the graph are the words with a count of at least {p.min_count}. An edge leads from "
        f"a node to each node that begins with the last {p.k - 1} letters of the first (to itself too).",
        say(
            "Two nodes belong to the same path if an edge from one to the other is the only edge out of "
            "the first and the only edge into the second.",
            "A path goes on from a node to the next as long as the node has one edge out, and the next has "
            "that one edge in.",
        )
        + " Unitigs are the longest such paths; every node is in exactly one of them.",
        "A unitig is spelled as its first word followed by the last letter of each further one. A path "
        "that closes to a circle begins at its alphabetically first word and has each word once.",
        "Returned is the alphabetically sorted list of unitigs.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    times = p.min_count
    word = "ACGTTGCA"[: p.k]
    return {
        "no reads": ([],),
        "reads too short": ([word[1:], ""] * 3,),
        "one word, often enough": ([word] * times,),
        "one word, too rare": ([word] * (times - 1) + ["GGATTACAGG"] * times,),
        "unknown base": (["ACGGTNACCGTTCA"] * times,),
        "one letter": (["AAAAAAAAAA"] * times,),
        "circle": (["GATTCAGATTCAGAT"] * times,),
        "circle of two": (["GAGAGAGAGAGAGA"] * times,),
        "fork": (["CCATGGTTACA", "CCATGGTTGAA"] * times,),
        "join": (["TTGCCATGGA", "CAGCCATGGA"] * times,),
        "loop on a path": (["TTCAAAAAAAAGTC"] * times,),
        "both strands read": (["ACCTGATG", "CATCAGGT"] * times,),
        "own reverse complement": (["GGAATTCC"] * times,),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Reads of a short genome with a repeat, with errors."""
    repeat = "".join(rng.choice("ACGT") for _ in range(p.k + 1))
    genome = "".join(rng.choice("ACGT") for _ in range(rng.randint(6, 14))).join(
        [repeat] * rng.choice((1, 2, 3))
    )
    genome = (
        "".join(rng.choice("ACGT") for _ in range(5)) + genome + "".join(rng.choice("AC") for _ in range(5))
    )
    reads = []
    for _ in range(rng.randint(1, 4) * p.min_count):
        start = rng.randrange(max(1, len(genome) - p.k - 2))
        read = genome[start : start + rng.randint(p.k, 18)]
        if rng.random() < 0.3:
            place = rng.randrange(len(read))
            read = read[:place] + rng.choice("ACGTN") + read[place + 1 :]
        if rng.random() < 0.3:
            read = read[::-1].translate(str.maketrans("ACGT", "TGCA"))
        reads.append(read)
    return (reads,)


def words_are_kept(entry: Entry, args: Args, p: Parameters) -> bool:
    """No word is in two unitigs or twice in one; on both strands every word has its reverse complement."""
    found = [unitig[i : i + p.k] for unitig in entry(*args) for i in range(len(unitig) - p.k + 1)]
    turned = {word[::-1].translate(str.maketrans("ACGT", "TGCA")) for word in found}
    return len(found) == len(set(found)) and (not p.both_strands or turned == set(found))


def order_of_reads(entry: Entry, args: Args, p: Parameters) -> bool:
    """Reads may come in any order; the result is sorted."""
    (reads,) = args
    found = entry(reads)
    return bool(found == entry(reads[::-1]) == sorted(found))


def every_other(read: str) -> list[str]:
    """Words at even places of a read, without G."""
    return [
        read[i : i + K].replace("G", "C")
        for i in range(0, len(read) - K + 1, 2)
        if "N" not in read[i : i + K]
    ]


PROBLEM = Problem(
    name="unitigs",
    category="phylogeny",
    source="Compeau P, Pevzner P, Tesler G 2011; Chikhi R, Limasset A, Medvedev P. BCALM 2, 2016",
    solution=unitigs_solution,
    entry="unitigs",
    cells=[Parameters(*values) for values in product((3, 4, 5, 6), (1, 2, 3), (False, True))],
    beyond=[Parameters(7, 2, True), Parameters(8, 1, False), Parameters(2, 4, True)],
    wordings=(
        "{entry}(reads) assembles sequencing reads as far as that is unambiguous.",
        "{entry}(reads) builds the De Bruijn graph of reads and lists its unitigs.",
        "{entry}(reads) compacts the unbranched paths in a graph of words of reads.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"words are kept": words_are_kept, "order of reads": order_of_reads},
    returns=None,
    holder=Holder("ReadSet", "Reads of one sequencing run."),
    helper=Helper("kmers", every_other),
)
