"""Where published open data lies, if it does: beside the checkout, never in it."""

from pathlib import Path

SHARED = Path(__file__).parents[4].parent / "shared" / "data"
EHRSQL_2024 = SHARED / "ehrsql-2024"
