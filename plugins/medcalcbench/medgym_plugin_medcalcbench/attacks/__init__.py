"""Attacks of the family's own, ``attack:NAME``."""
