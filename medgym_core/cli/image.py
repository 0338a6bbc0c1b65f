"""``medgym image``."""

from __future__ import annotations

from pathlib import Path

import click

from medgym_core.cli.output import Family, json_option, messages, print_json
from medgym_core.cli.paths import Named

BUNDLE = Named(exists=True, dir_okay=False, resolve_path=True)


@click.group("image")
def command() -> None:
    """Build the image of a family's boxes."""


@command.command("build")
@click.argument("name", type=Family())
@click.option("--base", metavar="IMAGE", help="Image to build on (default debian:bookworm-slim).")
@click.option("--from-debian", is_flag=True, help="Make the base from Debian packages; needs no registry.")
@click.option("--inside", is_flag=True, help="Let pip run inside the build, instead of on this machine.")
@click.option("--network", default="default", help="Network of the build, with --inside.")
@click.option("--ca-bundle", type=BUNDLE, help="Certificates (PEM) pip trusts, with --inside.")
@json_option
def build(
    name: str,
    base: str | None,
    from_debian: bool,
    inside: bool,
    network: str,
    ca_bundle: Path | None,
    as_json: bool,
) -> None:
    """Build the image of the family NAME, unless it stands already on the same base."""
    from medgym_core import plugins
    from medgym_sandbox.image import Inside, build_image

    way = Inside(network, ca_bundle) if inside or ca_bundle or network != "default" else None
    family = plugins.family(name)
    with messages().status(f"building the image of {name}") as status:
        image = build_image(
            family.environment,
            base=base,
            from_debian=from_debian,
            inside=way,
            progress=lambda what, _: status.update(what),
        )
    print_json({"reference": image.reference, "id": image.id}) if as_json else click.echo(image.reference)
