from medgym_testing.fixtures import make_brief, make_episode, write_run

__all__ = ["make_brief", "make_episode", "write_run"]
