"""Images leave the engine in one archive."""

from __future__ import annotations

import io
import json
import secrets
import tarfile
from collections.abc import Iterator

import pytest

from medgym_sandbox import engine

pytestmark = pytest.mark.docker


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


def test_images_are_saved_with_their_names_and_layers_once(image: str) -> None:
    saved = io.BytesIO(b"".join(engine.save([image, f"{image}-too"])))
    with tarfile.open(fileobj=saved) as archive:
        listed = archive.extractfile("manifest.json")
        assert listed
        held = json.load(listed)
    assert {name for entry in held for name in entry["RepoTags"]} == {image, f"{image}-too"}
    assert len({layer for entry in held for layer in entry["Layers"]}) == 1


def test_an_image_that_is_not_here_is_told(docker_engine: None) -> None:
    with pytest.raises(engine.EngineError, match="could not save medgym-toy:none"):
        list(engine.save(["medgym-toy:none"]))
