"""An interpreter of the host under neutral names."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_sandbox import relocation
from medgym_sandbox.environment import BOXED, Interpreter


@pytest.fixture
def interpreter(tmp_path: Path) -> Interpreter:
    """An environment with a script, a program and links to its Python."""
    root = tmp_path / "environment"
    (root / "bin").mkdir(parents=True)
    (root / "lib").mkdir()
    (tmp_path / "python3.11").touch()
    (root / "bin" / "python").symlink_to(tmp_path / "python3.11")
    (root / "bin" / "script").write_text(f"#!{root}/bin/python\nprint()\n")
    (root / "bin" / "program").write_bytes(b"\x7fELF")
    (root / "pyvenv.cfg").write_text("home = /home/somebody/python/bin\nversion = 3.11\n")
    return Interpreter(root, "digest")


@pytest.fixture(params=["/usr", "/home/somebody/python"])
def base(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(relocation, "base", lambda: Path(request.param))
    return Path(request.param)


def test_nothing_in_the_box_names_the_hosts_folders(interpreter: Interpreter, base: Path) -> None:
    texts = relocation.texts(interpreter)
    places = [mount[-1] for mount in relocation.mounts(interpreter)]
    links = [mount[1] for mount in relocation.mounts(interpreter) if mount[0] == "--symlink"]
    shown = " ".join([*texts, *texts.values(), *places, *links])
    assert str(interpreter.root) not in shown
    assert "somebody" not in shown


def test_programs_keep_working(interpreter: Interpreter, base: Path) -> None:
    mounts = list(relocation.mounts(interpreter))
    home = "/usr" if base == Path("/usr") else relocation.INSTALLATION
    assert relocation.texts(interpreter)[f"{BOXED}/bin/script"].startswith(f"#!{BOXED}/bin/python\n")
    assert f"home = {home}/bin" in relocation.texts(interpreter)[f"{BOXED}/pyvenv.cfg"]
    assert ("--symlink", f"{home}/bin/python3.11", f"{BOXED}/bin/python") in mounts
    assert ("--ro-bind", f"{interpreter.root}/bin/program", f"{BOXED}/bin/program") in mounts


def test_no_program_but_python_stands_in_the_installation(interpreter: Interpreter, base: Path) -> None:
    place = f"{relocation.INSTALLATION}/bin"
    shown = [mount[-1] for mount in relocation.mounts(interpreter) if mount[-1].startswith(place)]
    assert shown == ([] if base == Path("/usr") else [f"{place}/python3.11"])
