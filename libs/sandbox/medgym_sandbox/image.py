"""Images for boxes: a base with Python and the agent's user, and on it one layer for each family.

A family's ``Dockerfile`` has two stages, as has the usual one that serves recipes without. The first,
``FROM ${BUILDER}``, installs the packages; the second, ``FROM ${BASE}``, takes over the finished environment.
The builder is the base plus whatever this site needs to install packages: by default their wheels, fetched on
the host with the host's pip, so that the build itself needs no network, no certificate and no index setting,
and installs exactly what was pinned; or a certificate bundle and index settings, when pip is to run inside
the build. None of that reaches the image.

Tags carry a digest of the recipe, so that an image is built once and again only when its recipe changes. On
which base it stands is a choice of the site: it is kept in a label, and ``build_image`` with another base
builds again under the same tag.
"""

from __future__ import annotations

import fcntl
import io
import re
import secrets
import tarfile
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from medgym_sandbox import debian, engine, layers, recipe, wheels
from medgym_sandbox.environment import pins
from medgym_sandbox.errors import ConfigError, SandboxError
from medgym_sandbox.held import BASE_LABEL, Image, base_of, find_image, remove_replaced, tag_equal
from medgym_sandbox.progress import Progress, silent
from medgym_sandbox.spec import BoxEnvironment

PYTHON = "/opt/env/bin/python"
"""Interpreter of the box environment inside an image."""
DEFAULT_BASE = "debian:bookworm-slim"
"""What the base is built on unless the site chooses."""

_BUILDER_LABEL = "medgym.builder"
_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
_known: dict[str, Image] = {}


@dataclass(frozen=True)
class Inside:
    """How pip runs inside a build, for sites that want that instead of wheels from the host."""

    network: str = "default"
    """Network of the build, such as ``host``."""
    ca_bundle: Path | None = None
    """Certificates to trust (PEM), for networks that inspect TLS."""
    pip: Mapping[str, str] | None = None
    """Further variables for pip, such as ``PIP_INDEX_URL``."""


def ensure_image(environment: BoxEnvironment, home: Path, progress: Progress = silent) -> Image:
    """The image of ``environment``, built now with the defaults unless it stands already.

    Asks the engine once a process and recipe. ``home`` holds the lock that keeps two drivers from building
    at once.

    Raises:
        SandboxError: with the fix, if it cannot be built.
    """
    digest = recipe.digest(environment)
    if digest not in _known:
        home.mkdir(parents=True, exist_ok=True)
        with (home / "images.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _known[digest] = find_image(recipe.reference(environment)) or build_image(
                environment, progress=progress
            )
    return _known[digest]


def forget_image(environment: BoxEnvironment) -> None:
    """Ask the engine again next time."""
    _known.pop(recipe.digest(environment), None)


def build_image(
    environment: BoxEnvironment,
    *,
    base: str | None = None,
    from_debian: bool = False,
    inside: Inside | None = None,
    progress: Progress = silent,
) -> Image:
    """Build the image of ``environment`` unless it stands on the same base already.

    ``base`` names what to build on; without it, ``debian:bookworm-slim``, or the base once made from
    Debian's packages if only that is here. ``from_debian`` makes that one now unless it stands, which needs
    no registry, but root and ``mmdebstrap``.

    Raises:
        ConfigError: if the options exclude each other or a file is missing.
        SandboxError: with the last lines of the build, or the fix.
    """
    if base and from_debian:
        raise ConfigError("--base and --from-debian exclude each other; give one")
    if inside and inside.ca_bundle and not inside.ca_bundle.is_file():
        raise ConfigError(f"there is no certificate bundle at {inside.ca_bundle}")
    if from_debian and not find_image(debian.REFERENCE):
        debian.make_base(progress)
    ground = find_ground(debian.REFERENCE if from_debian else base, progress)
    shared = _build_base(ground, inside, progress)
    reference = recipe.reference(environment)
    if (found := find_image(reference)) and base_of(found) == shared.id:
        return found
    built = tag_equal(reference, shared.id) or _build_layer(environment, shared, inside, progress)
    if found and found.id != built.id:
        remove_replaced(found)
    return built


def _build_layer(
    environment: BoxEnvironment, shared: Image, inside: Inside | None, progress: Progress
) -> Image:
    reference = recipe.reference(environment)
    builder = _build_builder(environment, shared, inside, progress)
    try:
        progress(f"building {reference}", None)
        arguments = {"BASE": shared.reference, "BUILDER": builder.reference}
        built = _build(recipe.context(environment), reference, shared, arguments, inside)
    finally:
        _discard_builder(builder)
    progress(f"looking through {reference}", None)
    _refuse_medgym(built)
    return built


def find_ground(base: str | None, progress: Progress) -> Image:
    """The image to build the base on: ``base`` or a default; here already if possible, else pulled.

    Raises:
        SandboxError: with the fix, if there is none.
    """
    for reference in (base,) if base else (DEFAULT_BASE, debian.REFERENCE):
        if found := find_image(reference):
            return found
    wanted = base or DEFAULT_BASE
    progress(f"pulling {wanted}", None)
    try:
        with engine.errors(f"pull {wanted}"):
            _pull(wanted)
    except engine.EngineError as error:
        raise SandboxError(
            f"{error}. Without a registry, `medgym image build NAME --from-debian` makes the base from "
            "Debian's packages, and `--base REFERENCE` takes an image that is here"
        ) from error
    found = find_image(wanted)
    assert found is not None
    return found


def _pull(reference: str) -> None:
    """Pull an image; an engine may answer with success and report what failed line by line."""
    for line in engine.client().pull(*_parted(reference), stream=True, decode=True):
        if said := line.get("error"):
            raise engine.EngineError(f"Docker could not pull {reference}: {said}", "")


def _parted(reference: str) -> tuple[str, str | None]:
    """Repository and tag or digest; without either, ``latest``, since the engine would pull every tag."""
    if "@" in reference:
        return reference, None
    repository, colon, tag = reference.rpartition(":")
    return (repository, tag) if colon and "/" not in tag else (reference, "latest")


def _build_base(ground: Image, inside: Inside | None, progress: Progress) -> Image:
    reference = recipe.base_reference(ground.id)
    if found := find_image(reference):
        return found
    progress(f"building {reference} on {ground.reference}", None)
    return _build(recipe.base_context(), reference, ground, {"BASE": ground.reference}, inside)


def _build_builder(
    environment: BoxEnvironment, shared: Image, inside: Inside | None, progress: Progress
) -> Image:
    """The base plus what this site needs to install packages; discarded after use."""
    with tempfile.TemporaryDirectory() as scratch:
        site = Path(scratch)
        if inside is None:
            settings = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/site"}
            if pins(environment):
                progress("fetching packages", None)
                wheels.fetch(environment.recipe / "requirements.txt", *_platform(shared), site)
        else:
            settings = dict(inside.pip or {})
            if inside.ca_bundle:
                (site / "ca.pem").write_bytes(inside.ca_bundle.read_bytes())
                settings |= {"PIP_CERT": "/site/ca.pem", "SSL_CERT_FILE": "/site/ca.pem"}
        token = secrets.token_hex(6)
        lines = [f"FROM {shared.reference}", "COPY . /site", f"LABEL {_BUILDER_LABEL}={token}"]
        lines += [f"ENV {name}={_quoted(value)}" for name, value in settings.items()]
        context = recipe.site_context("\n".join(lines), site)
        return _build(context, f"medgym-builder:{token}", shared, {}, None)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
    return f'"{escaped}"'


def _platform(image: Image) -> tuple[str, str]:
    """Python version (``3.11``) and machine (``x86_64``) of ``image``, read without running it."""
    api = engine.client()
    with engine.errors(f"look into {image.reference}"):
        machine = api.inspect_image(image.id)["Architecture"]
        container = api.create_container(image.id, ["true"])["Id"]
        try:
            chunks, _ = api.get_archive(container, "/opt/env/pyvenv.cfg")
            with tarfile.open(fileobj=io.BytesIO(b"".join(chunks))) as archive:
                content = archive.extractfile("pyvenv.cfg")
                text = content.read().decode() if content else ""
        finally:
            api.remove_container(container)
    version = re.search(r"^version = (\d+\.\d+)", text, re.MULTILINE)
    if version is None:
        raise SandboxError(f"{image.reference} holds no Python environment at /opt/env")
    return version[1], _MACHINES.get(machine, machine)


def _build(
    context: IO[bytes], reference: str, base: Image, arguments: Mapping[str, str], inside: Inside | None
) -> Image:
    said: list[str] = []
    with context, engine.errors(f"build {reference}"):
        for event in engine.client().build(
            fileobj=context,
            custom_context=True,
            decode=True,
            tag=reference,
            buildargs=dict(arguments),
            labels={BASE_LABEL: base.id},
            network_mode=inside.network if inside else None,
            rm=True,
            forcerm=True,
        ):
            said += str(event.get("stream", "")).strip().splitlines()
            if "error" in event:
                last = "; ".join([*said[-5:], str(event["error"]).strip()])
                raise SandboxError(f"the image {reference} could not be built: {last}")
    built = find_image(reference)
    assert built is not None
    return built


def _discard_builder(builder: Image) -> None:
    """Remove the builder and what was built on it, but for layers that an image still stands on."""
    api, token = engine.client(), builder.reference.rpartition(":")[2]
    with engine.errors("remove the builder"):
        api.remove_image(builder.reference)
        api.prune_images(filters={"dangling": True, "label": [f"{_BUILDER_LABEL}={token}"]})


def _refuse_medgym(image: Image) -> None:
    """Remove ``image`` again if code in its boxes could import the oracle."""
    if hits := layers.scan_image(image.reference):
        with engine.errors(f"remove {image.reference}"):
            engine.client().remove_image(image.reference)
        raise SandboxError(
            f"{image.reference} was not kept: code in its boxes could import medgym ({hits[0].path}); "
            "take it out of requirements.txt and the Dockerfile"
        )
