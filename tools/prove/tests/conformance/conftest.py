from medgym_sandbox.testing import bare_environment, docker_engine

__all__ = ["bare_environment", "docker_engine"]
