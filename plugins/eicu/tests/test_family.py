"""The laws of hospital families, on the default build of eICU."""

from medgym_core import Tier, plugins
from medgym_ehr.hospital import CATEGORIES
from medgym_ehr.testing.hospital.family_laws import *  # noqa: F403
from medgym_ehr.testing.times import *  # noqa: F403


def test_the_entry_point_provides_the_family():
    family = plugins.family("eicu")
    assert (family.name, family.tier) == ("eicu", Tier.CREDENTIALED)


def test_sizes_are_those_of_the_paper(family):
    assert family.hospital.sizes == {"train": 6213, "test": 611, "ood": 296, "abstention": 600}
    counted = {name for name, split in family.splits.items() if split.counted}
    assert counted == {"train", "test"}


def test_categories_are_those_of_every_hospital_family(family):
    assert family.categories[: len(CATEGORIES)] == CATEGORIES
    assert [category.name for category in family.categories[len(CATEGORIES) :]] == ["study"]


def test_columns_are_named_with_their_tables(family, build):
    assert "vitalperiodic(vitalperiodicid, patientunitstayid" in family.task(build, "test", 0).context
