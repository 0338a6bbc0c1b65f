"""Images: named by their recipe, built once, and free of what was only needed to build them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from medgym_sandbox import engine, image, recipe
from medgym_sandbox.errors import ConfigError, SandboxError
from medgym_sandbox.held import Image, find_image
from medgym_sandbox.image import Inside, build_image, ensure_image, forget_image
from medgym_sandbox.layers import scan_image
from medgym_sandbox.spec import BoxEnvironment

Make = Callable[[str], BoxEnvironment]

ONE_STAGE = "ARG BASE\nFROM ${BASE}\n"
TWO_STAGES = """\
ARG BASE
ARG BUILDER
FROM ${BUILDER} AS packages
RUN touch /opt/env/installed-with-the-settings-of-this-site
FROM ${BASE}
COPY --from=packages /opt/env /opt/env
"""


def with_engine(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that builds images."""
    return pytest.mark.docker(pytest.mark.usefixtures("docker_engine")(test))


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """A function that makes a recipe without packages from a Dockerfile; its image is removed at the end."""
    made: list[BoxEnvironment] = []

    def make(dockerfile: str) -> BoxEnvironment:
        folder = tmp_path / f"trial{len(made)}"
        folder.mkdir()
        (folder / "Dockerfile").write_text(dockerfile)
        (folder / "requirements.txt").write_text("")
        made.append(BoxEnvironment(folder))
        return made[-1]

    yield make
    for environment in made:
        if found := find_image(recipe.reference(environment)):
            engine.client().remove_image(found.reference)  # its id may be that of other images


def test_the_name_follows_the_plugin_and_the_digest_every_file(tmp_path: Path) -> None:
    folder = tmp_path / "medgym_plugin_ehr_seqsql" / "image"
    folder.mkdir(parents=True)
    (folder / "Dockerfile").write_text("FROM x")
    before = recipe.reference(BoxEnvironment(folder))
    assert before.startswith("medgym-ehr-seqsql:")
    (folder / "requirements.txt").write_text("")
    assert recipe.reference(BoxEnvironment(folder)) != before


@pytest.mark.parametrize(
    ("reference", "parted"),
    [
        ("debian", ("debian", "latest")),
        ("debian:12", ("debian", "12")),
        ("localhost:5000/debian", ("localhost:5000/debian", "latest")),
        ("localhost:5000/debian:12", ("localhost:5000/debian", "12")),
        ("debian@sha256:00", ("debian@sha256:00", None)),
    ],
)
def test_references_are_parted_at_the_tag(reference: str, parted: tuple[str, str | None]) -> None:
    assert image._parted(reference) == parted


def test_options_that_exclude_each_other_are_refused(bare_environment: BoxEnvironment) -> None:
    with pytest.raises(ConfigError, match="--base and --from-debian"):
        build_image(bare_environment, base="debian", from_debian=True)


def test_a_bundle_that_is_not_there_is_refused(bare_environment: BoxEnvironment, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no certificate bundle at .*lost\.pem"):
        build_image(bare_environment, inside=Inside(ca_bundle=tmp_path / "lost.pem"))


@pytest.mark.slow
@with_engine
def test_an_image_is_built_once(make: Make, tmp_path: Path) -> None:
    environment, said = make(ONE_STAGE + "# once\n"), []
    first = ensure_image(environment, tmp_path)
    forget_image(environment)
    again = ensure_image(environment, tmp_path, lambda what, _: said.append(what))
    assert again == first == build_image(environment, progress=lambda what, _: said.append(what))
    assert said == []


@pytest.mark.slow
@with_engine
def test_equal_recipes_share_one_image(make: Make) -> None:
    one, another = make(ONE_STAGE + "# equal\n"), make(ONE_STAGE + "# equal\n")
    first, said = build_image(one), []
    second = build_image(another, progress=lambda what, _: said.append(what))
    assert (second.id, said) == (first.id, [])
    assert second.reference == recipe.reference(another) != first.reference


@pytest.mark.slow
@with_engine
def test_another_base_builds_again_under_the_same_tag(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = make(ONE_STAGE + "# bases\n")
    first = build_image(environment)
    base = engine.client().inspect_image(first.id)["Config"]["Labels"]["medgym.base"]
    other = Image(base, "sha256:another")
    monkeypatch.setattr(image, "_build_base", lambda *_: other)
    second = build_image(environment)
    assert (second.reference, second.id != first.id) == (first.reference, True)
    assert build_image(environment) == second


@pytest.mark.slow
@with_engine
def test_what_the_build_needed_is_not_in_the_image(make: Make, tmp_path: Path) -> None:
    environment = make(TWO_STAGES)
    (bundle := tmp_path / "ca.pem").write_bytes(b"the certificate of the proxy")
    index = "https://user:s3cr3t@index.invalid/simple"
    built = build_image(environment, inside=Inside(ca_bundle=bundle, pip={"PIP_INDEX_URL": index}))
    assert scan_image(built.reference, [b"certificate of the proxy", b"s3cr3t"]) == []
    left = engine.client().images(all=True, filters={"label": "medgym.builder"})
    assert left == []


@pytest.mark.slow
@with_engine
def test_an_image_that_holds_medgym_is_not_kept(make: Make) -> None:
    environment = make(ONE_STAGE + "RUN mkdir /opt/medgym_core\n")
    with pytest.raises(SandboxError, match="could import medgym"):
        build_image(environment)
    assert find_image(recipe.reference(environment)) is None


@with_engine
def test_a_build_that_fails_shows_its_last_lines(make: Make) -> None:
    with pytest.raises(SandboxError, match=r"could not be built.*this went wrong"):
        build_image(make(ONE_STAGE + "RUN echo this went wrong && false\n"))


@with_engine
def test_a_base_that_is_nowhere_tells_the_fix(make: Make) -> None:
    with pytest.raises(SandboxError, match="--from-debian"):
        build_image(make(ONE_STAGE + "# lost\n"), base="localhost:1/nowhere:none")
