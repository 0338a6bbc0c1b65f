from __future__ import annotations

import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import TypeVar
from urllib.request import urlopen

import pytest

from medgym_core.errors import ConfigError
from medgym_core.journal import JournalWriter, read_index
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status
from medgym_view.selection import Shelf
from medgym_view.server import HEADERS, ViewerServer
from medgym_view.viewer import Viewer

Result = TypeVar("Result")


@pytest.fixture
def server(run: Path) -> Iterator[ViewerServer]:
    with ViewerServer(run) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def get(
    server: ViewerServer, path: str, method: str = "GET", **headers: str
) -> tuple[int, str, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=120)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode(), dict(answer.getheaders())
    connection.close()
    return found


def shelf(server: ViewerServer) -> Shelf:
    assert isinstance(server.viewer, Viewer)
    return server.viewer.shelf


def below(server: ViewerServer, path: str) -> str:
    return f"/{server.token}/{path}"


def test_every_page_is_reached_from_the_first(server: ViewerServer) -> None:
    status, page, headers = get(server, below(server, "?family=toy"))
    assert (status, page.count('<th scope="row">')) == (200, 6)
    assert HEADERS.items() <= headers.items()
    for path in re.findall(r'href="(/[^"]*episode/[^"]+)"', page):
        status, episode, _ = get(server, path.replace("&amp;", "&"))
        assert status == 200
        (compare,) = re.findall(r'href="(/[^"]*reference/[^"]+)"', episode)
        assert "There is no reference" in get(server, compare)[1]


def test_the_report_leads_to_every_episode(server: ViewerServer) -> None:
    status, page, _ = get(server, below(server, "report"))
    paths = re.findall(r'href="(/[^"]*episode/[^"]+)"', page)
    assert (status, len(paths)) == (200, 12)
    assert get(server, paths[0])[0] == 200


def test_two_samples_of_a_task_are_compared(server: ViewerServer) -> None:
    (first, *_) = shelf(server).entries
    _, page, _ = get(server, below(server, f"episode/{first}"))
    (path,) = re.findall(r'href="(/[^"]*samples/[^"?]+)', page)
    status, page, _ = get(server, path)
    assert (status, "Sample 0, success (-), and sample 1, fail (+)" in page) == (200, True)
    assert "The first sample submitted nothing." in page
    assert "+code_execution" in page


def test_samples_are_shown_as_a_tree(server: ViewerServer) -> None:
    (first, *_) = shelf(server).entries
    _, episode, _ = get(server, below(server, f"episode/{first}"))
    (path,) = re.findall(r'href="(/[^"]*tree/[^"?]+)', episode)
    status, page, _ = get(server, path)
    assert (status, page.count("#step-1")) == (200, 2)
    assert "sample 0, success, reward 1" in page
    assert "sample 1, fail, reward 0" in page


def test_what_is_recorded_later_appears(server: ViewerServer, make_episode: Callable[..., Episode]) -> None:
    with JournalWriter(shelf(server).run) as writer:
        assert "12 of 12 episodes" in get(server, below(server, ""))[1]
        writer.append([(make_episode(99, family="later"), {})])
    page = get(server, below(server, ""))[1]
    assert "13 of 13 episodes" in page
    assert '<option value="later">' in page


@pytest.fixture
def library(tmp_path: Path, run: Path) -> Iterator[ViewerServer]:
    """Two runs below a folder, one of which is played."""
    top = tmp_path / "runs"
    for name in ("deep/one & two", "new"):
        config = RunConfig(task=("toy",), agent="nop", tags={"of": "<me>"})
        pinned = folder.Pinned(version="1", build="b" * 64, root=Path("/builds/toy"))
        folder.create(top / name, config, folder.Manifest(core="1", families={"toy": pinned}))
    (top / "deep/one & two/journal").rmdir()
    (run / "journal").rename(top / "deep/one & two/journal")
    with folder.drive(top / "new", print), ViewerServer(top) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_folder_of_runs_is_shown(library: ViewerServer) -> None:
    status, page, _ = get(library, below(library, ""))
    assert (status, "2 runs" in page, "50.0%" in page, "of=&lt;me&gt;" in page) == (200, True, True, True)
    assert page.count("being played") == page.count("data-live>") == 1
    paths = re.findall(r'href="(/[^"]*run/[^"]+)"', page)
    texts = [get(library, path)[1] for path in paths]
    assert sorted(re.findall("[0-9]+ of [0-9]+ episodes", "".join(texts))) == [
        "0 of 0 episodes",
        "12 of 12 episodes",
    ]
    (episode, *_) = re.findall(r'href="(/[^"]*episode/[^"]+)"', "".join(texts))
    assert get(library, episode)[0] == 200
    assert f'href="{below(library, "")}"' in texts[0]


@pytest.mark.parametrize("path", ["run/", "run/none/", "run/..%2Frun/", "run/../run/", "other/new/"])
def test_nothing_outside_the_folder_is_shown(library: ViewerServer, path: str) -> None:
    assert get(library, below(library, path))[0] == 404


def test_a_run_that_is_deleted_has_no_page_any_more(library: ViewerServer, tmp_path: Path) -> None:
    page = below(library, "run/deep%2Fone%20%26%20two/")
    assert get(library, page)[0] == 200
    shutil.rmtree(tmp_path / "runs" / "deep")
    assert get(library, page)[0] == 404


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="none lies below it"):
        ViewerServer(tmp_path)


def test_neighbours_are_those_of_the_selection(server: ViewerServer) -> None:
    ids = [entry.id for entry in shelf(server).entries.values() if entry.family == "toy"]
    _, page, _ = get(server, below(server, f"episode/{ids[1]}?family=toy"))
    assert f'rel="prev" href="{below(server, f"episode/{ids[0]}?family=toy")}"' in page
    assert f'rel="next" href="{below(server, f"episode/{ids[2]}?family=toy")}"' in page
    assert 'rel="prev"' not in get(server, below(server, f"episode/{ids[0]}?family=toy"))[1]


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "evil.example:{port}", "127.0.0.1.evil:{port}", ""]
)
def test_another_host_is_refused(server: ViewerServer, host: str) -> None:
    status, page, _ = get(server, below(server, ""), Host=host.format(port=server.server_port))
    assert (status, "toy" in page) == (403, False)


def test_its_own_names_are_hosts(server: ViewerServer) -> None:
    for name in ("localhost", "127.0.0.1"):
        assert get(server, below(server, ""), Host=f"{name}:{server.server_port}")[0] == 200


@pytest.mark.parametrize(
    "path",
    ["/", "/x/", "//", "/{token}x/", "/{token}/../", "/{token}/episode/", "/{token}/episode/00", "/%C3%A9"],
)
def test_without_the_token_and_a_page_there_is_nothing(server: ViewerServer, path: str) -> None:
    status, page, _ = get(server, path.format(token=server.token))
    assert (status, page) == (404, "There is no such page.")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
def test_it_is_read_only(server: ViewerServer, method: str) -> None:
    assert get(server, below(server, ""), method)[0] == 501


def test_it_listens_on_the_loopback_address_alone(server: ViewerServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    with ViewerServer(shelf(server).run) as other:
        assert other.token != server.token


def test_a_record_that_cannot_be_read_is_reported_and_not_fatal(server: ViewerServer) -> None:
    (entry, *_) = shelf(server).entries.values()
    segment = shelf(server).run / "journal" / entry.segment
    segment.write_bytes(segment.read_bytes()[:20])
    status, page, _ = get(server, below(server, f"episode/{entry.id}"))
    assert (status, "no intact record" in page) == (500, True)


def test_a_port_that_is_taken_is_reported(run: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ConfigError, match="choose another --port"):
            ViewerServer(run, taken.getsockname()[1])


@pytest.mark.slow
def test_ctrl_c_ends_the_verb_cleanly(run: Path) -> None:
    command = [sys.executable, "-m", "medgym_core.cli", "view", str(run), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            announced = json.loads("".join(takewhile("}\n".__ne__, process.stdout)) + "}")
            with urlopen(announced["url"], timeout=120) as answer:
                assert "12 of 12 episodes" in answer.read().decode()
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=120) == ("", "")
        finally:
            process.kill()
    assert process.returncode == 0


@pytest.mark.slow
def test_ten_thousand_episodes_open_in_little_more_than_a_scan_of_the_index(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    statuses, call = (
        (Status.SUCCESS, Status.FAIL),
        ActionCall(name="code_execution", arguments={"code": "x = 1"}),
    )
    steps = (Step(turn=0, call=call, observation="no answer yet", ok=True),)
    run = write_run(
        *(make_episode(index, status=statuses[index % 2], steps=steps) for index in range(10_000))
    )
    scan, _ = shortest(lambda: read_index(run))
    opened, page = shortest(lambda: first_page(run))
    assert page is not None
    assert "10,000 of 10,000 episodes" in page
    assert "Page 100 of 200" in page
    assert opened < 2 * scan


def shortest(work: Callable[[], Result]) -> tuple[float, Result]:
    """The least processor time of three runs, in seconds, and what the last one returned."""
    spent = []
    for _ in range(3):
        started = time.process_time()
        result = work()
        spent.append(time.process_time() - started)
    return min(spent), result


def first_page(run: Path) -> str | None:
    with ViewerServer(run) as server:
        return server.viewer.page("", "page=100")
