"""The second draws, against published values."""

import hashlib

import pandas as pd

from medgym_ehr.testing.independent.draws import rank, shuffled, uniform

SEEDED_WITH_1234567 = [6457827717110365317, 3203168211198807973, 9817491932198370423]
"""First outputs of SplitMix64, as listed with many implementations of it."""


def keys_for(states):
    constant = int.from_bytes(hashlib.sha256(b"a stream").digest()[:8], "little")
    return pd.Series([(state - constant) % 2**64 for state in states], dtype="uint64")


def test_ranks_are_splitmix64():
    states = [1234567 + k * 0x9E3779B97F4A7C15 for k in range(3)]
    assert rank(keys_for(states), "a stream").tolist() == SEEDED_WITH_1234567


def test_uniforms_are_the_high_53_bits():
    assert uniform(keys_for([1234567]), "a stream").tolist() == [(SEEDED_WITH_1234567[0] >> 11) / 2**53]


def test_a_shuffle_of_all_rows_keeps_every_pair_of_values_once():
    rows = pd.DataFrame({"ROW_ID": range(50), "CODE": range(50), "UNIT": range(50), "HADM_ID": range(50)})
    moved = shuffled(rows, rows.ROW_ID >= 0, ["CODE", "UNIT"], "labevents")
    assert sorted(moved.CODE) == list(range(50))
    assert (moved.CODE == moved.UNIT).all()
    assert (moved.HADM_ID == moved.ROW_ID).all()
    assert (moved.CODE != moved.ROW_ID).any()
