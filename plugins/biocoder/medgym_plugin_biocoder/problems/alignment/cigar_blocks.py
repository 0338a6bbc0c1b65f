"""Aligned blocks of reads from CIGAR strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.alignment import cigar_blocks_solution
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say


@dataclass(frozen=True)
class Parameters:
    """How blocks are made and written."""

    one_based: bool
    """Whether coordinates count from 1 and ends are included."""
    max_deletion: int
    """Most deleted bases within a block's seam."""
    max_insertion: int
    """Most inserted bases within a block's seam."""
    hard_clips_count: bool
    """Whether hard-clipped bases count in positions on the read."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    return [
        say(
            "position is the 1-based leftmost reference position of the alignment, cigar its CIGAR string.",
            "The arguments are those of a SAM line: the 1-based POS and the CIGAR string.",
        ),
        "M, = and X are aligned bases. D and N skip the reference, I and S the read; P skips nothing.",
        "Positions on the read count all bases of the read that the CIGAR string mentions, soft-clipped "
        "ones included; "
        + (
            "hard-clipped bases (H) count too."
            if p.hard_clips_count
            else "hard-clipped bases (H) do not count."
        ),
        "Neighbouring aligned runs form one block unless an N stands between them, or more than "
        f"{p.max_deletion} deleted bases (D) or more than {p.max_insertion} inserted bases (I), each summed "
        "over all "
        "operations between the two runs. Runs with nothing or only P between them are one block.",
        "A block begins and ends with an aligned base. It is written [reference start, reference end, read "
        "start, read "
        "end], "
        + (
            "all 1-based, with ends that are the last base's position."
            if p.one_based
            else "all 0-based, with ends that are the position after the last base."
        ),
        "The result is the list of blocks from left to right; without any aligned base it is empty.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    deletion, insertion = p.max_deletion, p.max_insertion
    return {
        "one run": (1, "10M"),
        "clips": (100, "3H4S20M5S2H"),
        "deletion at the limit": (7, f"5M{deletion + 1}D5M"),
        "deletion within": (7, f"5M{max(1, deletion)}D5M"),
        "insertion at the limit": (7, f"5M{insertion + 1}I5M"),
        "insertion within": (7, f"5M{max(1, insertion)}I5M"),
        "deletions add up": (50, f"4M{max(1, deletion)}D1P1D6M"),
        "intron": (12, "6M1N6M"),
        "match and mismatch": (3, "4=1X3="),
        "padding": (3, "4M2P4M"),
        "no aligned base": (9, "12S"),
        "deletion at the end": (9, "3M2D4S"),
        "both within": (30, f"2M{max(1, insertion)}I{max(1, deletion)}D2M2N3M"),
    }


BETWEEN = ("D", "I", "D", "I", "D", "I", "N", "P", "X", "DI", "ID", "DPD", "IPI")
"""Operations between two runs."""


def draw(rng: Random, p: Parameters) -> Args:
    """Runs with gaps around the limits between them, and clips."""
    parts = [f"{rng.randint(1, 4)}H"] if rng.random() < 0.4 else []
    parts += [f"{rng.randint(1, 6)}S"] if rng.random() < 0.4 else []
    for number in range(rng.randint(1, 6)):
        if number:
            between = rng.choices(
                ("D", "I", "N", "P", "X", "DI", "ID", "DPD", "IPI"), (6, 6, 1, 1, 2, 2, 1, 1, 1)
            )[0]
            for letter in between:
                limit = p.max_deletion if letter == "D" else p.max_insertion
                parts.append(f"{max(1, limit + rng.randint(-2, 1))}{letter}")
        parts.append(f"{rng.randint(1, 12)}{rng.choice('MMM=')}")
    parts += [f"{rng.randint(1, 6)}S"] if rng.random() < 0.4 else []
    parts += [f"{rng.randint(1, 4)}H"] if rng.random() < 0.3 else []
    return (rng.randint(1, 500), "".join(parts))


def moves_with_the_position(entry: Entry, args: Args, p: Parameters) -> bool:
    """A shift of the position shifts reference coordinates alone."""
    position, cigar = args
    moved = [[start - 7, end - 7, *read] for start, end, *read in entry(position + 7, cigar)]
    return bool(moved == entry(position, cigar))


def rises(entry: Entry, args: Args, p: Parameters) -> bool:
    """Blocks come from left to right without overlap, on the reference and on the read."""
    blocks = entry(*args)
    ends = [(0, 0), *((block[1], block[3]) for block in blocks)]
    return bool(blocks) == any(letter in args[1] for letter in "M=X") and all(
        block[0] >= end[0] and block[2] >= end[1] for block, end in zip(blocks, ends, strict=False)
    )


def backwards(cigar: str) -> list[tuple[int, str]]:
    """Counts and letters of a CIGAR string that is read from its end."""
    pieces = []
    number = ""
    for character in cigar:
        if character.isdigit():
            number += character
        else:
            pieces.append((int(number), character))
            number = ""
    return pieces[::-1]


PROBLEM = Problem(
    name="cigar-blocks",
    category="alignment",
    source="SAM format specification 1.6, section 1.4, 2023",
    solution=cigar_blocks_solution,
    entry="aligned_blocks",
    cells=[Parameters(*values) for values in product((True, False), (0, 2, 5), (0, 1, 3), (True, False))],
    beyond=[Parameters(True, 8, 6, True), Parameters(False, 1, 7, True), Parameters(True, 10, 2, False)],
    wordings=(
        "{entry}(position, cigar) returns the blocks in which a read is aligned to the reference.",
        "{entry}(position, cigar) tells from a CIGAR string which stretches of read and reference are "
        "aligned.",
        "{entry}(position, cigar) cuts the alignment of a read into blocks, as for display or junction "
        "counting.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"moves with the position": moves_with_the_position, "rises": rises},
    returns=None,
    holder=Holder("Alignment", "Where and how a read is aligned.", holds=2),
    helper=Helper("operations", backwards),
)
