"""Genotypes of populations: frequencies, Hardy-Weinberg equilibrium, linkage, differentiation."""

from .equilibrium import chi_squared, exact_p, inbreeding
from .frequencies import diversity, fixation, minor
from .genotypes import counts, dosages
from .linkage import d_prime, r_squared

__all__ = [
    "chi_squared",
    "counts",
    "d_prime",
    "diversity",
    "dosages",
    "exact_p",
    "fixation",
    "inbreeding",
    "minor",
    "r_squared",
]
