"""Source that runs in boxes: the helper that writes results as data, and the evaluation of assertions."""
