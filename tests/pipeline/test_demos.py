"""The open demos, as their publishers ship them: what builds plays, and what does not says what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from medgym_core import Build, DataError, OpenFamily, Source, Tier, ensure_build, open_family, plugins

DATA = next(
    (place for up in Path(__file__).parents if (place := up / "shared" / "data").is_dir()),
    Path("shared/data"),
)
EACH = 4
"""Tasks of each split that are played."""
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no published data at {DATA}")


def sample(opened: OpenFamily) -> Iterator[tuple[str, int]]:
    """Some tasks of every split, from its first to its last."""
    for split in opened.family.splits:
        size = opened.family.size(opened.build, split)
        yield from ((split, size * place // EACH) for place in range(min(EACH, size)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "folder"),
    [
        ("treqs", "mimic3-demo"),
        pytest.param("mimic", "mimic3-demo", marks=pytest.mark.nightly),
        pytest.param("ehr-seqsql", "mimic3-demo", marks=pytest.mark.nightly),
        pytest.param("eicu", "eicu-demo", marks=pytest.mark.nightly),
    ],
)
def test_the_reference_solves_a_sample_of_every_split(family: str, folder: str, tmp_path: Path) -> None:
    opened = open_family(family, source=DATA / folder, sandbox="process", home=tmp_path)
    assert opened.build.tier is Tier.OPEN
    played = list(sample(opened))
    assert {split for split, _ in played} >= {"train", "test", "ood"}
    assert [(at, opened.play(*at).verdict.reward) for at in played] == [(at, 1.0) for at in played]
    if family == "eicu":
        assert "lab is not there" in (opened.family.report(opened.build) or "")


def build(family: str, folder: str, home: Path) -> Build:
    return ensure_build(plugins.family(family), Source.user(DATA / folder, Tier.OPEN), home)


@pytest.mark.parametrize(
    ("family", "folder", "message"),
    [
        ("ehrcon", "mimic3-demo", "has the tables of MIMIC-III and no notes"),
        ("ehrshot", "mimic3-demo", r"data/ehrshot\.csv is missing; name the folder EHRSHOT_ASSETS"),
        ("mimic-extract", "mimic3-demo", r"holds no all_hourly_data\.h5"),
        ("mimic", "ehrsql-2024", r"put the authors' database into it as mimic_iv\.sqlite"),
        ("mimic", "eicu-demo", "lacks PATIENTS.*this looks like eICU|lacks PATIENTS"),
        ("eicu", "mimic3-demo", r"lacks patient\.csv"),
    ],
)
def test_what_does_not_build_says_what_it_lacks(
    family: str, folder: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=message) as caught:
        build(family, folder, tmp_path)
    assert len(str(caught.value)) < 600
