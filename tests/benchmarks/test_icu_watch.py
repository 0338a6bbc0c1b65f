"""The page on icu-watch shows what the benchmark computes."""

from __future__ import annotations

from benchmarks.hospital.__main__ import filled
from benchmarks.icu_watch import PAGE, SHOWN, earned, episode_of

COMMAND = "python -m benchmarks.icu_watch"


def test_courses_and_episode_of_the_page_are_played_anew() -> None:
    first, page = next(iter(SHOWN)), PAGE.read_text(encoding="utf-8")
    found = filled(page, {"courses": earned(first), "episode": episode_of(first)})
    assert found == page, f"run `{COMMAND}`"
    assert filled(page, {"courses": "", "episode": ""}) != page
