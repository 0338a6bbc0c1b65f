"""Tips of a tree in Newick format and their distances from the root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_core import Column, Integer, Number, Table, Text
from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.phylogeny import newick_depths_solution


@dataclass(frozen=True)
class Parameters:
    """How a tree is read, and how its tips are listed."""

    default_length: float
    """Length of branches that have none."""
    blank_underscores: bool
    """Whether underscores of unquoted labels are blanks."""
    negative: str
    """What becomes of negative lengths: they are kept, or zero."""
    order: str
    """Order of the tips: as in the tree, or by distance."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    underscores = (
        "Underscores in labels without quotes are blanks; in quotes they are underscores."
        if p.blank_underscores
        else "Underscores in labels are underscores, in quotes or not."
    )
    negative = "count as they are" if p.negative == "keep" else "count as 0"
    order = (
        "in the order in which they stand in the text"
        if p.order == "tree"
        else "the farthest first, tips of equal distance in the order in which they stand in the text"
    )
    return [
        say(
            "newick is the text of a rooted tree in Newick format, with a semicolon at its end or without.",
            "The argument is a string with one rooted tree in Newick format; the final semicolon may be "
            "missing.",
        )
        + " Nodes may have any number of children, labels and lengths may be missing, and there may be "
        "blanks and line breaks between any two of its parts.",
        "Text in square brackets is a comment, except in quotes. A label in single quotes may hold any "
        "character; two single quotes in it stand for one. " + underscores,
        f"A branch without length has the length {p.default_length}. Negative lengths {negative}. Lengths "
        "may be written with an exponent. The length at the root, if there is one, does not count.",
        say(
            "Returned is a list of [name, distance, branches] for the tips: the sum of the lengths and the "
            "number of the branches between root and tip,",
            "The result has a list [name, distance, branches] for each tip, the distance being the sum of "
            "lengths from the root to the tip, and branches their number,",
        )
        + f" {order}. A tip without a label has the name ''. A tree that is one label alone is one tip, at "
        "distance 0.0 over no branch; a text without any node gives an empty list.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    return {
        "no text": ("",),
        "semicolon alone": (" ;",),
        "one label": ("Homo_sapiens:3;",),
        "no labels, no lengths": ("(,(,),,);",),
        "root with length": ("(A:1,B:2)root:8;",),
        "quoted labels": ("('it''s (a) [tip], a_b:2':1.5,('':2,B_c_d:0.25)'inner:9':1)",),
        "comments": ("[a(b,c)](A[:7]:1[x],\n( B :2 , C\t: 4 )[y]inner[z]:0.5) ; ",),
        "exponents": ("(A:1e1,B:2.5E-1,(C:+.5,D:4.):1.25e+2);",),
        "negative lengths": ("((A:-1,B:2):-0.5,C:-4,D);",),
        "equal distances": ("((t3:1,t2:1):1,(t1:1.5):0.5,t0:3,t4:2);",),
        "chain": ("((((((A)))):2):1,B:3):4;",),
        "names that are numbers": ("(1:2,2:1,(3:4)5:6)7;",),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """A tree of up to twelve tips, lengths in eighths, some missing or negative, with blanks and comments."""

    def node(depth: int) -> str:
        text = ""
        if depth < 4 and rng.random() < (1.0, 0.7, 0.4, 0.3)[depth]:
            inner = rng.choice((",", " ,", ",\n", ", ,", ",[one,(two)]")).join(
                node(depth + 1) for _ in range(rng.choice((1, 2, 2, 3)))
            )
            text = f"({inner})"
        text += rng.choice(
            ("", f"t_{rng.randint(0, 30)}", f"'q_{rng.randint(0, 9)}; x'", f"s{rng.randint(0, 99)}")
        )
        if rng.random() < 0.75:
            text += rng.choice((":", ": ")) + str(rng.randint(-4, 24) / 8)
        return text

    return (node(0) + rng.choice((";", "", " ;\n")),)


def deeper_by_a_stem(entry: Entry, args: Args, p: Parameters) -> bool:
    """A tree that hangs on a branch of length 2 has its tips 2 farther away."""
    text = args[0].strip().rstrip(";").strip()
    moved = entry(f"({text[: text.rindex(')') + 1]}:2)") if ")" in text else []
    rows = entry(args[0]) if ")" in text else []
    return [[name, distance + 2, branches + 1] for name, distance, branches in rows] == moved


def comments_say_nothing(entry: Entry, args: Args, p: Parameters) -> bool:
    """A comment before the tree and one before the end change nothing, and rows have three parts."""
    (text,) = args
    rows = entry(text)
    return all(len(row) == 3 for row in rows) and rows == entry(f"[(a,b)c;]{text}[;]")


def cubed(text: str) -> float:
    """A branch length of another measure."""
    return 1 + 2 * abs(float(text))


PROBLEM = Problem(
    name="newick-depths",
    category="phylogeny",
    source="Olsen G. Interpretation of Newick's 8:45 tree format standard, 1990",
    solution=newick_depths_solution,
    entry="tip_depths",
    cells=[
        Parameters(*values)
        for values in product((0.0, 0.5, 1.0), (True, False), ("keep", "zero"), ("tree", "distance"))
    ],
    beyond=[
        Parameters(2.5, True, "zero", "distance"),
        Parameters(0.125, False, "keep", "tree"),
        Parameters(10.0, True, "keep", "distance"),
    ],
    wordings=(
        "{entry}(newick) reads a phylogenetic tree and measures how far its tips are from the root.",
        "{entry}(newick) lists the tips of a tree in Newick format with their depths.",
        "{entry}(newick) finds the root-to-tip distances of a phylogeny.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"deeper by a stem": deeper_by_a_stem, "comments say nothing": comments_say_nothing},
    returns=Table(
        columns=(
            Column(name="name", kind=Text(casefold=False)),
            Column(name="distance", kind=Number(rel_tol=1e-9, abs_tol=1e-9)),
            Column(name="branches", kind=Integer()),
        ),
        ordered=True,
    ),
    holder=Holder("Tree", "A phylogenetic tree, by its text in Newick format."),
    helper=Helper("branch_length", cubed),
)
