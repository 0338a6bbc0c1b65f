"""Start values with numpy: levels by unique doses, the crossing by roots of pieces, the slope by polyfit."""

import statistics

import numpy as np


def solve(p, doses, responses):
    if not doses:
        return [None] * 4
    known = np.unique(doses)
    centre = statistics.fmean if p.summary == "mean" else statistics.median
    levels = np.array(
        [centre([y for x, y in zip(doses, responses, strict=True) if x == dose]) for dose in known]
    )
    span = levels.max() - levels.min()
    lower, upper = levels.min() - p.margin * span, levels.max() + p.margin * span
    falls = levels[-1] < levels[0]
    target = upper - p.fraction * (upper - lower) if falls else lower + p.fraction * (upper - lower)
    doses, levels = known[known > 0], levels[known > 0]
    x = np.log(doses) if p.scale == "log" else doses
    met = None
    for i in range(len(doses) - 1):
        above, below = levels[i] - target, levels[i + 1] - target
        if above * below <= 0:
            met = x[i] if above == 0 else x[i + 1] - below * (x[i + 1] - x[i]) / (below - above)
            break
    if met is not None and p.scale == "log":
        met = np.exp(met)
    between = (levels > lower) & (levels < upper)
    slope = None
    if between.sum() >= 2:
        logits = np.log((levels[between] - lower) / (upper - levels[between]))
        slope = float(np.polyfit(np.log(doses[between]), logits, 1)[0])
    return [float(lower), float(upper), None if met is None else float(met), slope]
