"""Bring the worker into a box: its sources and configuration travel over the stream itself."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pydantic import JsonValue

BOOTSTRAP = """
import json, os, struct, sys
from importlib.machinery import ModuleSpec

def read(count):
    data = b""
    while len(data) < count:
        chunk = os.read(0, count - len(data))
        if not chunk:
            os._exit(0)
        data += chunk
    return data

boot = json.loads(read(struct.unpack("!I", read(4))[0]))

class Sources:  # importlib.abc would import a third of the standard library
    def find_spec(self, name, path=None, target=None):
        if name in boot["modules"]:
            return ModuleSpec(name, self, is_package=name == "worker")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(boot["modules"][module.__name__], module.__name__, "exec"), module.__dict__)

sys.meta_path.insert(0, Sources())
stream, output = os.dup(0), os.dup(1)
null = os.open("/dev/null", os.O_RDWR)
os.dup2(null, 0)
os.dup2(null, 1)
os.environ.clear()
os.environ.update(boot["config"].pop("environment"))
if "template" in boot["config"]:
    from worker import template
    template.run(boot["config"], boot["config"]["template"])
from worker import main
main.run(boot["config"], stream, output)
"""
"""What the box's interpreter is started with, by ``python -I -c``."""


def payload(config: Mapping[str, JsonValue]) -> bytes:
    """The bytes to send first: a u32 length, then the worker's sources and ``config`` as JSON."""
    text = json.dumps({"modules": _sources(), "config": config}).encode()
    return struct.pack("!I", len(text)) + text


@cache
def _sources() -> dict[str, str]:
    package = files("medgym_core.sandbox.worker")
    modules = {
        entry.name.removesuffix(".py"): entry for entry in package.iterdir() if entry.name.endswith(".py")
    }
    del modules["__init__"]
    return {"worker": "", **{f"worker.{name}": entry.read_text() for name, entry in modules.items()}}
