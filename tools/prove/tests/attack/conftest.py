from medgym_core.testing.fixtures import box, make_brief, play

__all__ = ["box", "make_brief", "play"]
