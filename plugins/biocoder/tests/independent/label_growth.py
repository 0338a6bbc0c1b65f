"""Labels grown by one distance transform per label."""

import numpy as np
from scipy.ndimage import distance_transform_cdt, distance_transform_edt


def solve(p, image):
    pixels = np.array(image, dtype=int)
    grown, nearest = pixels.copy(), np.full(pixels.shape, np.inf)
    labels = sorted(set(pixels.ravel().tolist()) - {0}, reverse=p.tie == "highest")
    for label in labels:
        if p.metric == "euclidean":
            distances = distance_transform_edt(pixels != label)
        else:
            metric = "taxicab" if p.metric == "city-block" else "chessboard"
            distances = distance_transform_cdt(pixels != label, metric=metric)
        taken = (pixels == 0) & (distances <= p.distance) & (distances < nearest)
        grown[taken], nearest[taken] = label, distances[taken]
    return grown.tolist()
