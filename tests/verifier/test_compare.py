from decimal import Decimal, localcontext

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from medgym_core.answer import (
    Boolean,
    Choice,
    Column,
    Date,
    DateTime,
    Integer,
    ListOf,
    Number,
    Record,
    SetOf,
    Table,
    Text,
)
from medgym_core.errors import VerifierError
from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact

NUMBER = st.floats(-1e6, 1e6).map(lambda x: round(x, 6)) | st.integers(-(10**6), 10**6)
WORD = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
SCALARS = [
    (Number(), NUMBER),
    (Number(abs_tol=0.5, nullable=True), st.none() | NUMBER),
    (Number(rel_tol=0.05), NUMBER),
    (Integer(), st.integers()),
    (Boolean(nullable=True), st.none() | st.booleans()),
    (Text(), WORD),
    (Text(casefold=False), WORD),
    (Choice(options=("a", "b")), st.sampled_from(["a", "b"])),
    (Date(), st.dates().map(str)),
    (DateTime(), st.datetimes().map(str)),
    (DateTime(tolerance_s=5), st.datetimes().map(str)),
]


def nested(inner):
    """A kind that holds another, with a strategy for its gold."""
    kind, gold = inner
    return st.sampled_from(
        [
            (ListOf(items=kind), st.lists(gold, max_size=4)),
            (SetOf(items=kind), st.lists(gold, max_size=4)),
            (Record(fields={"a": kind, "b": Number()}), st.fixed_dictionaries({"a": gold, "b": NUMBER})),
            (
                Table(columns=(Column(name="a", kind=kind), Column(name="b", kind=Number(abs_tol=1)))),
                st.lists(st.tuples(gold, NUMBER).map(list), max_size=4),
            ),
        ]
    )


KINDS = st.sampled_from(SCALARS) | st.sampled_from(SCALARS).flatmap(nested)
KINDS = KINDS | st.sampled_from(SCALARS).flatmap(nested).flatmap(nested)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=10,
)


def test_every_example_gets_its_reason(example, judge):
    assert judge(example) == example.reason


@given(st.data())
def test_accepts_gold_itself(data):
    kind, golds = data.draw(KINDS)
    gold = exact(data.draw(golds))
    assert compare(kind, gold, gold).ok


@given(st.data(), JSON)
def test_is_total(data, answer):
    kind, golds = data.draw(KINDS)
    compare(kind, exact(answer), exact(data.draw(golds)))


@example(gold=1, absolute=0.0, relative=4.6e-203, times=Decimal("1.001"))
@given(NUMBER, st.floats(0, 100), st.floats(0, 1), st.decimals(0, 2, places=3))
def test_noise_within_tolerance_is_accepted_on_both_sides_and_beyond_refused(gold, absolute, relative, times):
    kind, g = Number(abs_tol=absolute, rel_tol=relative), Decimal(repr(gold))
    with localcontext(prec=2_000):  # a tiny reach must not be lost when it is added
        reach = max(Decimal(repr(absolute)), Decimal(repr(relative)) * abs(g))
        above, below = g + times * reach, g - times * reach
    expected = times <= 1 or reach == 0
    assert compare(kind, above, exact(gold)).ok == expected
    assert compare(kind, below, exact(gold)).ok == expected


ROWS = st.lists(st.tuples(st.integers(0, 3), NUMBER, WORD).map(list), min_size=2, max_size=8)
COLUMNS = (
    Column(name="i", kind=Integer()),
    Column(name="x", kind=Number(abs_tol=0.5)),
    Column(name="t", kind=Text()),
)


@given(ROWS, st.randoms())
def test_order_of_rows_matters_only_where_declared(rows, rng):
    shuffled = rng.sample(rows, len(rows))
    assert compare(Table(columns=COLUMNS), exact(shuffled), exact(rows)).ok
    ordered = compare(Table(columns=COLUMNS, ordered=True), exact(shuffled), exact(rows)).ok
    assert ordered or shuffled != rows


@given(ROWS, st.data())
def test_one_wrong_cell_is_refused(rows, data):
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 2))
    wrong = [list(cells) for cells in rows]
    wrong[row][column] = {0: 99, 1: 10**7, 2: "x" * 9}[column]
    assert not compare(Table(columns=COLUMNS), exact(wrong), exact(rows)).ok


@given(ROWS)
def test_missing_and_extra_rows_are_refused(rows):
    kind = Table(columns=COLUMNS)
    assert compare(kind, exact(rows[1:]), exact(rows)).reason == "wrong_length"
    assert compare(kind, exact([*rows, rows[0]]), exact(rows)).reason == "wrong_length"


@given(st.dictionaries(st.sampled_from("abcd"), st.booleans(), min_size=1))
def test_record_credit_rises_with_every_key_put_right(right):
    kind = Record(fields={name: Integer() for name in right})
    gold = dict.fromkeys(right, 1)
    answer = {name: int(ok) for name, ok in right.items()}
    credit = compare(kind, exact(answer), exact(gold)).components
    assert credit == {name: float(ok) for name, ok in right.items()}
    for name in right:
        fixed = compare(kind, exact({**answer, name: 1}), exact(gold)).components
        assert sum(fixed.values()) >= sum(credit.values())


def test_record_credit_survives_superfluous_and_missing_keys():
    kind = Record(fields={"a": Integer(), "b": Integer()})
    assert compare(kind, {"a": 1, "c": 3}, {"a": 1, "b": 2}).components == {"a": 1.0, "b": 0.0}


@pytest.mark.parametrize(
    ("kind", "gold"),
    [
        (Number(), "1"),
        (Integer(), None),
        (Choice(options=("a", "b")), "c"),
        (Record(fields={"a": Text()}), {}),
    ],
)
def test_gold_that_is_not_of_its_kind_is_our_error(kind, gold):
    with pytest.raises(VerifierError, match="gold is not"):
        compare(kind, 1, gold)


def test_infinite_tolerance_is_our_error():
    with pytest.raises(VerifierError, match="finite"):
        compare(Number(abs_tol=float("inf")), 1, 1)
