import threading
from collections.abc import Callable

import pytest

from medgym_sandbox.errors import SandboxError
from medgym_sandbox.pool import Pool
from medgym_sandbox.spec import BoxEnvironment, BoxSpec


class Box:
    def __init__(self, spec: BoxSpec) -> None:
        self.spec, self.closed = spec, False

    def close(self) -> None:
        self.closed = True


class Backend:
    """Counts what it starts."""

    def __init__(self) -> None:
        self.started: list[Box] = []
        self.begun = threading.Semaphore(0)

    def start(self, spec: BoxSpec) -> Box:
        box = Box(spec)
        self.started.append(box)
        self.begun.release()
        return box


@pytest.fixture
def spec(bare_environment: BoxEnvironment) -> Callable[..., BoxSpec]:
    return lambda *ports: BoxSpec(environment=bare_environment, ports=ports)


def test_the_next_box_is_started_ahead(spec: Callable[..., BoxSpec]) -> None:
    backend = Backend()
    with Pool(backend) as pool:
        first = pool.start(spec())
        assert backend.begun.acquire(timeout=120)
        assert backend.begun.acquire(timeout=120)
        (waiting,) = (box for box in backend.started if box is not first)
        assert pool.start(spec()) is waiting


def test_no_box_is_given_twice(spec: Callable[..., BoxSpec]) -> None:
    with Pool(Backend(), ahead=2) as pool:
        taken = [pool.start(spec()) for _ in range(20)]
    assert len(set(map(id, taken))) == 20


def test_another_spec_gets_its_own_box_and_stale_ones_are_closed(spec: Callable[..., BoxSpec]) -> None:
    backend = Backend()
    with Pool(backend) as pool:
        first, second = pool.start(spec()), pool.start(spec(8080))
    assert (first.spec, second.spec) == (spec(), spec(8080))
    assert all(box.closed for box in backend.started if box not in (first, second))
    assert not first.closed
    assert not second.closed


def test_a_box_that_fails_ahead_fails_for_who_takes_it(spec: Callable[..., BoxSpec]) -> None:
    class Failing(Backend):
        def start(self, spec: BoxSpec) -> Box:
            if threading.current_thread().name.startswith("medgym-pool"):
                raise SandboxError("no memory")
            return super().start(spec)

    with Pool(Failing()) as pool:
        pool.start(spec())
        with pytest.raises(SandboxError, match="no memory"):
            pool.start(spec())


def test_threads_share_a_pool(spec: Callable[..., BoxSpec]) -> None:
    taken: list[Box] = []
    with Pool(Backend(), ahead=2) as pool:
        threads = [threading.Thread(target=lambda: taken.append(pool.start(spec()))) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(set(map(id, taken))) == 16
