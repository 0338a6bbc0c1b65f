"""Where published open data lies, if it does: beside the checkout, never in it."""

from pathlib import Path

SHARED = next(
    (place for up in Path(__file__).parents if (place := up / "shared" / "data").is_dir()),
    Path("shared/data"),
)
EHRSQL_2024 = SHARED / "ehrsql-2024"
