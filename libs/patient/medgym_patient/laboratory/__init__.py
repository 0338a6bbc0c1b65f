"""Laboratory values from the latent state: one module a bench, identities held up to rounding."""
