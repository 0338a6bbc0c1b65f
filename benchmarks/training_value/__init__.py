"""Whether models learn by what they play here: one learner, two rewards."""
