"""The sections of docs/ that are made from the code; ``python -m tests.docs.regenerate`` writes them."""

import ast
import errno
import inspect
import textwrap
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import click
from pydantic.fields import FieldInfo

import medgym_bundle
import medgym_core
import medgym_hub
import medgym_prove
import medgym_track
import medgym_train
from benchmarks.breadth import Breadth, kept
from medgym_core import family, hookspecs, metrics, plugins, registry, task, trajectory
from medgym_core.access import Tier
from medgym_core.action.schema import tool_schemas
from medgym_core.agent import fallible, settings
from medgym_core.cli.main import main
from medgym_core.failure import behaviour, mode
from medgym_core.metrics import curve
from medgym_core.report import figures
from medgym_core.rollout import config
from medgym_core.sandbox import bubblewrap, docker, process, spec
from medgym_core.sandbox.worker import calls
from medgym_core.verifier import contract, fault
from medgym_core.verifier.metric import METRICS
from medgym_prove import attack
from medgym_prove.checks import HIGHEST, checks
from medgym_prove.conformance import behaviours
from medgym_prove.proposal.judge import APPROVAL, SAME
from medgym_prove.proposal.rules import RULES

from ..access import matrix
from ..test_architecture import LAYERS
from . import sessions
from .markdown import described, fields, members, models, plain, table
from .outputs import table_of_outputs

BEHAVIOUR = (behaviour.Behaviour, behaviour.Debugging, behaviour.Phase)
FIGURES = (figures.RunFigures, metrics.Curves, curve.Point, metrics.Average, *BEHAVIOUR)
PUBLISHED = {
    "biodsbench": "all",
    "ehr-seqsql": "all",
    "ehrcon": "all",
    "eicu": "35%",
    "medagentbench": "117 of 300",
    "medcalcbench": "94.3%",
    "mimic": "31%",
    "npowerai": "37%, with one for each template",
    "treqs": "72%",
}
"""What the best single output passes of the published test files, as docs/comparison.md tells by family."""
WORDED = Tier.CREDENTIALED
"""The tier whose refusals are quoted."""
HOOKS = tuple(name for name in vars(hookspecs) if name.startswith("medgym_"))


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


def novel_splits() -> str:
    """Every split whose tasks have what no training task has."""
    rows = (
        [
            f"[{name}](families/{name}.md)",
            f"`{split}`",
            f"{told.size:,}",
            told.novel,
            f"{told.chance_rate:g}",
        ]
        for name, entry in sorted(registry.load().families.items())
        for split, told in entry.splits.items()
        if told.novel != "instance"
    )
    return table("family|split|tasks|training shows no such|chance rate", rows)


def hooks() -> str:
    """Every hook: signature and meaning."""
    parts = []
    for name in HOOKS:
        hook = getattr(hookspecs, name)
        parts.append(f"### {name}\n\n```python signature\ndef {name}{inspect.signature(hook)}\n```\n")
        parts.append(inspect.cleandoc(hook.__doc__).replace("``", "`") + "\n")
    return "\n" + "\n".join(parts).replace("'", "") + "\n"


def identity() -> str:
    """The class attributes of a family."""
    return table("attribute|meaning", ([f"`{n}`", text] for n, text in members(family, "TaskFamily")))


def methods() -> str:
    """The methods of a family."""
    rows = []
    for name, method in vars(family.TaskFamily).items():
        if inspect.isfunction(method):
            needed = "yes" if getattr(method, "__isabstractmethod__", False) else "no"
            signature = str(inspect.signature(method)).replace("self, ", "").replace("'", "")
            rows.append(
                [
                    f"`{name}{signature.replace('(self)', '()')}`".replace("|", "\\|"),
                    needed,
                    plain(method.__doc__),
                ]
            )
    return table("method|required|meaning", rows)


def guarantees() -> str:
    """What each backend may promise, and how many behaviours of the suite test it."""
    tested = [behaviour.guarantee for behaviour in behaviours()]
    meaning = dict(members(spec, "Guarantee"))
    rows = (
        [f"`{g}`", meaning[g.name], _in_docker(g), _in_bubblewrap(g), _in_process(g), str(tested.count(g))]
        for g in spec.Guarantee
    )
    return table("guarantee|what it promises|docker, docker-fresh|bubblewrap|process|tests", rows)


def _in_docker(guarantee: spec.Guarantee) -> str:
    if guarantee in docker._LIMITS:
        return "if the engine can"
    return "with Landlock" if guarantee in docker._WITH_LANDLOCK else "yes"


def _in_bubblewrap(guarantee: spec.Guarantee) -> str:
    if guarantee not in bubblewrap._OPTIONAL:
        return "yes"
    conditions = {
        spec.Guarantee.UID_SPLIT: "as root",
        spec.Guarantee.DISK_LIMIT: "where boxes are forks",
        spec.Guarantee.CPU_LIMIT: "with cgroups",
        spec.Guarantee.MEMORY_LIMIT: "with cgroups",
        spec.Guarantee.PROCESS_LIMIT: "with cgroups, or not as root",
        spec.Guarantee.HOST_UNSEEN: "with Landlock",
        spec.Guarantee.WORKER_SAFE: "with Landlock, where boxes are forks or without cgroups",
    }
    return conditions[guarantee]


def _in_process(guarantee: spec.Guarantee) -> str:
    conditions = {
        "yes": process._ALWAYS,
        "with Landlock": process._WITH_LANDLOCK,
        "with namespaces": process._WITH_NAMESPACES,
        "with Landlock or namespaces": process._WITH_EITHER,
        "with Landlock and namespaces": process._WITH_BOTH,
        "with cgroups": process._WITH_CGROUP,
    }
    return next((condition for condition, promised in conditions.items() if guarantee in promised), "no")


def _errno(error: int) -> str:
    return f"`{errno.errorcode[error]}`" if error else "as if done"


def actions() -> str:
    """The arguments of the four actions, as models are told them."""
    parts = []
    for tool in tool_schemas(plugins.action(name) for name in task.ACTIONS):
        function = tool["function"]
        fields = plugins.action(function["name"]).Arguments.model_fields
        rows = [
            [f"`{name}`", _json_type(schema), _default(fields[name]), plain(schema["description"])]
            for name, schema in function["parameters"]["properties"].items()
        ]
        header = f"### {function['name']}\n\n{plain(function['description'])}\n\n"
        parts.append(header + table("argument|type|default|meaning", rows))
    return "\n" + "\n".join(parts) + "\n"


def _json_type(schema: dict[str, object]) -> str:
    choices = schema.get("enum")
    return (
        ", ".join(f"`{choice}`" for choice in choices) if isinstance(choices, list) else str(schema["type"])
    )


def _default(field: FieldInfo) -> str:
    return "required" if field.is_required() else "" if field.default is None else f"`{field.default}`"


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


def modules() -> str:
    """The modules and packages of the core, each with the first line of its docstring."""
    return _tree(Path(medgym_core.__file__).parent)


def tools() -> str:
    """The same of the distributions that bring verbs."""
    parts = []
    for package in (medgym_prove, medgym_train, medgym_bundle, medgym_track, medgym_hub):
        folder = Path(str(package.__file__)).parent
        parts.append(f"\n### {folder.name}\n{_tree(folder)}")
    return "".join(parts)


def _tree(core: Path) -> str:
    rows = []
    for path in sorted([*core.glob("*.py"), *core.glob("*/__init__.py")]):
        name = path.parent.name + "/" if path.name == "__init__.py" else path.name
        if path.parent != core or path.name != "__init__.py":
            first = (ast.get_docstring(ast.parse(path.read_text())) or "").splitlines()[0]
            rows.append([f"`{name}`", plain(first)])
    return table("module|what it is", rows)


def layers() -> str:
    """The order in which modules may import one another."""
    return "\n```text\n" + "\n".join(LAYERS) + "\n```\n\n"


def metric_table() -> str:
    """The metrics of prediction files."""
    rows = (
        [f"`{name}`", "lower" if metric.lower_is_better else "higher", metric.predicts]
        for name, metric in METRICS.items()
    )
    return table("metric|better|what a prediction column holds", rows)


def public_names() -> str:
    """Everything a plugin may import, by where it lives."""
    rows = (
        [f"`medgym_core.{module}`", ", ".join(f"`{name}`" for name in names.split())]
        for module, names in medgym_core._HOMES.items()
    )
    return table("home|names", rows)


def breadth() -> str:
    """How much there is to learn in each family of the benchmark, and what learning it by heart earns."""
    rows = (
        [f"[{name}](families/{name}.md)", *_breadth(kept(name)), PUBLISHED.get(name, "-")]
        for name, entry in sorted(registry.load().families.items())
        if entry.suites
    )
    columns = "family|version|templates|wordings|only in ood|by heart|one program|one output, published files"
    return table(columns, rows)


def _breadth(found: Breadth | None) -> list[str]:
    if found is None:
        return ["-"] * 6
    heart = "-" if found.by_heart is None else f"{found.by_heart:.1%}"
    share = f"{found.novel / found.templates:.0%} of templates"
    program = f"{found.program:.1%} of {found.played}"
    return [found.version, str(found.templates), str(found.wordings), share, heart, program]


def calculators() -> str:
    """The calculators of the family medcalcbench."""
    from medgym_plugin_medcalcbench.calculators import CALCULATORS

    rows = (
        [str(c.number), f"`{c.key}`", c.name, c.source, c.variant, c.erratum] for c in CALCULATORS.values()
    )
    return table("ID|category|calculator|source|in force|errors of labels", rows)


def access() -> str:
    """What the gate decides of every tier, endpoint and attestation, and what it says where it refuses."""
    reasons: dict[str, str] = {}
    rows = []
    for endpoint, attested in product(matrix.ENDPOINTS, matrix.ATTESTATIONS):
        told = {tier: matrix.said(tier, endpoint, attested) for tier in Tier}
        reasons.setdefault(_reason(told[WORDED]), told[WORDED])
        rows.append([endpoint, attested, *map(_reason, told.values())])
    columns = "|".join(("endpoint", "attestation", *Tier))
    quoted = (
        f"{reason}:\n\n```text\n{textwrap.fill(text, 100)}\n```\n" for reason, text in reasons.items() if text
    )
    return table(columns, rows) + "\n" + "\n".join(quoted) + "\n"


def _reason(message: str) -> str:
    if not message:
        return "passes"
    return "refused, in the clear" if "in the clear" in message else "refused, not attested"


SECTIONS: dict[str, Callable[[], str]] = {
    "outputs": table_of_outputs,
    "access": access,
    "actions": actions,
    "answer-kinds": lambda: ", ".join(f"`{kind}`" for kind in family.ANSWER_KINDS) + "\n",
    "attacks": attacks,
    "breadth": breadth,
    "calculators": calculators,
    "calls": lambda: table(
        "what they would let agent code do|calls|answer",
        ([r.purpose, ", ".join(f"`{n}`" for n in r.names), _errno(r.error)] for r in calls.REFUSALS),
    ),
    "checks": lambda: table(
        "check|tier|what holds|how to fix it",
        ([f"`{check.id}`", str(check.tier), check.title, check.hint] for check in checks(HIGHEST)),
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
    "metrics": metric_table,
    "modules": modules,
    "tools": tools,
    "public-names": public_names,
    "record": record,
    "novel-splits": novel_splits,
    "registry-entry": lambda: described(registry.Entry),
    "rules": lambda: table(
        "rule|what holds|how to fix it",
        ([f"`{rule.id}`", rule.title, rule.hint] for rule in (*RULES, SAME, APPROVAL)),
    ),
    "run-figures": lambda: models(*FIGURES),
    "run-settings": lambda: fields(config.RunConfig),
}
