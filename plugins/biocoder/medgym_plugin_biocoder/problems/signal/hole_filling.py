"""Holes of labelled objects filled, small objects removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.signal import hole_filling_solution


@dataclass(frozen=True)
class Parameters:
    """What is filled, and what is removed."""

    connectivity: int
    """Neighbours of a background pixel: 4 or 8."""
    max_hole: int
    """Most pixels of a hole that is filled."""
    shared: str
    """What becomes of holes between several objects: majority, or they are left."""
    min_object: int
    """Least pixels of an object that is kept."""


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    sides = "sides (4 neighbours)" if p.connectivity == 4 else "sides or corners (8 neighbours)"
    shared = (
        "It gets the label that occurs most often on its rim, of several such the smallest."
        if p.shared == "majority"
        else "It gets the label on its rim if that is one label only; a hole between several labels is not "
        "filled."
    )
    return [
        say(
            "image is a list of rows of whole numbers, all rows of one length: 0 is background, a positive "
            "number a label. All pixels of one label are one object, wherever they lie.",
            "The image is a list of equally long rows; 0 stands for background, each positive number for "
            "one object, to which all of its pixels belong, connected or not.",
        ),
        f"First, objects of fewer than {p.min_object} pixels become background.",
        f"Then the background falls into regions: pixels that touch by {sides} are of the same region. A "
        "region with a pixel in the first or last row or column of the image is no hole; every other "
        "region is one.",
        f"A hole of at most {p.max_hole} pixels is filled: all its pixels get one label. {shared}",
        say(
            "The rim has one entry for every pair of a pixel of the hole and a labelled pixel above, "
            "below, left or right of it, so that a labelled pixel with two such neighbours counts twice.",
            "On the rim, each side at which a pixel of the hole touches a labelled pixel counts once; "
            "corners do not count.",
        )
        + " Labels are those after the first step; holes do not influence each other.",
        "Returned is a new image of the same shape, the argument is left as it was. An image without rows "
        "is returned as it is.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    wide = [[5] * (p.max_hole + 3), [5, *[0] * (p.max_hole + 1), 5], [5] * (p.max_hole + 3)]
    fits = [[6] * (p.max_hole + 2), [6, *[0] * p.max_hole, 6], [6] * (p.max_hole + 2)]
    return {
        "no rows": ([],),
        "background only": ([[0, 0, 0], [0, 0, 0], [0, 0, 0]],),
        "just small enough": (fits,),
        "just too large": (wide,),
        "open at a corner": ([[0, 3, 3, 3], [3, 0, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3]],),
        "two by a corner": ([[4] * 5, [4, 0, 4, 4, 4], [4, 4, 0, 4, 4], [4] * 5, [4] * 5],),
        "round a corner, one side": (
            [[5, 5, 5, 5, 5], [5, 5, 0, 5, 5], [5, 5, 5, 5, 5], [5, 0, 5, 5, 5], [5, 5, 5, 5, 5], [9] * 5],
        ),
        "corner of another label": ([[9, 9, 5, 5], [9, 9, 5, 5], [5, 5, 0, 5], [5, 5, 5, 5]],),
        "between two": ([[2, 2, 9, 9, 9], [2, 2, 0, 9, 9], [2, 2, 9, 9, 9], [2, 2, 2, 2, 2]],),
        "equal shares": ([[8, 8, 3, 3], [8, 8, 0, 3], [8, 8, 8, 3], [8, 8, 3, 3]],),
        "equal shares, other way": ([[3, 3, 8, 8], [3, 0, 8, 8], [3, 3, 8, 8], [3, 3, 8, 8]],),
        "small object inside": ([[7] * 5, [7, 7, 7, 7, 7], [7, 7, 1, 7, 7], [7] * 5],),
        "hole at the edge": ([[5, 0, 5], [5, 5, 5], [5, 0, 5], [0, 5, 5], [5, 5, 5]],),
        "object of the least size": (
            [[0] * (p.min_object + 1), [6] * p.min_object + [0], [3] * (p.min_object - 1) + [0, 2]],
        ),
    }


def draw(rng: Random, p: Parameters) -> Args:
    """One to three labels side by side that fill the image, with holes, and a few pixels of small labels."""
    height, width = rng.randint(6, 10), rng.randint(6, 10)
    bands = rng.choice(([7, 7, 7], [8, 8, 5], [4, 9, 9], [3, 6, 2]))
    holes, strays = rng.choice((0.1, 0.15, 0.25)), rng.choice((0.0, 0.08))
    image = [[bands[(x + y // 4) * 3 // (width + 2)] for x in range(width)] for y in range(height)]
    for row in image:
        for x in range(width):
            if rng.random() < holes:
                row[x] = row[max(0, x - rng.randint(0, 1))] = 0
            elif rng.random() < strays:
                row[x] = rng.randint(10, 13)
    if rng.random() < 0.7:
        y, x = rng.randrange(height - 2), rng.randrange(width - 2)
        for row in image[y : y + 3]:
            row[x : x + 3] = [bands[0]] * 3
        image[y + 1][x + 1] = 0
    return (image,)


def mirrored(entry: Entry, args: Args, p: Parameters) -> bool:
    """The mirror image and the transposed image are filled alike."""
    (image,) = args
    if not any(image):
        return bool(entry(image) == image)
    turned = entry([list(column) for column in zip(*image, strict=True)])
    return bool(entry(image[::-1])[::-1] == entry(image) == [list(row) for row in zip(*turned, strict=True)])


def frame(entry: Entry, args: Args, p: Parameters) -> bool:
    """A frame of background around the image makes no new hole, and holes stay holes."""
    (image,) = args
    width = len(image[0] if image else []) + 2
    framed = entry([[0] * width, *([0, *row, 0] for row in image), [0] * width])
    return bool([row[1:-1] for row in framed[1:-1]] == entry(image))


def corners(y: int, x: int, connectivity: int) -> list[tuple[int, int]]:
    """Places beside a pixel in its row, and with eight neighbours two of its corners."""
    beside = [(y, x - 1), (y, x + 1)]
    return beside + ([(y - 1, x - 1), (y + 1, x + 1)] if connectivity == 8 else [])


PROBLEM = Problem(
    name="hole-filling",
    category="signal",
    source="Rosenfeld A. Connectivity in digital pictures, JACM 1970; Soille P 1999",
    solution=hole_filling_solution,
    entry="fill_holes",
    cells=[Parameters(*values) for values in product((4, 8), (1, 2, 4), ("majority", "leave"), (2, 4))],
    beyond=[Parameters(4, 6, "majority", 6), Parameters(8, 3, "leave", 2), Parameters(4, 9, "leave", 3)],
    wordings=(
        "{entry}(image) cleans a segmented microscope image: small objects go, small holes are filled.",
        "{entry}(image) fills holes in the objects of a label image.",
        "{entry}(image) closes gaps within and between labelled cells.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"mirrored": mirrored, "frame": frame},
    returns=None,
    holder=Holder("Segmentation", "A label image."),
    helper=Helper("neighbours", corners),
)
