"""Images that the engine holds: found, named, removed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from medgym_sandbox import engine

BASE_LABEL = "medgym.base"
"""Label of a family's image: the id of the base that it was built on."""


@dataclass(frozen=True)
class Image:
    """An image that stands."""

    reference: str
    """Repository and tag."""
    id: str
    """Content address, ``sha256:...``."""


def find_image(reference: str) -> Image | None:
    """The image called ``reference``, if the engine has one."""
    from docker.errors import ImageNotFound  # type: ignore[import-untyped]

    with engine.errors(f"look for {reference}"), suppress(ImageNotFound):
        return Image(reference, engine.client().inspect_image(reference)["Id"])
    return None


def base_of(image: Image) -> str | None:
    """Id of the base that ``image`` was built on, if it tells."""
    with engine.errors(f"look at {image.reference}"):
        labels: dict[str, str] | None = engine.client().inspect_image(image.reference)["Config"]["Labels"]
    return (labels or {}).get(BASE_LABEL)


def tag_equal(reference: str, base: str) -> Image | None:
    """Give the image of an equal recipe on the base with the id ``base``, another family's, this name too."""
    repository, tag = reference.split(":")
    filters = {"reference": f"medgym-*:{tag}", "label": f"{BASE_LABEL}={base}"}
    with engine.errors(f"look for what equals {reference}"):
        for equal in engine.client().images(filters=filters):
            engine.client().tag(equal["Id"], repository, tag)
            return find_image(reference)
    return None


def remove_replaced(image: Image) -> None:
    """Remove an image whose tag another one has taken."""
    from docker.errors import APIError

    with engine.errors("remove a replaced image"), suppress(APIError):  # while boxes use it, it stays
        engine.client().remove_image(image.id)
