from medgym_testing.fixtures import box, make_brief, play

__all__ = ["box", "make_brief", "play"]
