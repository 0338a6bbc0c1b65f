"""Splits beside the benchmark's: scores at several times, calculators to be chosen, and inputs that are missing."""
