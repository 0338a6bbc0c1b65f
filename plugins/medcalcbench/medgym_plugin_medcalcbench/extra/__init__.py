"""Splits beside the benchmark's: scores at several times, calculators to be chosen, inputs that are missing."""
