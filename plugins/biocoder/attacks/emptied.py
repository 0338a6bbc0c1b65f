"""The package to repair, with nothing left in its modules but functions that return nothing at all."""

from pathlib import Path

for module in Path("data").glob("repair/*/*/*/*.py"):
    place = Path(module.parent.name, module.name)
    place.parent.mkdir(exist_ok=True)
    place.write_text("def __getattr__(name):\n    return lambda *args: None\n")
