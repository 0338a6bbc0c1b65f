"""An invented copy of the data, in the layout of the published one."""

from medgym_plugin_ehrshot.synthetic.release import synthesise

__all__ = ["synthesise"]
