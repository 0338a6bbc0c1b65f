"""Open reading frames under different genetic codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.sequence import reading_frames_solution
from medgym_plugin_biocoder.problems.sequence.reading_frames_solution import CODE, STARTS, STOPS

TRANSLATION = str.maketrans("ACGT", "TGCA")


@dataclass(frozen=True)
class Parameters:
    """What an open reading frame is."""

    code: int
    """Number of the genetic code, which tells start and stop codons."""
    min_codons: int
    """Least codons before the stop, the start included."""
    nested: bool
    """Whether each start codon begins one, or only the first since the stop before."""
    both_strands: bool
    """Whether the reverse complement is searched too."""

    @property
    def starts(self) -> tuple[str, ...]:
        """Codons that begin a frame."""
        return STARTS[self.code]

    @property
    def stops(self) -> tuple[str, ...]:
        """Codons that end one."""
        return STOPS[self.code]


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    starts, stops = " or ".join(p.starts), ", ".join(p.stops)
    nesting = (
        "Every start codon begins a frame of its own, so that frames may lie within each other and share a "
        "stop."
        if p.nested
        else "Only the first start codon since the stop before, or since the sequence's beginning, begins a "
        "frame; "
        "further ones up to the next stop belong to it."
    )
    return [
        "sequence is a string of the letters A, C, G and T.",
        say(
            f"An open reading frame begins with {starts} and ends with the first stop codon ({stops}) in "
            "its phase.",
            f"A frame runs from a start codon ({starts}) to the nearest stop codon in the same phase: "
            f"{stops}.",
        ),
        "Without a stop codon before the end of the sequence there is no frame.",
        nesting,
        f"A frame counts if it has at least {p.min_codons} codons, the start included and the stop not.",
        "Frames of the reverse complement count too, on strand '-'; their coordinates refer to the given "
        "sequence."
        if p.both_strands
        else "The reverse complement is not searched; all frames are on strand '+'.",
        "The result is a list of [start, end, strand]: start is the 0-based position of the frame's "
        "leftmost base, end "
        "the position after its rightmost one, the stop codon included. It is sorted by start, then end, "
        "then strand "
        "('+' before '-').",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    start, stop = p.starts[-1], p.stops[-1]
    body = "GCC" * (p.min_codons - 1)
    frame = start + body + stop
    return {
        "empty": ("",),
        "two bases": ("AT",),
        "just long enough": (frame,),
        "one codon too short": (start + body[3:] + stop,),
        "no stop": (start + body + "GCC",),
        "stop cut off": (frame[:-1],),
        "second phase": ("C" + frame + "C",),
        "third phase": ("CC" + frame + "CC",),
        "two starts": (start + start + body + stop,),
        "other strand": ("G" + frame[::-1].translate(TRANSLATION) + "GG",),
        "every stop": ("".join(p.starts[0] + body + one for one in p.stops),),
        "every start": ("".join(one + body + stop for one in p.starts),),
        "start after a stop": (frame + start + body + p.stops[0],),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """Codons, many of them starts or stops, on either strand, with bases between that shift the phase."""
    text = ""
    for _ in range(rng.randint(10, 32)):
        kind = rng.random()
        if kind < 0.25:
            text += rng.choice((*p.starts, "ATG", "GTG"))
        elif kind < 0.40:
            text += rng.choice((*p.stops, "TGA", "AGA"))
        elif kind < 0.6:
            text += rng.choice((*p.starts, *p.stops))[::-1].translate(TRANSLATION)
        else:
            text += "".join(rng.choices("ACGT", k=rng.choice((3, 3, 3, 3, 6, 3, 1))))
    return (text,)


def spells_frames(entry: Entry, args: Args, p: Parameters) -> bool:
    """Each frame begins with a start, ends with a stop and has none between."""
    for start, end, strand in entry(*args):
        text = args[0][start:end]
        text = text if strand == "+" else text[::-1].translate(TRANSLATION)
        codons = [text[place : place + 3] for place in range(0, len(text), 3)]
        if codons[0] not in p.starts or [codon in p.stops for codon in codons].index(True) != len(codons) - 1:
            return False
    return True


def turns_with_the_strand(entry: Entry, args: Args, p: Parameters) -> bool:
    """The reverse complement has the same frames on the other strand, where both are searched."""
    (sequence,) = args
    turned = entry(sequence[::-1].translate(TRANSLATION))
    length, other = len(sequence), {"+": "-", "-": "+"}
    back = sorted([length - end, length - start, other[strand]] for start, end, strand in turned)
    return not p.both_strands or bool(back == entry(sequence))


def widened(codon: str) -> bool:
    """Whether a codon ends a reading frame, of a code with more stops."""
    return codon in STOPS[CODE] or codon[:2] == "CC"


PROBLEM = Problem(
    name="reading-frames",
    category="sequence",
    source="NCBI ORFfinder; genetic codes of the NCBI taxonomy, 2019",
    solution=reading_frames_solution,
    entry="find_frames",
    cells=[Parameters(*values) for values in product((1, 2, 11), (2, 3, 4), (True, False), (True, False))],
    beyond=[Parameters(3, 1, True, True), Parameters(6, 5, False, True), Parameters(3, 6, True, False)],
    wordings=(
        "{entry}(sequence) finds the open reading frames of a DNA sequence.",
        "{entry}(sequence) lists where a DNA sequence could code for proteins.",
        "Candidate genes are open reading frames; {entry}(sequence) returns their places.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"spells frames": spells_frames, "turns with the strand": turns_with_the_strand},
    returns=None,
    holder=Holder("Contig", "One assembled sequence."),
    helper=Helper("is_stop", widened),
)
