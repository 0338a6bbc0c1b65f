"""Fixtures of the boxes' tests."""

from medgym_sandbox.testing import bare_environment, docker_engine, own_containers, spec

__all__ = ["bare_environment", "docker_engine", "own_containers", "spec"]
