"""``medgym serve-model``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from medgym_core.cli.output import json_option, print_json
from medgym_core.cli.paths import FOLDER

if TYPE_CHECKING:
    from medgym_train.serving import ModelServer


@click.command("serve-model")
@click.argument("folder", type=FOLDER)
@click.option("--name", help="Name of the model for --model (default: the folder's).")
@click.option(
    "--host", default="127.0.0.1", help="Address to listen at (default 127.0.0.1: this machine only)."
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port (default: a free one).")
@click.option("--batch", type=click.IntRange(1), default=32, help="Replies written at once (default 32).")
@click.option("--threads", type=click.IntRange(1), help="Cores for the model (default: all).")
@json_option
def command(
    folder: Path, name: str | None, host: str, port: int, batch: int, threads: int | None, as_json: bool
) -> None:
    """Serve the transformers model in FOLDER by the chat-completions protocol, until interrupted.

    Replies of many requests are written together; each is what it would be alone. There is no key: whoever
    reaches the address can use the model.
    """
    from medgym_train.serving import serve

    known = name or folder.resolve().name

    def announce(server: ModelServer) -> None:
        if as_json:
            print_json({"base_url": server.url, "model": known})
            return
        click.echo(f"medgym run --agent llm --base-url {server.url} --model {known}\nCtrl-C ends the server")

    serve(folder, known, port, host, batch, announce, threads)
