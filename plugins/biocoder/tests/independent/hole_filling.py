"""Holes by scipy's labelling of the background, rims by shifted images."""

import numpy as np
from scipy.ndimage import label


def solve(p, image):
    if not image or not image[0]:
        return [list(row) for row in image]
    pixels = np.array(image)
    for value, count in zip(*np.unique(pixels, return_counts=True), strict=True):
        if count < p.min_object:
            pixels[pixels == value] = 0
    structure = np.ones((3, 3)) if p.connectivity == 8 else None
    regions, number = label(pixels == 0, structure)
    outside = set(regions[0]) | set(regions[-1]) | set(regions[:, 0]) | set(regions[:, -1])
    padded = np.pad(pixels, 1)
    shifts = [padded[1 + y : padded.shape[0] - 1 + y, 1 + x : padded.shape[1] - 1 + x] for y, x in SIDES]
    filled = pixels.copy()
    for region in set(range(1, number + 1)) - outside:
        inside = regions == region
        rim = np.concatenate([shift[inside] for shift in shifts])
        counts = np.bincount(rim[rim > 0])
        if inside.sum() <= p.max_hole and (p.shared == "majority" or np.count_nonzero(counts) == 1):
            filled[inside] = counts.argmax()
    return filled.tolist()


SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
