import hashlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.draws import ranks, text_keys, uniforms

MASK = 2**64 - 1


def reference(key: int, constant: int) -> int:
    """SplitMix64's output function in Python integers."""
    z = (key + constant + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def constant_of(stream: str) -> int:
    return int.from_bytes(hashlib.sha256(stream.encode()).digest()[:8], "little")


@given(st.lists(st.integers(0, 2**62), min_size=1, max_size=20), st.text(max_size=8))
def test_ranks_are_splitmix64_of_key_and_stream(keys, stream):
    expected = [reference(key, constant_of(stream)) for key in keys]
    assert ranks(np.array(keys, dtype=np.int64), stream).tolist() == expected


def test_the_mixing_is_the_published_one():
    # first output of the reference SplitMix64 seeded with 0
    assert reference(0, 0) == 0xE220A8397B1DCDAF


def test_uniforms_are_even_and_streams_independent():
    keys = np.arange(20_000)
    first, second = uniforms(keys, "one"), uniforms(keys, "two")
    assert 0 <= first.min() < first.max() < 1
    assert abs(np.histogram(first, bins=10)[0] / 2000 - 1).max() < 0.1
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.03


@given(st.lists(st.text(max_size=8), min_size=1, max_size=5), st.text(max_size=8))
def test_a_texts_draw_adds_two_digests(texts, stream):
    expected = [reference(constant_of(text), constant_of(stream)) for text in texts]
    assert ranks(text_keys(texts), stream).tolist() == expected
