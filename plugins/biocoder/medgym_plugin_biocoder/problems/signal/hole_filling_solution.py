"""Fill the holes of the objects of a segmented image."""

from collections import Counter

CONNECTIVITY = 4
MAX_HOLE = 3
SHARED = "majority"
MIN_OBJECT = 1


def neighbours(y: int, x: int, connectivity: int) -> list[tuple[int, int]]:
    """Places next to a pixel, inside the image or not."""
    around = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]
    return [(y + dy, x + dx) for dy, dx in around if connectivity == 8 or dy * dx == 0]


def fill_holes(image: list[list[int]]) -> list[list[int]]:
    """The image without small objects and with small holes filled."""
    sizes = Counter(label for row in image for label in row)
    pixels = {
        (y, x): label if sizes[label] >= MIN_OBJECT else 0
        for y, row in enumerate(image)
        for x, label in enumerate(row)
    }
    filled = dict(pixels)
    left = {place for place, label in pixels.items() if not label}
    while left:
        hole, waiting, border = set(), [left.pop()], []
        while waiting:
            place = waiting.pop()
            hole.add(place)
            border += [pixels.get(other) for other in neighbours(*place, 4)]
            beside = left.intersection(neighbours(*place, CONNECTIVITY))
            left -= beside
            waiting += beside
        labels = Counter(label for label in border if label)
        if None in border or len(hole) > MAX_HOLE or (SHARED == "leave" and len(labels) > 1):
            continue
        winner = min(labels, key=lambda label: (-labels[label], label))
        filled.update(dict.fromkeys(hole, winner))
    return [[filled[y, x] for x in range(len(row))] for y, row in enumerate(image)]
