"""Who may see what: data tiers, what people have attested, and the gate in front of remote models."""

from medgym_core.access.attestation import Attestation, Attestations, Revocation
from medgym_core.access.gate import Gate
from medgym_core.access.tier import Tier

__all__ = ["Attestation", "Attestations", "Gate", "Revocation", "Tier"]
