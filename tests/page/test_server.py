from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar
from urllib.request import urlopen

import pytest

from medgym_core.errors import ConfigError
from medgym_core.journal import read_index
from medgym_core.page.server import HEADERS, ViewerServer
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, Step
from medgym_core.verifier import Status

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


def below(server: ViewerServer, path: str) -> str:
    return f"/{server.token}/{path}"


def test_every_page_is_reached_from_the_first(server: ViewerServer) -> None:
    status, page, headers = get(server, below(server, "?family=toy"))
    assert (status, page.count('<th scope="row">')) == (200, 6)
    assert HEADERS.items() <= headers.items()
    for path in re.findall(r'href="(/[^"]+)"', page):
        status, episode, _ = get(server, path.replace("&amp;", "&"))
        assert status == 200
        (compare,) = re.findall(r'href="(/[^"]*reference/[^"]+)"', episode)
        assert "There is no reference" in get(server, compare)[1]


def test_neighbours_are_those_of_the_selection(server: ViewerServer) -> None:
    ids = [entry.id for entry in server.viewer.shelf.entries.values() if entry.family == "toy"]
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
    with ViewerServer(server.viewer.shelf.run) as other:
        assert other.token != server.token


def test_a_record_that_cannot_be_read_is_told_and_not_fatal(server: ViewerServer) -> None:
    (entry, *_) = server.viewer.shelf.entries.values()
    segment = server.viewer.shelf.run / "journal" / entry.segment
    segment.write_bytes(segment.read_bytes()[:20])
    status, page, _ = get(server, below(server, f"episode/{entry.id}"))
    assert (status, "no intact record" in page) == (500, True)


def test_a_port_that_is_taken_is_told(run: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ConfigError, match="choose another --port"):
            ViewerServer(run, taken.getsockname()[1])


@pytest.mark.slow
def test_ctrl_c_ends_the_verb_cleanly(run: Path) -> None:
    command = [sys.executable, "-m", "medgym_core.cli", "view", str(run), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        with urlopen(url, timeout=120) as answer:
            assert "12 of 12 episodes" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=120) == ("", "")
    assert process.returncode == 0


@pytest.mark.slow
def test_ten_thousand_episodes_open_in_little_more_than_a_scan_of_the_index(
    write: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    statuses, call = (
        (Status.SUCCESS, Status.FAIL),
        ActionCall(name="code_execution", arguments={"code": "x = 1"}),
    )
    steps = (Step(turn=0, call=call, observation="no answer yet", ok=True),)
    run = write(*(make_episode(index, status=statuses[index % 2], steps=steps) for index in range(10_000)))
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
