"""Invented charts in the benchmark's shapes."""

from medgym_plugin_medagentbench.synthetic.source import write

__all__ = ["write"]
