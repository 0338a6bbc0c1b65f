"""Faults of variants: shifting along repeats, shared bases, several alternatives, overlaps."""

from __future__ import annotations

from random import Random

from medgym_plugin_biocoder.repair.contract import Args, Bug, Project
from medgym_plugin_biocoder.repair.packages import variants
from medgym_plugin_biocoder.repair.second import variants as second

HEAD = "##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n"
LINES = (
    HEAD
    + "c1\t5\t.\ta\tG,t,*\t.\tPASS\tDP=30;DB\nc1\t9\t.\tAC\tAT,.\t.\t.\tAC=1\nc1\t12\t.\tC\t.\t.\tq10\tDP=8\n"
)


def _dna(rng: Random, length: int, letters: str = "ACGT") -> str:
    return "".join(rng.choice(letters) for _ in range(length))


def _vcf(rng: Random) -> str:
    lines = [HEAD.rstrip("\n")]
    for number in range(rng.randint(1, 7)):
        ref = rng.choice(("A", "C", "g", "AC", "ACT"))
        alts = [rng.choice(("T", "g", "A", "AT", "*", "CC")) for _ in range(rng.choice((1, 1, 2, 3)))]
        told = rng.choice((f"DP={rng.randint(0, 40)}", f"AF=0.5;DP={rng.randint(0, 40)};DB", "MDP=50", "."))
        state = rng.choice(("PASS", ".", "q10", "PASS"))
        lines.append(
            f"c1\t{10 * number + 3}\t.\t{ref}\t{rng.choice((','.join(alts), '.'))}\t9\t{state}\t{told}"
        )
    return "\n".join(lines)


def _alleles(rng: Random) -> list[str]:
    left, right = _dna(rng, rng.randint(0, 3), "AC"), _dna(rng, rng.randint(0, 3), "AC")
    return [
        left + _dna(rng, rng.randint(1, 3), "ACG") + right,
        left + _dna(rng, rng.randint(1, 3), "ACG") + right,
    ]


def _variant(rng: Random, sequence: str) -> list[object]:
    start = rng.randrange(len(sequence))
    ref = sequence[start : start + rng.randint(1, 3)]
    ways = (
        ref + rng.choice((ref, _dna(rng, 2, "AC"))),
        ref[0],
        _dna(rng, len(ref)),
        _dna(rng, rng.randint(1, 3)),
    )
    return [start + 1, ref, rng.choice(ways)]


def _repeats(rng: Random) -> str:
    return "".join(rng.choice(("CACACA", "AAAA", "GT", "CAG", "T")) for _ in range(rng.randint(2, 5)))


def _aligned(rng: Random) -> Args:
    sequence = _repeats(rng)
    return [sequence, *_variant(rng, sequence)]


def _several(rng: Random) -> Args:
    sequence = _repeats(rng)
    return [sequence, [_variant(rng, sequence) for _ in range(rng.randint(0, 5))]]


PROJECT = Project(
    package=variants,
    category="intervals",
    title="reads variants, brings them into normal form, classifies and applies them",
    second=second,
    edges={
        "parse_vcf": [[HEAD], [LINES], ["c1\t5\t.\tA"]],
        "split": [[HEAD], [LINES]],
        "depth_filter": [[LINES, 10], [LINES, 0], [LINES, 30]],
        "trimmed": [
            [5, "CAC", "CAC"],
            [5, "CACA", "CA"],
            [5, "AAC", "AGC"],
            [5, "A", "AA"],
            [5, "GCA", "GA"],
        ],
        "left_align": [
            ["CACACA", 4, "ACA", "A"],
            ["AAAA", 4, "A", "AA"],
            ["GAAA", 2, "A", "T"],
            ["GA", 1, "A", "C"],
        ],
        "normalized": [["GCACACA", [[5, "ACA", "A"], [3, "ACA", "A"]]], ["ACG", []]],
        "classify": [
            ["A", "A"],
            ["A", "G"],
            ["AC", "GT"],
            ["A", "AT"],
            ["CAC", "C"],
            ["AC", "GTT"],
            ["ACA", "AGA"],
        ],
        "ti_tv": [[HEAD], [LINES]],
        "apply": [
            ["ACGT", [[2, "CG", "T"], [3, "G", "A"], [1, "A", "AA"]]],
            ["AC", []],
            ["AC", [[3, "A", "C"]]],
        ],
    },
    draws={
        "parse_vcf": lambda rng: [_vcf(rng)],
        "split": lambda rng: [_vcf(rng)],
        "depth_filter": lambda rng: [_vcf(rng), rng.randint(0, 30)],
        "trimmed": lambda rng: [rng.randint(1, 50), *_alleles(rng)],
        "left_align": _aligned,
        "normalized": _several,
        "classify": _alleles,
        "ti_tv": lambda rng: [_vcf(rng)],
        "apply": _several,
    },
    bugs=[
        Bug(
            name="first-position",
            file="normal.py",
            right="elif position > 1:",
            wrong="elif position > 2:",
            symptom="The same deletion is reported twice when it lies in a repeat with which the contig "
            "begins: one caller's record is moved to the first base of the contig, another's "
            "stops one short of it. Repeats in the middle of contigs give one record, as they "
            "should.",
            call=("left_align", ["AAAA", 4, "A", "AA"]),
        ),
        Bug(
            name="left-first",
            file="normal.py",
            right="""    while len(ref) > 1 and len(alt) > 1 and ref[-1] == alt[-1]:
        ref, alt = ref[:-1], alt[:-1]
    while len(ref) > 1 and len(alt) > 1 and ref[0] == alt[0]:
        position, ref, alt = position + 1, ref[1:], alt[1:]
""",
            wrong="""    while len(ref) > 1 and len(alt) > 1 and ref[0] == alt[0]:
        position, ref, alt = position + 1, ref[1:], alt[1:]
    while len(ref) > 1 and len(alt) > 1 and ref[-1] == alt[-1]:
        ref, alt = ref[:-1], alt[:-1]
""",
            symptom="Shortened records of deletions in repeats carry a position that is too far right: a "
            "change of CACA to CA at 5 should become CAC to C at 5. Where alleles share bases at "
            "one end only, the shortened record is right.",
            call=("trimmed", [5, "CACA", "CA"]),
        ),
        Bug(
            name="first-alternative",
            file="summary.py",
            right="    for _, _, ref, alt in split(text):",
            wrong="    for _, _, ref, alt in {(one[0], one[1]): one for one in split(text)[::-1]}.values():",
            symptom="The numbers of transitions and transversions are too low for files with sites of "
            "several alternatives; it looks as if only one alternative of each site were counted. "
            "Files in which such sites were split into lines of different positions are counted "
            "completely.",
            call=("ti_tv", [LINES]),
        ),
        Bug(
            name="shifted",
            file="consensus.py",
            right="        if start < reached:",
            wrong="        if start <= reached and reached:",
            symptom="Some variants are missing from the consensus sequence: of two variants that follow "
            "each other immediately, without a base between them, only the first is there. "
            "Overlapping variants are left out on purpose; these do not overlap.",
            call=("apply", ["ACGT", [[2, "C", "T"], [3, "G", "A"]]]),
        ),
    ],
)
"""Package, bugs and calls."""
