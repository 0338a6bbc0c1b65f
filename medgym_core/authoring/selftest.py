"""Self-tests of published tasks: each is run once, and its result kept until its task or the boxes change.

A published benchmark holds tasks that cannot be solved, or that anything solves. A build finds them by
running every task's own reference in boxes, which takes minutes; a build that is interrupted goes on here.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
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
) -> list[JsonValue]:
    """What ``test`` says of every item, in order; of an item that was tested before, what it said then.

    Of an item that it finds :class:`Unsound` the result is the reason. Tests run in threads, one a core.
    ``identity`` tells everything that a result depends on: the item's content, the boxes' digest, the version
    of the test. Results are kept in ``folder``, a file each.

    Raises:
        MedgymError: what ``test`` raises; the results so far are kept.
    """
    folder.mkdir(parents=True, exist_ok=True)

    def once(item: _Item) -> JsonValue:
        path = folder / f"{hashlib.sha256(identity(item).encode()).hexdigest()}.json"
        if path.is_file():
            kept: JsonValue = json.loads(path.read_text(encoding="utf-8"))
            return kept
        try:
            result = test(item)
        except Unsound as finding:
            result = str(finding)
        replace_file(path, json.dumps(result, allow_nan=False).encode())
        return result

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as threads:
        try:
            results = []
            for number, result in enumerate(threads.map(once, items)):
                progress("testing published tasks", number / len(items))
                results.append(result)
            return results
        except BaseException:
            threads.shutdown(cancel_futures=True)
            raise
