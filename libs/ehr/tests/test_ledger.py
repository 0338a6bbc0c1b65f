from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.ledger import TEST_SHARE, half_of, subject


def test_a_fifth_is_held_out():
    halves = [half_of("mimic-iii", "patient", number) for number in range(20_000)]
    assert abs(halves.count("test") / len(halves) - TEST_SHARE) < 0.01


@given(st.integers(0, 10**6))
def test_a_patient_is_in_one_half_however_it_is_written(number):
    assert half_of("mimic-iii", "patient", number) == half_of("mimic-iii", "patient", str(number))


def test_kinds_and_sources_are_drawn_apart():
    names = [str(number) for number in range(200)]
    drugs, labs = ([half_of("mimic-iii", kind, name) for name in names] for kind in ("drug", "lab"))
    others = [half_of("eicu", "drug", name) for name in names]
    assert drugs != labs
    assert drugs != others


def test_a_subject_is_named_with_source_and_kind():
    assert subject("mimic-iii", "patient", 10006) == "mimic-iii/patient/10006"
