"""Splits beside the benchmark's: scores at several times, calculators to choose, inputs that are missing."""
