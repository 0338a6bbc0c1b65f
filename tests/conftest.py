"""Fixtures that several test modules share."""

from medgym_testing.fixtures import make_episode, shared_home

__all__ = ["make_episode", "shared_home"]
