"""Fixtures of tests that watch boxes from outside."""

from medgym_sandbox.testing import bare_environment, docker_engine, spec

__all__ = ["bare_environment", "docker_engine", "spec"]
