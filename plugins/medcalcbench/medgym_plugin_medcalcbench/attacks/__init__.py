"""Attacks of the family's own, ``medcalcbench:NAME``."""
