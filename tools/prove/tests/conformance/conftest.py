from medgym_core.testing.fixtures import bare_environment, docker_engine

__all__ = ["bare_environment", "docker_engine"]
