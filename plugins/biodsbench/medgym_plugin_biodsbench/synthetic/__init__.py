"""Invented studies in the published folder layout; every patient is plainly invented."""
