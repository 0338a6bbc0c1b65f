"""Organ systems: each module advances its part of the state by an hour.

From the state before and the care given.
"""
