"""Hidden Markov models over sequences: most probable paths, probabilities of states, islands."""

from .decode import viterbi
from .islands import islands
from .sums import likelihood, posterior

__all__ = ["islands", "likelihood", "posterior", "viterbi"]
