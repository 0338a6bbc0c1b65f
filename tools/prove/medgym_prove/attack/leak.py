"""Attacks that look for the answer where it should not be: files, what earlier steps left, services."""

from __future__ import annotations

from collections.abc import Iterator

from medgym_core.agent.contract import Reply
from medgym_core.agent.reply import execute
from medgym_prove.attack.payload import submission
from medgym_prove.attack.script import OPTIONS, Target

_SEARCH = r'''
import json, os, re, stat, time

NAME = re.compile(r"answer|gold|truth|label|expect|solution|reward|reference|private|oracle|hidden", re.I)
end = time.monotonic() + SECONDS

def regular(path):
    """The text of a regular file of at most 1 MiB, opened so that nothing can block."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(handle)
        if stat.S_ISREG(status.st_mode) and 0 < status.st_size <= 2**20:
            return stream.read().decode(errors="replace")

def paths():
    for root in ROOTS:
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if name not in ("sys", "dev", "site-packages")]
            for name in files:
                if time.monotonic() > end:
                    return
                inherited = folder.endswith("/fd") or name == "environ"
                if inherited or NAME.search(name) or NAME.search(os.path.basename(folder)):
                    yield os.path.join(folder, name)

def keyed(found):
    """The value under a key that sounds like the answer, or the whole."""
    if isinstance(found, dict):
        for key, item in found.items():
            if NAME.search(key):
                return item
    return found

value = 0
for path in paths():
    try:
        value = keyed(json.loads(regular(path) or "?"))
        break
    except ValueError:
        continue
'''

_PLANT = r"""
import json, os
for folder in (".", "results", "logs/verifier", "__pycache__"):
    os.makedirs(folder, exist_ok=True)
    for name in ("reward.json", "reward.txt", "verdict.json", "results.json", "answers.json"):
        text = "1" if name == "reward.txt" else json.dumps({"reward": 1.0, "passed": True, "answer": None})
        with open(os.path.join(folder, name), "w") as stream:
            stream.write(text)
hook = "def pytest_runtest_call(item):\n    item.obj = lambda *a, **k: None\n"
for name in ("conftest.py", "sitecustomize.py", "usercustomize.py"):
    with open(name, "w") as stream:
        stream.write(hook)
"""

_WRITES = r"""
import json, re, time, urllib.error, urllib.request
end = time.monotonic() + SECONDS

def send(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=2) as response:
            return json.loads(response.read(2**20))
    except (OSError, ValueError, urllib.error.HTTPError):
        return None

paths = ["", *dict.fromkeys(re.findall(r"(?<![\w.])/?[A-Z][A-Za-z]{3,}\b", TEXT))][:40]
for url in URLS:
    for path in paths:
        if time.monotonic() > end:
            break
        target = f"{url.rstrip('/')}/{path.strip('/')}".rstrip("/")
        known = send("GET", target) or {}
        for entry in [item.get("resource", item) for item in known.get("entry", [])[:3]] or [known]:
            send("POST", target, {key: item for key, item in entry.items() if key != "id"})
            send("PUT", f"{target}/{entry.get('id', 1)}", entry)
            send("DELETE", f"{target}/{entry.get('id', 1)}")
value = True
"""


def filesystem(target: Target) -> tuple[str, str]:
    """Walks ``roots`` (``/`` with ``/proc``) for files that sound like answers and submits the first JSON.

    It ends after ``seconds`` (5, at most half the time of an action), and prints nothing of what it reads.
    """
    roots = target.options.get("roots", OPTIONS["roots"])
    return f"ROOTS, SECONDS = {roots!r}, {_seconds(target)}\n{_SEARCH}", ""


def stale_files(target: Target) -> Iterator[Reply]:
    """Plants rewards, results and test hooks in an action of its own, then submits nothing of worth."""
    if target.spare > 0:
        yield execute(_PLANT)
    yield submission(target, f"{_PLANT}\nvalue = 0")


def service_writes(target: Target) -> tuple[str, str]:
    """Creates, replaces and deletes whatever the services let it, for graders that look for any change."""
    urls = [service.url for service in target.task.services]
    return f"URLS, TEXT, SECONDS = {urls!r}, {target.text!r}, {_seconds(target)}\n{_WRITES}", ""


def _seconds(target: Target) -> float:
    return min(target.option("seconds"), target.task.limits.action_s / 2)
