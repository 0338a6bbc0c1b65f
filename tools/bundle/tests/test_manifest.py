import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_bundle.manifest import File, is_inner, parse
from medgym_core.errors import DataError

from .toy import MANIFEST

GOOD = replace(MANIFEST, environment=("numpy==2.4.6",), files={"docs/a.md": File(3, "ab" * 32)})


def spoilt(**changed: Any) -> bytes:
    return json.dumps({**json.loads(GOOD.text()), **changed}).encode()


def test_it_round_trips() -> None:
    assert parse(GOOD.text().encode()) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        spoilt(files={"a": {"size": 1}}),
        spoilt(files={"a": {"size": -1, "sha256": "ab" * 32}}),
        spoilt(files={"a": {"size": 1, "sha256": "ab"}}),
        spoilt(machine={"python": "cpython 3.11"}),
        spoilt(environment=["--index-url=http://example.org"]),
    ],
)
def test_what_is_no_manifest_is_refused(text: bytes) -> None:
    with pytest.raises(DataError, match="no manifest"):
        parse(text)


def test_another_form_is_reported_with_the_fix() -> None:
    with pytest.raises(DataError, match="python3 BUNDLE install"):
        parse(spoilt(form=2))


@pytest.mark.parametrize(
    "name", ["../a", "a/../../b", "/etc/passwd", "a//b", "./a", "a\\..\\b", "a\0b", "a/", "", "a\nb"]
)
def test_names_that_lead_out_are_refused(name: str) -> None:
    with pytest.raises(DataError, match="may lead out"):
        parse(spoilt(files={name: {"size": 1, "sha256": "ab" * 32}}))


@given(st.lists(st.sampled_from(["..", ".", "", "a", "b.c", "/", "\\"]), min_size=1).map("/".join))
def test_an_inner_name_stays_inside(name: str) -> None:
    if is_inner(name):
        assert not name.startswith("/")
        assert not {"..", ".", ""} & set(name.split("/"))
