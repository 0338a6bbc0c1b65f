from medgym_testing.fixtures import make_episode

__all__ = ["make_episode"]
