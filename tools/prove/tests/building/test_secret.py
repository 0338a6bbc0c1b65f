from __future__ import annotations

import base64
import textwrap
import zlib

from medgym_prove.building.secret import RUN, Secrets, blocks, runs, words

SECRET = "the ledger of patient seven is closed once all of its visits are paid"


def test_words_keep_dates_and_decimals_whole() -> None:
    assert words('{"At": "2101-05-03 12:30:00", "x": 0.834}') == [
        "at",
        "2101-05-03",
        "12:30:00",
        "x",
        "0.834",
    ]


def test_a_run_needs_words_that_say_something() -> None:
    assert list(runs(words("1 2 3 4 5 6 7 8 9"))) == []
    assert list(runs(words("a a a a a a a a a"))) == []
    assert len(list(runs(words(SECRET)))) == len(words(SECRET)) - RUN + 1


def test_a_run_is_found_whatever_stands_between_its_words() -> None:
    known = Secrets([[SECRET]])
    assert list(known.found("x," + SECRET.replace(" ", ",").upper() + ",y"))
    assert not list(known.found("the ledger of patient seven is not closed once all of it is paid"))


def test_what_is_encoded_or_packed_is_found() -> None:
    known = Secrets([[SECRET]])
    for raw in (SECRET.encode(), zlib.compress(SECRET.encode())):
        assert next(known.found(f"x = {base64.b64encode(raw).decode()!r}")).startswith("an encoding of")
    assert list(known.found(f"x = {SECRET.encode().hex()}"))


def test_what_is_encoded_in_several_lines_is_found() -> None:
    text = base64.b64encode(zlib.compress(SECRET.encode() * 9)).decode()
    parted = ["begin", *textwrap.wrap(text, 28), "end"]
    known = Secrets([[SECRET]])
    assert not [line for line in parted if list(known.found(line))]
    assert {number for number, line in blocks(parted) if list(known.found(line))} == {2}
    assert {number for number, line in blocks(parted[1:-1]) if list(known.found(line))} == {1}


def test_what_is_public_or_common_is_no_secret() -> None:
    assert not list(Secrets([[SECRET]], public=[SECRET]).found(SECRET))
    assert not list(Secrets([[SECRET, SECRET]]).found(SECRET))


def test_what_two_files_say_is_still_rare() -> None:
    assert list(Secrets([[SECRET], [SECRET]]).found(SECRET))


def test_a_short_line_counts_only_if_it_is_rare() -> None:
    assert list(Secrets([["P0071,2101-05-03,deceased"]]).found("P0071 2101-05-03 deceased"))
    assert not list(Secrets([["yes,no"]]).found("yes,no"))


def test_a_value_counts_wherever_it_is() -> None:
    assert list(Secrets([], values=["0.8341275531"]).found("power: 0.8341275531")) == ["0.8341275531"]
