"""Normal forms of variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Holder, Problem, Say
from medgym_plugin_biocoder.problems.intervals import variant_normalization_solution


@dataclass(frozen=True)
class Parameters:
    """The normal form."""

    to_the_right: bool
    """Whether insertions and deletions move right, as in HGVS, rather than left, as in VCF."""
    anchored: bool
    """Whether insertions and deletions keep a base beside them."""
    one_based: bool
    """Whether positions count from 1."""
    max_shift: int
    """Most bases by which a variant moves."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    side, beside = ("right", "right after") if p.to_the_right else ("left", "left before")
    edge = "end" if p.to_the_right else "start"
    anchor = (
        "Both alleles of an insertion or deletion then get the reference base before it in front, and the "
        "position is "
        "that base's; at the very start of the reference, where there is none, both get the reference base "
        "behind them "
        "at their end instead, and the position stays. That base always exists."
        if p.anchored
        else "Insertions and deletions keep one empty allele; the position of an insertion is that of the "
        "reference base "
        "in front of which the new bases stand, or the position after the last one."
    )
    return [
        say(
            "reference is a string over A, C, G, T; variants is a list of [position, reference allele, "
            "alternative "
            "allele], whose reference alleles agree with the reference.",
            "Each variant is a list [position, reference allele, alternative allele]; the reference allele "
            "is what the "
            "string reference has at that position. Letters are A, C, G, T.",
        ),
        f"Positions are {'1' if p.one_based else '0'}-based, in arguments and result.",
        "First, letters that both alleles share at their right ends are removed, as long as neither is "
        "empty; then those "
        "that they share at their left ends, which moves the position.",
        "A variant with equal alleles is left out of the result.",
        f"If one allele is now empty, the variant moves {side}, one base at a time, while it describes the "
        "same change "
        f"there: the reference base {beside} the allele in question is the base that leaves at its other "
        "end. It "
        f"moves at most {p.max_shift} times and not beyond the reference's {edge}.",
        anchor,
        "The result is the list of variants in this form, in the order in which they came.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    one = int(p.one_based)
    run = "GC" + "A" * (p.max_shift % 50 + 3) + "TG"
    middle = len(run) // 2
    return {
        "no variants": ("ACGT", []),
        "substitution": ("ACGTACGT", [[2 + one, "G", "T"]]),
        "equal alleles": ("ACGTACGT", [[2 + one, "GT", "GT"], [0 + one, "A", "C"]]),
        "deletion in a run": (run, [[2 + one, "AA", "A"], [len(run) - 4 + one, "AAT", "AT"]]),
        "insertion in a run": (run, [[middle + one, "A", "AA"], [middle + one, "AA", "AAAA"]]),
        "insertion of another base": (run, [[middle + one, "A", "AC"]]),
        "repeat of two": ("GGCACACATT", [[3 + one, "ACA", "A"], [2 + one, "CA", "CACA"]]),
        "first base": ("AAAC", [[0 + one, "AA", "A"], [0 + one, "A", "CA"], [1 + one, "A", "AA"]]),
        "last base": ("GCTT", [[3 + one, "T", "TT"], [2 + one, "TT", "T"]]),
        "shared on both sides": (
            "TTACGGATT",
            [[1 + one, "TACGGAT", "TACAAGAT"], [one, "TTACG", "TTTCG"]],
        ),
        "complex": ("ACCGTTA", [[1 + one, "CCG", "TA"], [3 + one, "GT", "CTT"]]),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """A reference with repeats, and variants written with letters to spare."""
    unit = "".join(rng.choices("ACGT", k=rng.choice((1, 1, 2, 3))))
    left, right = ("".join(rng.choices("ACGT", k=rng.randint(1, 5))) for _ in range(2))
    reference = rng.choice((left, unit)) + unit * rng.randint(2, 8) + rng.choice((right, ""))
    variants = []
    for _ in range(rng.randint(1, 5)):
        start = rng.randint(0, len(reference) - 1)
        old = reference[start : start + rng.randint(1, 4)]
        kind = rng.choice(("insert", "delete", "delete", "other"))
        cut = rng.randint(0, len(old))
        if kind == "insert":
            new = old[:cut] + rng.choice((unit, unit, rng.choice("ACGT"))) + old[cut:]
        elif kind == "delete" and len(old) < len(reference):
            new = old[:cut] + old[cut + rng.randint(1, 2) :]
        else:
            new = "".join(rng.choices("ACGT", k=rng.randint(1, 3)))
        variants.append([start + int(p.one_based), old, new])
    return (reference, variants)


def spelled(reference: str, variant: list[object], p: Parameters) -> str:
    """The sequence that a variant makes of the reference."""
    position, old, new = variant
    start = int(str(position)) - int(p.one_based)
    assert reference[start : start + len(str(old))] == old
    return reference[:start] + str(new) + reference[start + len(str(old)) :]


def keeps_the_change(entry: Entry, args: Args, p: Parameters) -> bool:
    """A variant in normal form makes the same sequence of the reference."""
    reference, variants = args
    before = [spelled(reference, variant, p) for variant in variants]
    after = [spelled(reference, variant, p) for variant in entry(reference, variants)]
    return after == [text for text in before if text != reference]


def is_stable(entry: Entry, args: Args, p: Parameters) -> bool:
    """A normal form that needed no further moves is its own."""
    reference, variants = args
    once = entry(reference, variants)
    return p.max_shift < 20 or bool(entry(reference, once) == once)


PROBLEM = Problem(
    name="variant-normalization",
    category="intervals",
    source="Tan A et al. Unified representation of genetic variants. Bioinformatics 2015",
    solution=variant_normalization_solution,
    entry="normalize_variants",
    cells=[
        Parameters(*values) for values in product((True, False), (True, False), (True, False), (1, 2, 3, 100))
    ],
    beyond=[
        Parameters(True, True, False, 5),
        Parameters(False, False, True, 4),
        Parameters(False, True, True, 60),
    ],
    wordings=(
        "{entry}(reference, variants) brings variants into a normal form, so that equal ones are written "
        "alike.",
        "{entry}(reference, variants) normalizes variants: alleles without needless letters, at a definite "
        "place.",
        "{entry}(reference, variants) rewrites variants so that two callers' versions of one change agree.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"keeps the change": keeps_the_change, "is stable": is_stable},
    returns=None,
    holder=Holder("Reference", "A reference sequence."),
)
