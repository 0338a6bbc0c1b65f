"""Cloning by computer: restriction sites, digests of linear and circular DNA, primers, PCR."""

from .digest import digest, fragments
from .pcr import amplify
from .primers import melting, self_dimer
from .sites import cuts, matches

__all__ = ["amplify", "cuts", "digest", "fragments", "matches", "melting", "self_dimer"]
