"""Grow the labels of a segmented image."""

from math import hypot

DISTANCE = 2
METRIC = "euclidean"
TIE = "lowest"


def pixel_distance(rows: int, columns: int) -> float:
    """Distance of two pixels that are so many rows and columns apart."""
    if METRIC == "euclidean":
        return hypot(rows, columns)
    if METRIC == "city-block":
        return abs(rows) + abs(columns)
    return max(abs(rows), abs(columns))


def grow(image: list[list[int]]) -> list[list[int]]:
    """The image with background near a label given to the nearest label."""
    sign = 1 if TIE == "lowest" else -1
    labelled = [(y, x, label) for y, row in enumerate(image) for x, label in enumerate(row) if label]
    grown = [list(row) for row in image]
    for y, row in enumerate(image):
        for x, label in enumerate(row):
            near = [
                (pixel_distance(y - other_y, x - other_x), sign * other)
                for other_y, other_x, other in labelled
            ]
            if not label and near and min(near)[0] <= DISTANCE:
                grown[y][x] = sign * min(near)[1]
    return grown
