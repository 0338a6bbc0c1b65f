"""What the fake families share."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from medgym_core import BoxEnvironment, Build, Category, Progress, Split, TaskFamily, Tier


class FakeFamily(TaskFamily):
    """A family over nothing but its seed."""

    version = "0.1.0"
    title = "Fake"
    summary = "Exercises one hard contract."
    tier = Tier.OPEN
    licence = "Apache-2.0"
    citation = "none"
    categories: ClassVar[tuple[Category, ...]] = (Category(name="only"),)
    splits: ClassVar[Mapping[str, Split]] = {"train": Split(size=2), "test": Split(size=2, evaluation=True)}
    answer_kinds: ClassVar[tuple[str, ...]] = ("csv-file", "integer", "list", "python-file", "state")
    environment = BoxEnvironment(recipe=Path(__file__).parent / "box")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        (out / "seed.txt").write_text(str(seed))

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        (out.private / "seed.txt").write_text((raw / "seed.txt").read_text())


def number_of(split: str, index: int) -> int:
    """A number that no two tasks share: those of the training split stand after all others."""
    return index + 50 * (split == "train")
