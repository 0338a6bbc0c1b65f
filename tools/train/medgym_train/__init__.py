"""Training on what agents did: rows for trainers, environments for trainers, learned verifiers."""
