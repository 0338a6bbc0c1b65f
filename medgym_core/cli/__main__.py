"""``python -m medgym_core.cli``: the same command where scripts are not on the path."""

from medgym_core.cli.main import main

main(prog_name="medgym")
