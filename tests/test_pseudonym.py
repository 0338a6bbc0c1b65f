import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import Pseudonyms

ABOUT = st.lists(st.one_of(st.integers(), st.text(max_size=8)), max_size=4)


def test_equal_sources_give_equal_names_wherever_they_lie(tmp_path):
    paths = [tmp_path / name for name in ("a", "b")]
    for path in paths:
        path.write_bytes(b"patients" * 300_000)
    one, two = (Pseudonyms.of([path]) for path in paths)
    assert one.name("patient", 7) == two.name("patient", 7)
    assert one.number("patient", 7) == two.number("patient", 7)


@pytest.mark.parametrize("change", [b"patientt", b"patients ", b""])
def test_any_other_source_gives_other_names(tmp_path, change):
    paths = [tmp_path / name for name in ("a", "b")]
    for path, content in zip(paths, (b"patients", change), strict=True):
        path.write_bytes(content)
    one, two = (Pseudonyms.of([path]) for path in paths)
    assert one.name(7) != two.name(7)
    assert Pseudonyms.of(paths).name(7) != Pseudonyms.of(paths[::-1]).name(7)


def test_files_are_distinguished_by_their_ends(tmp_path):
    contents = (b"ab", b"c"), (b"a", b"bc")
    found = []
    for number, pair in enumerate(contents):
        paths = [tmp_path / f"{number}{place}" for place in range(2)]
        for path, content in zip(paths, pair, strict=True):
            path.write_bytes(content)
        found.append(Pseudonyms.of(paths).name(7))
    assert found[0] != found[1]


@given(ABOUT, ABOUT)
def test_what_differs_is_named_otherwise(one, two):
    names = Pseudonyms(b"key")
    assert (names.name(*one) == names.name(*two)) == (one == two)
    assert names.number(*one) != int.from_bytes(bytes.fromhex(names.name(*one, digits=16)), "little")


def test_trying_every_number_finds_nobody(tmp_path):
    """Neither plain hashes nor a key made of a published checksum give any name."""
    source = tmp_path / "source"
    source.write_bytes(b"patients")
    named = {Pseudonyms.of([source]).name("patient", number) for number in range(500)}
    checksum = hashlib.sha256(source.read_bytes())
    guessed = [Pseudonyms(key) for key in (b"", checksum.digest(), checksum.hexdigest().encode())]
    for number in range(500):
        texts = (str(number), f"patient/{number}", repr(("name", "patient", number)))
        for digest in (hashlib.md5, hashlib.sha1, hashlib.sha256, hashlib.blake2b):
            assert not named & {digest(text.encode()).hexdigest()[:15] for text in texts}
        assert not named & {names.name("patient", number) for names in guessed}
