import numpy as np

from medgym_ehr.eicu.synthetic.hospital import UNIT_TYPES, of_site, sizes, unit_types, ward_ids
from medgym_patient import REASONS


def test_every_hospital_is_of_one_profile():
    every = np.concatenate([of_site(site) for site in ("community", "teaching", "general")])
    assert sorted(every) == list(range(len(sizes())))
    assert (sizes() > 0).all()


def test_a_hospital_treats_a_reason_in_one_unit():
    reason = np.arange(len(REASONS))
    for hospital in range(len(sizes())):
        one = unit_types(np.full(len(reason), hospital), reason)
        assert (one == unit_types(np.full(len(reason), hospital), reason)).all()


def test_university_hospitals_have_more_kinds_of_units():
    reason = np.arange(len(REASONS))
    kinds = {
        site: np.mean([len(set(unit_types(np.full(len(reason), row), reason))) for row in of_site(site)])
        for site in ("community", "teaching")
    }
    assert kinds["teaching"] > kinds["community"] + 1


def test_wards_are_of_one_hospital():
    hospital, unit, other = np.meshgrid(np.arange(len(sizes())), np.arange(len(UNIT_TYPES)), [False, True])
    wards = ward_ids(hospital.ravel(), unit.ravel(), other.ravel())
    assert len(set(wards)) == wards.size
