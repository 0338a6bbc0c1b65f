"""``--log-level`` of every verb: which messages of the program are shown on standard error."""

from __future__ import annotations

import logging

import click

LEVELS = ("debug", "info", "warning", "error")


class Shown(logging.Handler):
    """Prints what the program says of itself; libraries that it uses stay silent."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record of medgym on standard error, as one line without control characters."""
        from medgym_core.report.escape import escape

        if record.name.startswith("medgym"):
            text = " ".join(record.getMessage().split())
            click.echo(f"{record.levelname.lower()} {record.name}: {escape(text)}", err=True)


def _show(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is None or ctx.resilient_parsing:
        return
    root, handler = logging.getLogger(), Shown()
    before = root.level
    root.addHandler(handler)
    root.setLevel(value.upper())

    def restore() -> None:
        root.removeHandler(handler)
        root.setLevel(before)

    ctx.call_on_close(restore)


def with_log_level(command: click.Command) -> click.Command:
    """``command`` with the option ``--log-level``, or a group with it at each of its commands."""
    if isinstance(command, click.Group):
        for part in command.commands.values():
            with_log_level(part)
    elif not any(parameter.name == "log_level" for parameter in command.params):
        option = click.Option(
            ["--log-level"],
            type=click.Choice(LEVELS),
            envvar="MEDGYM_LOG_LEVEL",
            expose_value=False,
            is_eager=True,
            callback=_show,
            help="Messages of the program to show (default warning, of runs alone).",
        )
        command.params.append(option)
    return command


def is_shown() -> bool:
    """Whether messages are shown already."""
    return any(isinstance(handler, Shown) for handler in logging.getLogger().handlers)
