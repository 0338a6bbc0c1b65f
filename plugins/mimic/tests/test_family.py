"""The laws of hospital families, on the default build of MIMIC-III."""

from medgym_core import Tier, plugins
from medgym_ehr.testing.hospital.family_laws import *  # noqa: F403
from medgym_ehr.testing.times import *  # noqa: F403


def test_the_entry_point_provides_the_family():
    family = plugins.family("mimic")
    assert (family.name, family.tier) == ("mimic", Tier.CREDENTIALED)


def test_sizes_are_those_of_the_paper(family):
    assert family.hospital.sizes == {"train": 9318, "test": 1122, "ood": 380, "abstention": 600}


def test_columns_are_named_with_their_tables(family, build):
    assert "LABEVENTS(ROW_ID, SUBJECT_ID" in family.task(build, "test", 0).context
