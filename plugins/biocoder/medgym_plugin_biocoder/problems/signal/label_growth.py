"""Labels of a segmented image grown into the background around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from medgym_plugin_biocoder.problems.contract import Args, Entry, Helper, Holder, Problem, Say
from medgym_plugin_biocoder.problems.signal import label_growth_solution


@dataclass(frozen=True)
class Parameters:
    """How labels grow."""

    distance: int
    """How far, pixels."""
    metric: str
    """How distances are measured: euclidean, city-block, chessboard."""
    tie: str
    """Which of several nearest labels is taken: the lowest or the highest."""


METRICS = {
    "euclidean": "The distance of two pixels is Euclidean: the square root of (row difference squared plus "
    "column difference squared).",
    "city-block": "The distance of two pixels is the city-block distance: row difference plus column "
    "difference, both without sign.",
    "chessboard": "The distance of two pixels is the chessboard distance: the larger one of row difference "
    "and column difference, both without sign.",
}


def rules(p: Parameters, say: Say) -> Sequence[str]:
    """The rules in words."""
    return [
        say(
            "image is a list of rows of whole numbers, all rows of one length: 0 is background, a positive "
            "number the label of an object, such as a nucleus.",
            "The image is given as a list of rows, each a list of whole numbers: 0 for background, and a "
            "positive label for each pixel of an object. All rows have the same length.",
        ),
        METRICS[p.metric],
        say(
            "A background pixel gets the label of the nearest labelled pixel if that is at most "
            f"{p.distance} away",
            f"Background pixels whose nearest labelled pixel lies within a distance of {p.distance} get "
            "its label",
        )
        + f" (exactly {p.distance} included). If pixels of several labels are nearest, the {p.tie} label "
        "is taken. All distances are those to the labelled pixels of the argument, not to pixels that were "
        "filled meanwhile.",
        "Labelled pixels keep their labels, other background stays 0. Returned is a new image of the same "
        "shape, the argument is left as it was. An image without rows, or with empty rows, is returned as "
        "it is.",
    ]


def edges(p: Parameters) -> Mapping[str, Args]:
    """Edge cases."""
    side = 2 * p.distance + 3
    dot = [[0] * side for _ in range(side)]
    dot[p.distance + 1][p.distance + 1] = 7
    near, far = [0] * p.distance, [0] * (p.distance + 1)
    return {
        "no rows": ([],),
        "empty rows": ([[], []],),
        "background only": ([[0, 0], [0, 0]],),
        "labels only": ([[1, 2], [2, 1]],),
        "one pixel": (dot,),
        "just reached": ([[3, *near, 9]],),
        "middle between two": ([[8, *([0] * (2 * p.distance - 1)), 2]],),
        "middle between two, upright": ([[2], *([0] for _ in range(2 * p.distance - 1)), [8]],),
        "just out of reach": ([[4, *far, *far, 5]],),
        "corners": ([[5, 0, 0, 0, 6], [0] * 5, [0] * 5, [0] * 5, [1, 0, 0, 0, 2]],),
        "four around one": ([[0, 3, 0], [1, 0, 4], [0, 2, 0]],),
    }


def blobs(rng: Random, labels: int, holes: float) -> list[list[int]]:
    """An image of five to nine rows and columns: rectangles of so many labels, pixels missing at random."""
    height, width = rng.randint(5, 9), rng.randint(5, 9)
    image = [[0] * width for _ in range(height)]
    for label in rng.sample(range(1, 20), labels):
        top, left = rng.randrange(height - 1), rng.randrange(width - 1)
        bottom, right = top + rng.randint(1, 5), left + rng.randint(1, 5)
        for row in image[top:bottom]:
            row[left:right] = [label] * len(row[left:right])
    return [[0 if rng.random() < holes else label for label in row] for row in image]


def draw(rng: Random, p: Parameters) -> Args:
    """An image with up to four labels, most of it background."""
    return (blobs(rng, rng.randint(1, 4), rng.choice((0.4, 0.6, 0.8))),)


def mirrored(entry: Entry, args: Args, p: Parameters) -> bool:
    """The mirror image and the transposed image grow alike."""
    (image,) = args
    if not any(image):
        return bool(entry(image) == image)
    turned = entry([list(column) for column in zip(*image, strict=True)])
    return bool(entry(image[::-1])[::-1] == entry(image) == [list(row) for row in zip(*turned, strict=True)])


def labels_stay(entry: Entry, args: Args, p: Parameters) -> bool:
    """Labelled pixels keep their labels, and no new label appears."""
    (image,) = args
    grown = entry(image)
    known = {label for row in image for label in row} | {0}
    return all(
        new == old if old else new in known
        for row, new_row in zip(image, grown, strict=True)
        for old, new in zip(row, new_row, strict=True)
    )


def stretched(rows: int, columns: int) -> float:
    """Distance of pixels that are twice as high as wide."""
    return 2 * abs(rows) + abs(columns) / 2


PROBLEM = Problem(
    name="label-growth",
    category="signal",
    source="Rosenfeld A, Pfaltz JL. Distance functions on digital pictures, Pattern Recognition 1968",
    solution=label_growth_solution,
    entry="grow",
    cells=[
        Parameters(*values)
        for values in product((1, 2, 3, 4), ("euclidean", "city-block", "chessboard"), ("lowest", "highest"))
    ],
    beyond=[Parameters(5, "euclidean", "highest"), Parameters(6, "city-block", "lowest")],
    wordings=(
        "{entry}(image) grows the objects of a segmented microscope image into the background around them.",
        "{entry}(image) expands labelled nuclei by a fixed distance, to make cells of them.",
        "{entry}(image) gives background pixels close to an object the label of the nearest one.",
    ),
    rules=rules,
    edges=edges,
    draw=draw,
    laws={"mirrored": mirrored, "labels stay": labels_stay},
    returns=None,
    holder=Holder("Segmentation", "A label image."),
    helper=Helper("pixel_distance", stretched),
)
