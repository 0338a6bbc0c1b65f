"""The sections of docs/ that are made from the code; ``python -m tests.docs.regenerate`` writes them."""

from collections.abc import Callable, Iterator

import click

from medgym_core import family, metrics, registry, task, trajectory
from medgym_core.agent import settings
from medgym_core.cli.main import main
from medgym_core.failure import behaviour, mode
from medgym_core.metrics import curve
from medgym_core.report import figures
from medgym_core.rollout import config
from medgym_core.verifier import contract, fault
from medgym_core.verifier.metric import METRICS
from medgym_prove import attack
from medgym_prove.checks import HIGHEST, checks
from medgym_prove.ladder.mark import MARKS
from medgym_prove.proposal.entry import ENTRY
from medgym_prove.proposal.judge import APPROVAL, SAME
from medgym_prove.proposal.rules import RULES
from medgym_train import fallible

from . import sessions
from .architecture import layers, modules, reading, sandbox, statistics, tools
from .confinement import guarantees, refusals
from .contents import breadth, calculators, novel_splits
from .gate import access
from .interface import actions, hooks, identity, methods, public_names
from .markdown import described, fields, members, models, plain, table
from .outputs import table_of_outputs

BEHAVIOUR = (behaviour.Behaviour, behaviour.Debugging, behaviour.Phase)
FIGURES = (figures.RunFigures, metrics.Curves, curve.Point, metrics.Average, *BEHAVIOUR)


def commands() -> Iterator[click.Context]:
    """The context of every command, groups before what is in them."""

    def below(context: click.Context) -> Iterator[click.Context]:
        yield context
        if isinstance(context.command, click.Group):
            for verb in context.command.list_commands(context):
                command = context.command.get_command(context, verb)
                assert command is not None
                yield from below(click.Context(command, parent=context, info_name=verb))

    width = 100
    root = click.Context(
        main, info_name="medgym", terminal_width=width, max_content_width=width, **main.context_settings
    )
    return below(root)


def cli() -> str:
    """Every command's help."""
    parts = (f"### {context.command_path}\n\n```text\n{context.get_help()}\n```\n" for context in commands())
    return "\n" + "\n".join(parts) + "\n"


def attacks() -> str:
    """Every attack with what it tries."""
    rows = []
    for name in attack.ATTACKS:
        script = getattr(attack, name.removeprefix("attack:"))
        rows.append([f"`{name}`", plain(script.__doc__)])
    return table("agent|what it tries", rows)


def record() -> str:
    """The fields of a record."""
    names = ("Episode", "EpisodeKey", "Step", "TurnRecord", "Provenance")
    return models(*(getattr(trajectory, name) for name in names), contract.Verdict)


def metric_table() -> str:
    """The metrics of prediction files."""
    rows = (
        [f"`{name}`", "lower" if metric.lower_is_better else "higher", metric.predicts]
        for name, metric in METRICS.items()
    )
    return table("metric|better|what a prediction column holds", rows)


SECTIONS: dict[str, Callable[[], str]] = {
    "outputs": table_of_outputs,
    "access": access,
    "actions": actions,
    "answer-kinds": lambda: ", ".join(f"`{kind}`" for kind in family.ANSWER_KINDS) + "\n",
    "attacks": attacks,
    "breadth": breadth,
    "calculators": calculators,
    "calls": refusals,
    "checks": lambda: table(
        "check|level|what holds|how to fix it",
        ([f"`{check.id}`", str(check.level), check.title, check.hint] for check in checks(HIGHEST)),
    ),
    "cli": cli,
    "comparison": lambda: described(metrics.Comparison),
    "failure-modes": lambda: table(
        "mode|what it means|in the paper",
        (
            [f"`{mode.FailureMode[n]}`", text, mode.PAPER.get(mode.FailureMode[n], "left out")]
            for n, text in members(mode, "FailureMode")
        ),
    ),
    "fallible-options": lambda: fields(fallible.Odds),
    "faults": lambda: table(
        "reason|meaning", ([f"`{fault.Fault[n]}`", text] for n, text in members(fault, "Fault"))
    ),
    "figures": lambda: described(metrics.Group),
    "guarantees": guarantees,
    "hooks": hooks,
    "identity": identity,
    "layers": layers,
    "limits": lambda: fields(task.Limits),
    "llm-options": lambda: fields(settings.Settings),
    "methods": methods,
    "played-inbox": lambda: sessions.section("inbox"),
    "played-study": lambda: sessions.section("study"),
    "marks": lambda: table("mark|what it means", ([f"`{name}`", text] for name, text in MARKS.items())),
    "metrics": metric_table,
    "modules": modules,
    "sandbox": sandbox,
    "statistics": statistics,
    "reading": reading,
    "tools": tools,
    "public-names": public_names,
    "record": record,
    "novel-splits": novel_splits,
    "registry-entry": lambda: described(registry.FamilyEntry),
    "rules": lambda: table(
        "rule|what holds|how to fix it",
        ([f"`{rule.id}`", rule.title, rule.hint] for rule in (*RULES, SAME, APPROVAL, ENTRY)),
    ),
    "run-figures": lambda: models(*FIGURES),
    "run-settings": lambda: fields(config.RunConfig),
}
