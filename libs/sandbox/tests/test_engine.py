"""Images leave the engine in one archive; an engine that is not there is reported in short."""

from __future__ import annotations

import io
import json
import secrets
import tarfile
from collections.abc import Iterator

import pytest

from medgym_sandbox import engine

ABSENT = {
    "Error while fetching server API version: HTTPConnectionPool(host='127.0.0.1', port=9): Max retries "
    "exceeded with url: /version (Caused by NewConnectionError(\"HTTPConnection(host='127.0.0.1', port=9): "
    'Failed to establish a new connection: [Errno 111] Connection refused"))': "Connection refused",
    "HTTPConnectionPool(host='nohost', port=9): Max retries exceeded with url: /version (Caused by "
    "NameResolutionError(\"Failed to resolve 'nohost' ([Errno -2] Name or service not known)\"))": (
        "Name or service not known"
    ),
    "Error while fetching server API version: ('Connection aborted.', FileNotFoundError(2, 'No such file or "
    "directory'))": "No such file or directory",
    "Invalid bind address": "Invalid bind address",
}


@pytest.mark.parametrize("said", ABSENT)
def test_of_an_engine_that_does_not_answer_the_cause_is_told(said: str) -> None:
    reason, _ = engine._absence(said)
    assert reason.endswith(f" ({ABSENT[said]})")


@pytest.fixture
def image(docker_engine: None) -> Iterator[str]:
    """An image with one empty file in it."""
    layer = io.BytesIO()
    with tarfile.open(fileobj=layer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("file"))
    reference = f"medgym-toy:{secrets.token_hex(4)}"
    repository, tag = reference.split(":")
    engine.client().import_image_from_data(layer.getvalue(), repository=repository, tag=tag)
    engine.client().tag(reference, repository, f"{tag}-too")
    yield reference
    for name in (reference, f"{reference}-too"):
        engine.client().remove_image(name)


@pytest.mark.docker
def test_images_are_saved_with_their_names_and_layers_once(image: str) -> None:
    saved = io.BytesIO(b"".join(engine.save([image, f"{image}-too"])))
    with tarfile.open(fileobj=saved) as archive:
        listed = archive.extractfile("manifest.json")
        assert listed
        held = json.load(listed)
    assert {name for entry in held for name in entry["RepoTags"]} == {image, f"{image}-too"}
    assert len({layer for entry in held for layer in entry["Layers"]}) == 1


@pytest.mark.docker
def test_an_image_that_is_not_here_is_told(docker_engine: None) -> None:
    with pytest.raises(engine.EngineError, match="could not save medgym-toy:none"):
        list(engine.save(["medgym-toy:none"]))
