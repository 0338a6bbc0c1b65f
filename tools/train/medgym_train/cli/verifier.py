"""``medgym verifier``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.cli.output import (
    exact_option,
    home_option,
    json_option,
    messages,
    print_json,
    refuse_exact,
    screen,
)
from medgym_core.cli.paths import EXISTING_FILE, FILE, FOLDER
from medgym_core.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medgym_core.journal import Entry
    from medgym_train.learned import Judge, Training

RUNS = click.argument("runs", nargs=-1, required=True, type=FOLDER)


@click.group("verifier")
def command() -> None:
    """Train a learned verifier on recorded episodes, score episodes with it, and see how good it is."""


@command.command("train")
@RUNS
@click.option("--out", type=FOLDER, required=True, help="New folder for the verifier.")
@click.option("--model", help="Fine-tune this causal model (name or folder) in place of the linear baseline.")
@click.option("--share", type=float, help="Share of tasks held out (default 0.2).")
@click.option(
    "--by", type=click.Choice(["task", "category", "family"]), help="What is held out whole (default: task)."
)
@click.option("--negatives", type=float, help="Failures for each success, at most (default 1).")
@click.option("--epochs", type=int, help="Passes, for --model (default 1).")
@click.option("--learning-rate", type=float, help="Step size, for --model (default 1e-5).")
@click.option("--seed", type=int, help="Decides who is held out and drawn (default 0).")
@click.option(
    "--steps",
    is_flag=True,
    default=None,
    help="Learn what each reply is worth, by all samples that go through it: a verifier of steps.",
)
@json_option
def train(runs: tuple[Path, ...], out: Path, as_json: bool, **options: Any) -> None:
    """Train a verifier on the episodes of RUNS; without --model, a baseline that needs no accelerator."""
    from rich.progress import track

    from medgym_train import learned

    training = _training(options)
    examples = (learned.Replies if training.steps else learned.Examples)(runs)
    read = list(track(examples, "reading", console=messages(), transient=True))
    with messages().status("training") as status:
        card = learned.train(
            read, training, out, lambda step, steps: status.update(f"training, step {step} of {steps}")
        )
    if as_json:
        print_json({"verifier": str(out), "left_out": examples.left_out, **card.model_dump(mode="json")})
        return
    what = "replies" if training.steps else "episodes"
    click.echo(f"trained on {card.trained} {what}, {card.successes} of them successes; {out} holds it")
    for reason, number in sorted(examples.left_out.items()):
        click.echo(f"left out: {number} episodes, {reason}")


@command.command("score")
@RUNS
@click.option("--verifier", type=FOLDER, help="Folder of a trained verifier.")
@click.option("--model", default="", help="Or a model behind an endpoint that returns log-probabilities.")
@click.option("--base-url", default="", help="That endpoint; any OpenAI-compatible one.")
@click.option(
    "--api-key", envvar=["MEDGYM_API_KEY", "OPENAI_API_KEY"], default="", help="Its key; never recorded."
)
@click.option("--out", type=FILE, required=True, help="File of scores to write.")
@home_option
@json_option
def score(
    runs: tuple[Path, ...],
    verifier: Path | None,
    model: str,
    base_url: str,
    api_key: str,
    out: Path,
    home: Path,
    as_json: bool,
) -> None:
    """Score the episodes of RUNS with a trained verifier, or by asking a model for YES or NO.

    A verifier of steps scores every reply; an episode's score is that of its last one.
    """
    from rich.progress import track

    from medgym_core.metrics.scores import write_scores
    from medgym_train import learned

    if bool(verifier) == bool(model):
        raise ConfigError("give either --verifier FOLDER or --model NAME with --base-url")
    judge, steps = _judge(verifier) if verifier else (_remote(model, base_url, api_key, home), False)
    examples = (learned.Replies if steps else learned.Examples)(runs)
    scores = learned.scored(judge, track(examples, "scoring", console=messages(), transient=True))
    write_scores(scores, out, steps)
    if as_json:
        print_json({"file": str(out), "scored": len(scores), "left_out": examples.left_out})
    else:
        click.echo(f"{out} holds the scores of {len(scores)} episodes")


@command.command("eval")
@RUNS
@click.option("--scores", type=EXISTING_FILE, required=True)
@click.option("--verifier", type=FOLDER, help="Only on tasks that this trained verifier never saw.")
@exact_option
@json_option
def evaluate(runs: tuple[Path, ...], scores: Path, verifier: Path | None, exact: bool, as_json: bool) -> None:
    """Tell how good SCORES are on the episodes of RUNS: best@k beside pass@k, AUC, calibration error.

    Of a verifier of steps also: of two replies to the same context, how often the better one scores higher.
    Of labelled data it withholds counts from 1 to 10 and what would give one away.
    """
    from medgym_core.access.tier import strictest
    from medgym_core.journal import read_index
    from medgym_core.metrics.scores import read_step_scores
    from medgym_train import learned
    from medgym_train.report import disclosed_evaluation, evaluation_table

    refuse_exact(exact, as_json)
    entries: Sequence[Entry] = [entry for run in runs for entry in read_index(run)[0]]
    if verifier:
        training = learned.Training.model_validate(dict(learned.load(verifier)[1].settings))
        entries = [entry for entry in entries if training.holds_out(entry)]
    given = read_step_scores(scores)
    evaluation = learned.evaluate(entries, {id: each[-1] for id, each in given.items()})
    if any(len(each) > 1 for each in given.values()):
        chosen = {entry.id for entry in entries}
        replies = (reply for reply in learned.Replies(runs) if reply.id in chosen)
        evaluation = evaluation.model_copy(update={"choices": learned.choices(replies, given)})
    tier = strictest(entry.tier for entry in entries)
    evaluation = evaluation if exact else disclosed_evaluation(evaluation, tier)
    print_json(evaluation.model_dump(mode="json")) if as_json else screen().print(
        evaluation_table(evaluation)
    )


def _training(options: dict[str, Any]) -> Training:
    from pydantic import ValidationError

    from medgym_train.learned import Training

    try:
        return Training.model_validate({name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        fault = error.errors()[0]
        raise ConfigError(f"--{str(fault['loc'][0]).replace('_', '-')}: {fault['msg']}") from error


def _judge(folder: Path) -> tuple[Judge, bool]:
    """The verifier in a folder, and whether it is one of steps."""
    from medgym_train import learned

    judge, card = learned.load(folder)
    return judge, bool(card.settings.get("steps"))


def _remote(model: str, base_url: str, api_key: str, home: Path) -> Judge:
    from medgym_core.agent import AgentConfig
    from medgym_train.learned.endpoint import Remote

    return Remote(AgentConfig(model=model, base_url=base_url, api_key=api_key, home=home))
