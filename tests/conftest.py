"""Fixtures that several test modules share."""

from medgym_testing.fixtures import make_episode, shared_home, write_run

__all__ = ["make_episode", "shared_home", "write_run"]
