"""Looking through the layers of an image, without an engine."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Iterator, Mapping

import pytest

from medgym_sandbox import engine
from medgym_sandbox.layers import scan_image


def archive(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as writer:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            writer.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


class FakeClient:
    """Hands out one export, in pieces of an odd size."""

    def __init__(self, exported: bytes) -> None:
        self._exported = exported

    def get_image(self, reference: str) -> Iterator[bytes]:
        return (self._exported[i : i + 10_007] for i in range(0, len(self._exported), 10_007))


@pytest.fixture
def export(monkeypatch: pytest.MonkeyPatch):
    return lambda files: monkeypatch.setattr(engine, "client", lambda: FakeClient(archive(files)))


def test_private_bytes_are_found_across_the_borders_of_reading(export) -> None:
    hidden = bytes(2**20 - 3) + b"secret" + bytes(50)
    export({"a/layer.tar": archive({"opt/data": hidden, "opt/other": b"harmless"})})
    (hit,) = scan_image("image", [b"secret", b"elsewhere"])
    assert (hit.layer, hit.path) == ("a/layer.tar", "opt/data")


def test_compressed_layers_and_the_description_are_read_too(export) -> None:
    layer = gzip.compress(archive({"opt/data": b"a secret"}))
    export({"blobs/1": layer, "config.json": b'{"Env": ["TOKEN=secret"]}'})
    assert [hit.layer for hit in scan_image("image", [b"secret"])] == ["blobs/1", "config.json"]


@pytest.mark.parametrize(
    "path",
    ["lib/medgym_core/__init__.py", "lib/medgym_sandbox/boot.py", "lib/medgym_plugin_x-1.dist-info/RECORD"],
)
def test_modules_of_medgym_are_found(export, path: str) -> None:
    export({"layer.tar": archive({path: b"", "opt/env/bin/python": b""})})
    assert [hit.path for hit in scan_image("image")] == [path]


def test_a_clean_image_has_no_hits(export) -> None:
    export({"layer.tar": archive({"opt/env/bin/python": b"x"}), "config.json": b"{}"})
    assert scan_image("image", [b"secret"]) == []
