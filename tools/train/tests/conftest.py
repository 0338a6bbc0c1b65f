from medgym_testing.fixtures import make_brief, make_episode

__all__ = ["make_brief", "make_episode"]
