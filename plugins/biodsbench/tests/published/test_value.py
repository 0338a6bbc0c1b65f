"""Laws of results as data: what is written is read again as it was, and is the same as itself alone."""

import json
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_biodsbench.published.box.assertions import decoded, verdicts
from medgym_plugin_biodsbench.published.box.export import encoded, export
from medgym_plugin_biodsbench.published.value import Unreadable, parse, same
from medgym_plugin_biodsbench.published.weakened import doubled, reordered, weakened

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(width=32)
    | st.text("ab~é", max_size=4)
)
KEYS = st.text("abc", max_size=3) | st.integers(0, 9)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3) | st.tuples(inner, inner)
    ),
    max_leaves=12,
)
FRAME = pd.DataFrame({"gene": ["A", "B", "C"], "n": [2, 1, 1], "share": [0.5, np.nan, 0.25]})


@settings(deadline=None)
@given(PLAIN)
def test_what_is_written_is_read_again(value):
    written = encoded(value, "value")
    again = parse(json.dumps({"value": written}).encode(), ["value"])["value"]
    assert again == written
    assert same(again, written)
    assert repr(decoded(again)) == repr(value)


@given(PLAIN, PLAIN)
def test_either_order_of_arguments_says_the_same(one, other):
    first, second = encoded(one, "x"), encoded(other, "x")
    assert same(first, second) == same(second, first)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.randoms())
def test_order_counts_only_where_it_is_asked_for(items, random):
    shuffled = random.sample(items, len(items))
    one, other = {"list": items}, {"list": shuffled}
    assert same(other, one, "any")
    assert same({"list": [*shuffled, items[0]]}, one, "none")
    assert not same({"list": [*shuffled, items[0]]}, one, "any")
    assert same(other, one) == (items == shuffled)


@pytest.mark.parametrize(
    "value",
    [
        FRAME,
        FRAME.set_index("gene"),
        FRAME.set_index(["gene", "n"]),
        FRAME.share,
        FRAME.gene.value_counts(),
        FRAME.gene.unique(),
        FRAME.columns,
        np.array([[1, 2], [3, 4]]),
        np.float64(2.5),
        {"A", "B"},
        {"a": FRAME, "b": (1, [2.0])},
        float("inf"),
        pd.Timestamp("2026-01-02"),
        pd.Interval(0, 2),
        pd.NA,
    ],
    ids=lambda value: type(value).__name__,
)
def test_objects_of_pandas_and_numpy_keep_their_kind(value):
    written = encoded(value, "value")
    json.dumps(written, allow_nan=False)
    again = decoded(written)
    assert same(encoded(again, "value"), written)
    assert value is pd.NA or isinstance(again, float | type(value) | pd.Index)


def test_a_kaplan_meier_estimate_is_fitted_again():
    from lifelines import KaplanMeierFitter

    fitter = KaplanMeierFitter().fit([1.0, 2.0, 3.0, 4.0], [True, False, True, True])
    again = decoded(encoded(fitter, "kmf"))
    assert again.median_survival_time_ == fitter.median_survival_time_
    assert again.event_observed.sum() == 3
    assert float(again.predict(2.5)) == pytest.approx(float(fitter.predict(2.5)))


@pytest.mark.parametrize(
    "value", [print, object(), (n for n in ()), FRAME.groupby("gene"), np.random.default_rng()]
)
def test_what_is_no_data_is_not_written(value):
    with pytest.raises(TypeError, match="which has no form as data"):
        encoded(value, "value")


def test_named_attributes_stand_for_an_object(tmp_path):
    class Fit:
        p_value = np.float64(0.25)
        summary = FRAME

    export({"fit": Fit(), "other": 1}, {"fit": ["p_value", "summary"]}, str(tmp_path / "out.json"))
    (fit,) = json.loads((tmp_path / "out.json").read_text()).values()
    assert decoded(fit).p_value == 0.25
    assert list(decoded(fit).summary.gene) == ["A", "B", "C"]
    with pytest.raises(NameError, match="not defined: absent"):
        export({}, {"absent": []})


@pytest.mark.parametrize("value", [7, 0.5, "text", [1, 2], {"a": 1.0}, {"A", "B"}, FRAME, FRAME.n, (1, "a")])
def test_every_way_to_be_wrong_is_well_formed_and_mostly_wrong(value):
    written = encoded(value, "value")
    found = [other for _, other in weakened(written)]
    for other in found:
        assert parse(json.dumps({"x": other}).encode(), ["x"])
        decoded(other)
    assert sum(not same(other, written, "none") for other in found) >= 2


def test_reordered_and_doubled_results_are_right_for_who_does_not_ask():
    written = encoded(FRAME, "frame")
    assert same(reordered(written), written, "any")
    assert not same(reordered(written), written)
    assert same(doubled(written), written, "none")
    assert not same(doubled(written), written, "any")


def test_columns_are_compared_by_name_and_a_labelled_index_counts():
    written = encoded(FRAME, "frame")
    assert same(encoded(FRAME[["share", "gene", "n"]], "frame"), written)
    assert not same(encoded(FRAME.rename(columns={"n": "m"}), "frame"), written)
    assert not same(encoded(FRAME.drop(columns="n"), "frame"), written)
    by_gene = FRAME.set_index("gene")
    relabelled = by_gene.set_axis(["A", "C", "B"])
    assert not same(encoded(relabelled, "frame"), encoded(by_gene, "frame"), "any")


@pytest.mark.parametrize(
    "data",
    [
        b'{"x": {"list": 1}}',
        b'{"x": {"dict": [[1]]}}',
        b'{"x": {"float": "seven"}}',
        b'{"x": {"time": 3}}',
        b'{"x": {}}',
        b'{"x": {"list": [], "set": []}}',
        b'{"x": {"object": [1]}}',
        b'{"x": {"series": {"name": null, "index": {"names": [null], "labels": [0]}, "values": []}}}',
        b'{"x": {"kaplan_meier": {"durations": []}}}',
        b'{"x": {"frame": {"columns": {"names": [null], "labels": ["a"]},'
        b' "index": {"names": [null], "labels": [0]}, "rows": [[]]}}}',
        b"[]",
        b"7",
    ],
)
def test_what_is_not_of_the_form_is_refused(data):
    with pytest.raises(Unreadable):
        parse(data, ["x"])


@given(st.binary(max_size=40))
def test_any_bytes_are_results_or_refused(data):
    with suppress(Unreadable):
        assert parse(data, ["x"]).keys() == {"x"}


def test_assertions_see_nothing_of_each_others_results():
    request = {
        "assertions": "x.append(1)\nassert len(x) == 2",
        "results": [{"x": {"list": [1]}}, {"x": {"list": []}}],
    }
    assert verdicts(request) == ["", "AssertionError: "]
    leaving = {"assertions": "raise SystemExit(0)", "results": [{}]}
    assert verdicts(leaving) == ["SystemExit: 0"]
