"""Sessions that pages show whole are what their references play."""

from pathlib import Path

import pytest

from . import sessions
from .pages import PAGES

ALL = pytest.mark.parametrize("name", sessions.PLACES)


@ALL
def test_a_session_is_of_the_version_that_is_here(name: str) -> None:
    session = sessions.kept(name)
    assert session.version == sessions.family_of(name).version, "run `python -m tests.docs.renew`"
    assert (session.status, session.reward) == ("success", 1.0)


@pytest.mark.slow
@ALL
def test_a_session_is_what_is_played(name: str, shared_home: Path) -> None:
    found = sessions.played(name, shared_home)
    assert found == sessions.kept(name), "run `python -m tests.docs.renew`"


@ALL
def test_a_page_shows_every_turn_and_answer(name: str) -> None:
    session, shown = sessions.kept(name), sessions.section(name)
    assert [line for line in shown.splitlines() if line.startswith("Submitted: ")] == [
        f"Submitted: {sessions._shown(turn.answer)}" for turn in session.turns
    ]
    assert all(turn.code.strip() in shown for turn in session.turns)
    assert any(shown in page.read_text() for page in PAGES)


def test_what_is_created_is_shown_in_one_line() -> None:
    lines = [made for turn in sessions.kept("inbox").turns for made in turn.made]
    assert [made for made in lines if made.startswith("Communication ")]
    assert any(made.startswith("MedicationRequest ") for made in lines)
    assert not [made for made in lines if "\n" in made]
