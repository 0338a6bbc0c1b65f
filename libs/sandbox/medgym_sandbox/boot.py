"""Bring the worker into a box: its code and configuration travel over the stream itself.

The code is sent as sources, and compiled as well, since compiling takes longer than all else that a worker
does to start. A box whose Python reads other bytecode compiles the sources.
"""

from __future__ import annotations

import base64
import json
import marshal
import struct
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import MAGIC_NUMBER

from pydantic import JsonValue

from medgym_sandbox.worker.template import SECTIONS

_START = """
import binascii, json, marshal, os, struct, sys
from importlib.machinery import ModuleSpec
from importlib.util import MAGIC_NUMBER

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
        source, code = boot["modules"][module.__name__]
        same = boot["magic"] == MAGIC_NUMBER.hex()
        code = marshal.loads(binascii.a2b_base64(code)) if same else compile(source, module.__name__, "exec")
        exec(code, module.__dict__)

sys.meta_path.insert(0, Sources())
stream, output = os.dup(0), os.dup(1)
null = os.open("/dev/null", os.O_RDWR)
os.dup2(null, 0)
os.dup2(null, 1)

def settled(config):
    if variables := config.pop("environment", None):  # else the template has them
        os.environ.clear()
        os.environ.update(variables)
    return config

config = settled(boot.pop("config"))
if "template" in config:
    from worker import template
    config, stream = template.run(config)
    config, output = settled(config), stream
elif "turns" in config:
    from worker import template
    config = settled(template.take_turns(config, stream, output))
from worker import main
main.run(config, stream, output)
"""
BOOTSTRAP = "exec(eval(open(0, 'rb', 0, closefd=False).readline()))"
"""What the box's interpreter is started with, by ``python -I -c``: a line that tells agent code nothing."""


def payload(config: Mapping[str, JsonValue]) -> bytes:
    """The bytes to send first: a line of code, a u32 length, the worker's modules and ``config`` as JSON."""
    modules: dict[str, JsonValue] = {
        name: [source, _compiled(name, source)] for name, source in _sources().items()
    }
    boot: dict[str, JsonValue] = {"modules": modules, "magic": MAGIC_NUMBER.hex(), "config": dict(config)}
    return repr(_START).encode() + b"\n" + framed(boot)


def order(usual: Mapping[str, JsonValue], config: Mapping[str, JsonValue]) -> bytes:
    """What tells a worker whose template knows the ``usual`` configuration that it is to be ``config``."""
    differing = {key: value for key, value in config.items() if key not in usual or usual[key] != value}
    for key, value in differing.items():
        known = usual.get(key)
        if key in SECTIONS and isinstance(value, dict) and isinstance(known, dict):
            differing[key] = {name: one for name, one in value.items() if known.get(name) != one}
    return framed(differing)


def framed(order: Mapping[str, JsonValue]) -> bytes:
    """``order`` as JSON behind its u32 length."""
    text = json.dumps(order).encode()
    return struct.pack("!I", len(text)) + text


@cache
def _sources() -> dict[str, str]:
    entries = files("medgym_sandbox.worker").iterdir()
    sources = {entry.name.removesuffix(".py"): entry for entry in entries if entry.name.endswith(".py")}
    package = sources.pop("__init__").read_text()
    return {"worker": package, **{f"worker.{name}": entry.read_text() for name, entry in sources.items()}}


@cache
def _compiled(name: str, source: str) -> str:
    """Bytecode of a module, in base64."""
    return base64.b64encode(marshal.dumps(compile(source, name, "exec"))).decode()
