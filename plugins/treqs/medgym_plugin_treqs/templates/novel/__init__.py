"""Templates that ``ood`` alone asks, each with an operation that no other template takes, by category."""
