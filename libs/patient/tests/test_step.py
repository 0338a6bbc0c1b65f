"""The step is pure, seeded by keys, and the same alone or in a batch."""

from __future__ import annotations

import copy
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from medgym_patient import Records, Site, admit, begin, rollout, simulate, step, take
from medgym_patient.key import fold, normals, uniform

TEACHING = Site.named("teaching")


def flat(record: Any) -> dict[str, Any]:
    """All arrays of a record by name."""
    found = {}
    for field in fields(record):
        value = getattr(record, field.name)
        found |= (
            {field.name: value}
            if isinstance(value, np.ndarray)
            else {f"{field.name}.{k}": v for k, v in flat(value).items()}
        )
    return found


def same(first: Any, second: Any) -> bool:
    one, other = flat(first), flat(second)
    return one.keys() == other.keys() and all(
        np.array_equal(one[k], other[k], equal_nan=one[k].dtype.kind == "f") for k in one
    )


def tables(records: Records) -> dict[str, Any]:
    return {
        name: getattr(records, name)
        for name in ("stays", "vitals", "labs", "doses", "orders", "cultures", "diagnoses", "procedures")
    }


def test_same_state_care_and_key_give_the_same_bytes() -> None:
    state, _, care = begin(1, 8, "urosepsis", TEACHING)
    assert same(step(state, care, state.body.key)[0], step(state, care, state.body.key)[0])


def test_step_leaves_the_state_as_it_was() -> None:
    state, _, care = begin(1, 8, "urosepsis", TEACHING)
    kept = copy.deepcopy(state)
    step(state, care, state.body.key)
    assert same(state, kept)


def test_another_key_is_another_future() -> None:
    state, _, care = begin(1, 8, "urosepsis", TEACHING)
    other = step(state, care, fold(state.body.key, "other"))[0]
    assert (other.pulse != step(state, care, state.body.key)[0].pulse).all()


def test_a_stay_can_be_branched_at_any_hour() -> None:
    state, chart, care = begin(2, 6, "pneumonia_sepsis", TEACHING)
    *_, (state, chart, care, _) = rollout(state, chart, care, TEACHING, 9)
    *_, (first, *_) = rollout(state, chart, care, TEACHING, 15)
    *_, (again, *_) = rollout(state, chart, care, TEACHING, 15)
    assert same(first, again)


def test_a_stay_alone_is_the_stay_in_the_batch() -> None:
    state, chart, care = begin(3, 9, "trauma", TEACHING)
    one = np.array([4])
    *_, (many, *_) = rollout(state, chart, care, TEACHING, 30)
    *_, (alone, *_) = rollout(take(state, one), take(chart, one), take(care, one), TEACHING, 30)
    assert same(take(many, one), alone)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes() -> None:
    first, again = (next(simulate(5, 40)) for _ in range(2))
    assert all(
        same(one, other) for one, other in zip(tables(first).values(), tables(again).values(), strict=True)
    )


@pytest.mark.slow
def test_persons_do_not_depend_on_the_batch() -> None:
    whole = next(simulate(5, 40))
    parts = [admit(5, 0, 25, TEACHING), admit(5, 25, 15, TEACHING)]
    for name in ("value", "minute", "lab"):
        assert np.array_equal(
            getattr(whole.labs, name), np.concatenate([getattr(part.labs, name) for part in parts])
        )
    assert np.array_equal(whole.diagnoses.concept, np.concatenate([part.diagnoses.concept for part in parts]))
    assert np.array_equal(whole.orders.dose, np.concatenate([part.orders.dose for part in parts]))


@pytest.mark.slow
def test_first_stays_do_not_depend_on_later_ones() -> None:
    every, first = next(simulate(5, 40)), next(simulate(5, 40, most=1))
    assert len(every.stays.person) > len(first.stays.person) == 40
    stay = np.flatnonzero(every.stays.ordinal == 0)
    for name in ("minutes", "reason", "died", "readmitted"):
        assert np.array_equal(getattr(every.stays, name)[stay], getattr(first.stays, name)), name
    assert np.array_equal(every.labs.value[np.isin(every.labs.stay, stay)], first.labs.value)
    assert np.array_equal(
        every.vitals.values[np.isin(every.vitals.stay, stay)], first.vitals.values, equal_nan=True
    )


@pytest.mark.slow
def test_other_seeds_are_other_people() -> None:
    assert not np.array_equal(next(simulate(5, 20)).people.age, next(simulate(6, 20)).people.age)


def test_draws_are_uniform_and_normal() -> None:
    keys = fold(np.zeros(4000, dtype=np.uint64), np.arange(4000))
    even, bell = uniform(keys, "a"), normals(keys, "b", 3)
    assert even.mean() == pytest.approx(0.5, abs=0.02)
    assert even.var() == pytest.approx(1 / 12, abs=0.005)
    assert bell.mean() == pytest.approx(0, abs=0.04)
    assert bell.std() == pytest.approx(1, abs=0.03)
    assert np.abs(np.corrcoef(bell)[0, 1:]).max() < 0.06


def test_an_unknown_site_is_refused() -> None:
    with pytest.raises(ValueError, match="community, general, teaching"):
        next(simulate(1, 5, "elsewhere"))
