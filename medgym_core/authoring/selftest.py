"""Self-tests of published tasks: each is run once, and its result kept until its task or the boxes change.

A published benchmark holds tasks that cannot be solved, or that anything solves. A build finds them by
running every task's own reference in boxes, which takes minutes; a build that is interrupted goes on here.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

from pydantic import JsonValue

from medgym_core.files import replace_file
from medgym_core.source import Progress

_Item = TypeVar("_Item")


class Unsound(Exception):  # noqa: N818 - a finding about an item, not an error of the program
    """An item cannot be made a sound task; ``str`` of it is the reason, in words for the data's owner."""


def prove(
    items: Sequence[_Item],
    test: Callable[[_Item], JsonValue],
    identity: Callable[[_Item], str],
    folder: Path,
    progress: Progress,
    size: Callable[[_Item], int] = lambda item: 1,
) -> list[JsonValue]:
    """What ``test`` says of every item, in order; of an item that was tested before, what it said then.

    Of an item that it finds :class:`Unsound` the result is the reason. Tests run in threads, one a core;
    ``progress`` gets how many are done and, from the pace so far, how long the others will take.
    ``identity`` tells everything that a result depends on: the item's content, the boxes' digest, the version
    of the test. Results are kept in ``folder``, a file each. ``size`` is the number of tasks in an item.

    Raises:
        MedgymError: what ``test`` raises; the results so far are kept.
    """
    folder.mkdir(parents=True, exist_ok=True)

    def place(item: _Item) -> Path:
        return folder / f"{hashlib.sha256(identity(item).encode()).hexdigest()}.json"

    def once(item: _Item) -> JsonValue:
        path = place(item)
        if path.is_file():
            kept: JsonValue = json.loads(path.read_text(encoding="utf-8"))
            return kept
        try:
            result = test(item)
        except Unsound as finding:
            result = str(finding)
        replace_file(path, json.dumps(result, allow_nan=False).encode())
        return result

    with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as threads:
        try:
            number = sum(map(size, items))
            kept = sum(size(item) for item in items if place(item).is_file())
            waiting = {threads.submit(once, item): size(item) for item in items}
            progress(f"testing {number} published tasks", 0.0)
            began, done = time.monotonic(), 0
            for future in as_completed(waiting):
                future.result()
                done += waiting[future]
                left = (time.monotonic() - began) / max(1, done - kept) * (number - done)
                progress(_progress_text(done, number, left), done / number)
            return [future.result() for future in waiting]
        except BaseException:
            threads.shutdown(cancel_futures=True)
            raise


def _progress_text(done: int, number: int, left_s: float) -> str:
    left = f"{left_s:.0f} s" if left_s < 100 else f"{left_s / 60:.0f} min"
    return f"testing published tasks: {done} of {number}, about {left} left"
