"""Packages without fault, as they go into boxes when a bug is planted."""
