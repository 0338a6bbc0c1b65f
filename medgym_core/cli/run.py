"""``medgym run``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from medgym_core.cli import completion
from medgym_core.cli.completion import RunFolder
from medgym_core.cli.output import json_option, messages, shown_warnings
from medgym_core.cli.paths import EXISTING_FILE, FOLDER
from medgym_core.cli.run_result import print_run_result, print_run_result_json
from medgym_core.errors import ConfigError

if TYPE_CHECKING:
    from medgym_core.rollout import RunResult

RUN = RunFolder(exists=True)


def pairs(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str] | None:
    """``NAME=VALUE`` texts by name; None if there is none."""
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE")
    return dict(value.split("=", 1) for value in values) or None


def _sources(
    ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, str] | None:
    """As :func:`pairs`; of a path alone, with the family that it may be for."""
    bare = [value for value in values if "=" not in value]
    if bare:
        task = ctx.params.get("task") or ""
        family = task if task and "," not in task else "FAMILY"
        raise click.BadParameter(f"{bare[0]!r} names no family; write {family}={bare[0]}")
    return pairs(ctx, parameter, values)


def _places(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> list[str] | None:
    """The paths of all values, with commas between them or not; None if there is none."""
    return [place for value in values for place in value.split(",") if place] or None


def _settings(
    ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, Any] | None:
    texts = pairs(ctx, parameter, values)
    return {name: _json_or_text(text) for name, text in texts.items()} if texts else None


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value


def _tasks(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Any:
    if value is None or not value.startswith("@"):
        return value
    from medgym_core.rollout.selection import listed

    return listed(Path(value[1:]))


@click.command("run")
@click.option("--task", metavar="NAME[,NAME]", shell_complete=completion.families, help="Families to play.")
@click.option(
    "--split",
    metavar="NAME[,NAME]...",
    shell_complete=completion.splits,
    help="Splits of each family (default test).",
)
@click.option(
    "--tasks", metavar="ID[,PATTERN]|@FILE", callback=_tasks, help="These tasks alone (default all)."
)
@click.option("--failed-of", type=RUN, metavar="RUN", help="Tasks of another run that had no success there.")
@click.option("--category", metavar="NAME[,NAME]", help="Tasks of these categories alone.")
@click.option("--shuffle", type=int, metavar="SEED", help="Take tasks in another order, the same for a seed.")
@click.option("-n", "--limit", type=int, help="Tasks of each split, of all categories alike (default all).")
@click.option(
    "--sampler",
    metavar="NAME",
    shell_complete=completion.samplers,
    help="Tasks as they come (uniform, the default), or by estimated pass rate (learnable).",
)
@click.option(
    "--rates-of",
    multiple=True,
    callback=_places,
    metavar="RUN[,RUN]...",
    shell_complete=completion.runs,
    help="Runs to estimate it by (default: what is measured of how hard the family is).",
)
@click.option("--pass-rate", metavar="LOW,HIGH", help="Its bounds (default 0.1,0.9).")
@click.option("--samples", type=int, help="Episodes of each task (default 1).")
@click.option(
    "--tree", metavar="WAYSxPLACES", help="A tree of episodes of each task: 4 ways at 3 places are 4x3."
)
@click.option(
    "--branch",
    type=click.Choice(["step", "entropy", "error"]),
    help="Where its leaves part: spread (step), least sure (entropy), up to the first failure (error).",
)
@click.option(
    "--agent",
    shell_complete=completion.agents,
    help="Who plays: reference (default), llm, nop, replay, attack:NAME.",
)
@click.option(
    "--endpoint",
    metavar="NAME",
    shell_complete=completion.endpoints,
    help="Endpoint of medgym.toml or ~/.config/medgym/config.toml; implies --agent llm.",
)
@click.option("-m", "--model", help="Model name at the endpoint; implies --agent llm.")
@click.option("--base-url", help="Endpoint, for llm; any OpenAI-compatible one.")
@click.option(
    "--api-key", envvar=["MEDGYM_API_KEY", "OPENAI_API_KEY"], default="", help="Its key; never recorded."
)
@click.option("--temperature", type=float, help="Sampling temperature (default 0).")
@click.option(
    "--schedule",
    type=click.Choice(["constant", "paper"]),
    help="Temperature of each sample: as given (constant), or first 0, then 0.6 (paper).",
)
@click.option(
    "--option", "options", multiple=True, callback=_settings, metavar="NAME=VALUE", help="Agent setting."
)
@click.option("--steps", type=int, help="Actions per turn, at most (default: what the task declares).")
@click.option(
    "--protocol", type=click.Choice(["default", "paper"]), help="What is graded (default: default)."
)
@click.option("--seed", type=int, help="Seed of the run (default 0).")
@click.option(
    "--source",
    "sources",
    multiple=True,
    callback=_sources,
    metavar="NAME=PATH",
    help="Your own data, or a fetched source's name.",
)
@click.option("--scale", type=int, help="Size of synthetic data, as of `medgym data build`.")
@click.option("--data-seed", type=int, help="Seed of synthetic data, likewise: other tasks (default 0).")
@click.option(
    "--sandbox",
    shell_complete=completion.sandboxes,
    help="Where code runs: auto (default), docker, docker-fresh, bubblewrap, process.",
)
@click.option(
    "--fresh-containers",
    "sandbox",
    flag_value="docker-fresh",
    help="The same as --sandbox docker-fresh: no container serves two episodes.",
)
@click.option("-j", "--jobs", type=int, help="Episodes at once (one a core, 16 to 64 for an endpoint).")
@click.option(
    "--backend", type=click.Choice(["threads", "processes", "ray"]), help="What runs them (threads)."
)
@click.option("--address", help="Ray cluster to join (default: one made here).")
@click.option("--budget-tokens", type=int, help="Begin no episode once so many tokens are used.")
@click.option("--budget-usd", type=float, help="... once it cost so much (needs prices).")
@click.option("--budget-hours", type=float, help="... once so many hours have passed.")
@click.option(
    "--requests-per-minute", type=float, help="Requests to the endpoint, of all runs here together."
)
@click.option("--tokens-per-minute", type=float, help="Tokens, likewise.")
@click.option("--retries", type=int, help="Further tries after an infra_error (default 2).")
@click.option(
    "--fail-on-error/--no-fail-on-error",
    default=None,
    help="Stop when five episodes in a row end in the same error (default: stop).",
)
@click.option("--max-repeats", type=int, help="Same action, same result: truncate after so many (default 3).")
@click.option(
    "--tag", "--tags", "tags", multiple=True, callback=pairs, metavar="NAME=VALUE", help="To find it by."
)
@click.option(
    "--log",
    metavar="NAME[,NAME]",
    shell_complete=completion.listeners,
    help="Who hears of the run: wandb, mlflow, tensorboard.",
)
@click.option("--log-texts", is_flag=True, default=None, help="Questions, answers and errors, too.")
@click.option("--home", type=FOLDER, envvar="MEDGYM_HOME", help="Folder of the builds (default ~/.medgym).")
@click.option(
    "--preset",
    metavar="NAME",
    shell_complete=completion.presets,
    help="Settings of the same files; flags and --config win.",
)
@click.option("--config", type=EXISTING_FILE, help="YAML or TOML file of these settings; flags win.")
@click.option("--out", type=FOLDER, help="Folder to record into (default runs/TIME-NAME).")
@click.option(
    "--resume", type=RunFolder(), metavar="RUN", help="Continue this run with its saved configuration."
)
@json_option
@click.pass_context
def command(ctx: click.Context, /, as_json: bool, **options: Any) -> None:
    """Play tasks with an agent and record every episode.

    Without a key, `medgym run --task npowerai` plays the reference solutions, which checks the setup.
    """
    given = ctx.get_parameter_source("api_key") is ParameterSource.COMMANDLINE
    result = _run(key_is_given=given, **options)
    if as_json:
        print_run_result_json(result)
    else:
        print_run_result(result)
    if result.signal is not None:
        ctx.exit(128 + result.signal)
    if result.alarmed or result.index.finished() == 0:
        ctx.exit(1)


def _run(
    config: Path | None,
    out: Path | None,
    resume: Path | None,
    failed_of: Path | None,
    api_key: str,
    key_is_given: bool,
    **options: Any,
) -> RunResult:
    from medgym_core import rollout
    from medgym_core.rollout import folder
    from medgym_core.rollout.config import amend, resolve
    from medgym_core.rollout.named import key_for

    flags = {name: value for name, value in options.items() if value is not None}
    if resume is not None and (config or out):
        raise ConfigError(
            "--resume takes configuration and folder from the run; leave --config and --out out"
        )
    if failed_of is not None:
        flags = _failed(failed_of, flags)
    console = messages()
    with shown_warnings(console):
        resolved = resolve(config, flags) if resume is None else amend(folder.load(resume)[0], flags)
        if not key_is_given:
            api_key = key_for(resolved.base_url, resolved.model, api_key)
        if resume is None:
            return rollout.start(resolved, out, api_key, console)
        return rollout.resume(resume, flags, api_key, console)


def _failed(run: Path, flags: dict[str, Any]) -> dict[str, Any]:
    """The flags for the tasks that had no success in ``run``, of its families, split and data."""
    from medgym_core.journal import read_index
    from medgym_core.rollout import folder
    from medgym_core.rollout.selection import unsolved

    if "tasks" in flags:
        raise ConfigError("--tasks and --failed-of both say which tasks to play; leave one of them out")
    saved, _ = folder.load(run)
    tasks = unsolved(read_index(run)[0])
    if not tasks:
        raise ConfigError(f"no task of {run} was played without a success; there is nothing to play again")
    families = tuple(dict.fromkeys(task.partition("/")[0] for task in tasks))
    sources = {name: path for name, path in saved.sources.items() if name in families}
    as_before = {
        "task": families,
        "split": saved.split,
        "sources": sources,
        "scale": saved.scale,
        "data_seed": saved.data_seed,
    }
    return {**as_before, **flags, "tasks": tasks}
