"""A watch can be kept at any hour and go on in several ways."""

import copy
import dataclasses

import numpy as np

from medgym_plugin_icu_watch import order, policy
from medgym_plugin_icu_watch.case import admit
from medgym_plugin_icu_watch.session import Session
from medgym_plugin_icu_watch.watch import advance, begin, select

from .conftest import SHOCKED


def flat(value):
    """All arrays of a watch."""
    if isinstance(value, np.ndarray):
        return [value]
    if not dataclasses.is_dataclass(value):
        return []
    return [one for field in dataclasses.fields(value) for one in flat(getattr(value, field.name))]


def same(left, right):
    """Whether two watches are the same to the bit."""
    return all(
        np.array_equal(one, other, equal_nan=True) for one, other in zip(flat(left), flat(right), strict=True)
    )


def onward(watch, act, hours=6):
    """Some hours on."""
    for _ in range(hours):
        watch, _ = advance(watch, act(watch.bedside)[0], np.array([True]))
    return watch


def test_forks_with_the_same_orders_go_the_same_way_and_do_not_see_each_other():
    start = onward(begin(admit([SHOCKED])), policy.follow)
    kept = [one.copy() for one in flat(start)]
    first = onward(start, policy.follow)
    other = onward(start, policy.nothing)
    second = onward(start, policy.follow)
    assert same(first, second)
    assert not same(first, other)
    assert all(np.array_equal(one, was, equal_nan=True) for one, was in zip(flat(start), kept, strict=True))


def test_who_is_selected_goes_the_same_way_as_admitted_alone():
    cases = [SHOCKED, SHOCKED._replace(number=5000), SHOCKED._replace(number=3)]
    among = begin(admit(cases))
    picked = [onward(select(among, np.array([place])), policy.follow).bedside for place in range(3)]
    alone = [onward(begin(admit([case])), policy.follow).bedside for case in cases]
    for one, other in zip(picked, alone, strict=True):
        assert np.array_equal(one.chart.vitals, other.chart.vitals)
        assert one.harm == other.harm
    assert len({one.harm[0] for one in picked}) == 3


def test_a_session_is_forked_by_a_deep_copy():
    session = Session(SHOCKED)
    session.order({"norepinephrine": 0.1})
    session.pass_time(2)
    forks = [copy.deepcopy(session) for _ in range(3)]
    for fork, dose in zip(forks, (0.2, 0.2, 0.0), strict=True):
        fork.order({"norepinephrine": dose})
        fork.pass_time(3)
    charts = [fork.chart() for fork in forks]
    assert charts[0] == charts[1] != charts[2]
    assert session.hour == 2
    assert len(session.log) == 1
    assert order.written(session._watch.bedside.standing[:, 0]) == {"norepinephrine": 0.1}
