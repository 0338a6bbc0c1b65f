"""Tests of the core, and of what all packages do together."""
