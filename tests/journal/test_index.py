from __future__ import annotations

import sqlite3
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import ConfigError, DataError
from medgym_core.journal import Entry, Index, JournalWriter, read_index
from medgym_core.metrics import curves, family_curves, summarise
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

from ..metrics.entries import ENTRY, entry

KEYS = st.tuples(
    st.sampled_from(["toy/test/", "toy/train/", "toy-more/test/", "toy2/test/"]),
    st.integers(0, 10**9),
    st.integers(0, 20),
)


def index_of(*entries: Entry) -> Index:
    index = Index()
    index.add(entries)
    return index


def test_entries_come_as_they_were_put_in() -> None:
    entries = [entry(number, Status.FAIL, cost_usd=number / 3, reason=str(number)) for number in range(600)]
    assert list(index_of(*entries)) == entries
    assert len(index_of(*entries)) == 600


def test_a_later_attempt_takes_the_place_of_the_one_before() -> None:
    failed, second = entry(0, Status.INFRA_ERROR), entry(1, Status.FAIL)
    index = index_of(failed, second)
    assert index.finished() == 1
    solved = entry(0, Status.SUCCESS, attempt=1)
    index.add([solved])
    assert list(index) == [solved, second]
    assert index.finished() == 2
    assert (index.tokens, index.cost_usd) == (45, 1.5)


def test_an_error_never_takes_the_place_of_a_reward() -> None:
    solved = entry(0, Status.SUCCESS)
    assert list(index_of(solved, entry(0, Status.AGENT_ERROR, attempt=1))) == [solved]


@given(st.lists(KEYS, unique=True))
def test_by_task_is_the_order_of_entries(keys: list[tuple[str, int, int]]) -> None:
    entries = [
        ENTRY._replace(id=f"{split}{number}/{replica}", task=f"{split}{number}", replica=replica)
        for split, number, replica in keys
    ]
    in_order = [(one.task, one.replica) for one in index_of(*entries).by_task()]
    assert in_order == [(f"{split}{number}", replica) for split, number, replica in sorted(keys)]
    assert in_order == [(one.task, one.replica) for one in sorted(entries, key=lambda one: one.order)]


def test_an_episode_is_found_by_position_and_by_its_id_s_beginning() -> None:
    index = index_of(*(ENTRY._replace(id=id) for id in ("ab1", "ab2", "c%*")))
    assert [index.find(name).id for name in ("2", "ab1", "c%", "c")] == ["c%*", "ab1", "c%*", "c%*"]
    assert (index.get("ab2"), index.get("ab")) == (ENTRY._replace(id="ab2"), None)


def test_an_episode_is_found_by_its_task_and_sample() -> None:
    samples = [("a", "toy/test/1", 1), ("b", "toy/test/1", 0), ("c", "toy/test/10", 0)]
    index = index_of(*(ENTRY._replace(id=id, task=task, replica=number) for id, task, number in samples))
    assert [index.find(name).id for name in ("toy/test/1", "toy/test/1:1", "toy/test/10")] == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ab", "2 episodes begin"),
        ("", "no episode"),
        ("%", "no"),
        ("3", "0 to 2"),
        ("toy/test/99", "no episode of toy/test/99"),
        ("toy/test/0:7", "no episode of toy/test/0, sample 7"),
    ],
)
def test_what_is_not_found_or_ambiguous_is_refused(name: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        index_of(*(ENTRY._replace(id=id) for id in ("ab1", "ab2", "c"))).find(name)


def made(number: int) -> Iterator[Entry]:
    """So many samples, four a task, each with texts of its own."""
    for index in range(number // 4):
        for replica in range(4):
            status = Status.SUCCESS if (index * replica) % 3 else Status.FAIL
            yield entry(index, status, replica, settings="".join(["{", "}"]), wall_s=index / 7)


@pytest.mark.slow
@pytest.mark.parametrize("use", [list[Any], summarise, curves, family_curves, len])
def test_memory_stays_flat(use: Callable[[Index], object]) -> None:
    peaks = []
    for number in (1_000, 5_000):
        tracemalloc.start()
        index = Index()
        index.add(made(number))
        use(index)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    grows = (peaks[1] - peaks[0]) / 4_000
    assert grows > 400 if use == list[Any] else grows < 40, peaks


def test_a_full_folder_of_temporary_files_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_episode: Callable[..., Episode]
) -> None:
    with JournalWriter(tmp_path) as writer:
        writer.append([(make_episode(index), {}) for index in range(300)])
    connect = sqlite3.connect

    def small(*args: Any, **options: Any) -> sqlite3.Connection:
        table: sqlite3.Connection = connect(*args, **options)
        table.execute("pragma max_page_count = 4")
        return table

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(DataError, match="free some space, or name another folder in TMPDIR"):
        read_index(tmp_path)
