"""The configuration of a run: defaults, then a file, then flags; saved resolved beside what it produced."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, JsonValue, ValidationError, model_validator

from medgym_core import plugins
from medgym_core.download.named import located
from medgym_core.env.tree import By, Shape
from medgym_core.errors import ConfigError
from medgym_core.files import default_home
from medgym_core.rollout.named import layered
from medgym_core.rollout.setting import Bounds, Names, Place, Places, parts
from medgym_sandbox.boundary.fault import explain, explained
from medgym_sandbox.boundary.frozen import Frozen

PASS_RATE = (0.1, 0.9)
"""Within these bounds more than half of all groups of 8 replies differ in their rewards (57 % at the bounds),
without which GRPO has no gradient."""


class RunConfig(Frozen):
    """Everything that decides what a run does, but for the API key, which is never written down."""

    task: Names = Field(min_length=1)
    """Families to play, in this order; a list, or one text with commas."""
    split: Names = Field(default=("test",), min_length=1)
    """Splits of each family, in this order; a list, or one text with commas. A family plays those it has."""
    tasks: Names = ()
    """Ids of the tasks (`npowerai/test/3`) or patterns of them (`npowerai/test/1?`); none takes all."""
    category: Names = ()
    """Categories of the tasks; none takes all."""
    shuffle: int | None = Field(default=None, ge=0)
    """Seed by which the tasks are shuffled before `limit` takes from them; None leaves the split's order."""
    limit: int | None = Field(default=None, gt=0)
    """Tasks of each split of each family, of all categories alike; None takes all."""
    sampler: str = "uniform"
    """`uniform` takes tasks as they come; `learnable` those whose estimated pass rate lies in `pass_rate`, in
    an order that `shuffle` fixes, or else `seed`."""
    rates_of: Places = ()
    """Runs that `learnable` estimates pass rates by, of the same data; none takes what was measured of the
    family by `medgym difficulty`."""
    pass_rate: Bounds = PASS_RATE
    """Lowest and highest estimated pass rate that `learnable` draws, from 0 to 1."""
    drawn: Names = ()
    """Ids of the tasks that `learnable` drew, noted when the run begins; empty draws anew."""
    samples: int = Field(default=1, gt=0)
    """Episodes of each task."""
    tree: str = ""
    """Tree of episodes of each task, such as `4x3`: leaves part 4 ways at up to 3 places; empty is none."""
    branch: By = "step"
    """Where leaves of a tree part: `step`, spread over an episode; `entropy`, where the model was least sure
    (needs log-probabilities); `error`, up to the first action that failed."""
    agent: str = "reference"
    """Agent to play them."""
    model: str = ""
    """Model name at the endpoint, for the agent `llm`."""
    base_url: str = ""
    """Endpoint, for the agent `llm`; empty takes the library's default."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    """Sampling temperature, from 0 to 2."""
    schedule: Literal["constant", "paper"] = "constant"
    """`constant` samples always at `temperature`; `paper` the first time at 0, then at 0.6."""
    options: dict[str, JsonValue] = Field(default_factory=dict)
    """Agent-specific settings, such as `max_tokens`."""
    steps: int | None = Field(default=None, gt=0)
    """Actions per turn, at most; None takes what each task declares."""
    protocol: Literal["default", "paper"] = "default"
    """`default` grades one submission a turn, `paper` grades every execution."""
    seed: int = Field(default=0, ge=0)
    """Seed from which every episode's seed derives."""
    sources: dict[str, Place] = Field(default_factory=dict)
    """Family to the user's own copy of its data, or to a fetched source; one not named uses its default."""
    scale: int | None = Field(default=None, gt=0)
    """Size of synthetic data, in each dataset's own unit; None takes the family's own."""
    data_seed: int = Field(default=0, ge=0)
    """Seed of synthetic data; another one gives other people, texts or problems, and so other tasks."""
    sandbox: str = "auto"
    """Sandbox backend; `auto` takes the best that starts here."""
    jobs: int | None = Field(default=None, gt=0)
    """Episodes in flight; None takes one a core, 16 to 64 for an endpoint, fewer where memory is short."""
    backend: Literal["threads", "processes", "ray"] = "threads"
    """What runs them."""
    address: str = ""
    """Ray cluster to join; empty starts one here."""
    budget_tokens: int | None = Field(default=None, gt=0)
    """Tokens that the run may read and write; once used up, no further episode begins."""
    budget_usd: float | None = Field(default=None, gt=0)
    """Price that it may cost, US dollars, where the agent's configuration gives prices."""
    budget_hours: float | None = Field(default=None, gt=0)
    """Hours that it may take, counted anew at each resume."""
    requests_per_minute: float | None = Field(default=None, gt=0)
    """Requests a minute to the endpoint, of all runs on this machine together."""
    tokens_per_minute: float | None = Field(default=None, gt=0)
    """Tokens a minute, likewise."""
    retries: int = Field(default=2, ge=0)
    """How often an episode that ended in `infra_error` is tried again at once."""
    fail_on_error: bool = True
    """Whether the run stops when five episodes in a row ended in the same error."""
    max_repeats: int = Field(default=3, ge=2)
    """How often the same action may give the same result before the episode is truncated."""
    log: Names = ()
    """Who listens to the run: `wandb`, `mlflow`, `tensorboard`; a list, or one text with commas."""
    log_texts: bool = False
    """Whether questions, answers and errors go to who listens, beside figures."""
    tags: dict[str, str] = Field(default_factory=dict)
    """What the run is to be found by; recorded, and nothing more."""
    home: Place = Field(default_factory=default_home)
    """Folder of the builds."""

    @model_validator(mode="after")
    def _sources_of_tasks(self) -> RunConfig:
        if idle := sorted(self.sources.keys() - set(self.task)):
            raise ValueError(f"data is given for {', '.join(idle)}, but played is {', '.join(self.task)}")
        return self

    @model_validator(mode="after")
    def _one_way_to_choose(self) -> RunConfig:
        if self.sampler != "uniform":
            if self.tasks:
                raise ValueError(
                    "tasks, which --failed-of gives too, names what is played, and the sampler "
                    f"{self.sampler} draws it; leave one of them out"
                )
            return self
        idle = {"rates_of": self.rates_of, "pass_rate": self.pass_rate != PASS_RATE, "drawn": self.drawn}
        if given := [name for name, value in idle.items() if value]:
            raise ValueError(
                f"{given[0]} is for the sampler learnable; give --sampler learnable too, or leave it out"
            )
        return self

    @property
    def shape(self) -> Shape | None:
        """The shape of its trees, if it plays trees."""
        return Shape.read(self.tree, self.branch) if self.tree else None

    @model_validator(mode="after")
    def _one_kind_of_sample(self) -> RunConfig:
        try:
            shape = self.shape
        except ConfigError as error:
            raise ValueError(str(error)) from error
        if shape and self.samples > 1:
            raise ValueError(f"a tree {self.tree} has samples of its own; leave samples or tree out")
        return self

    @model_validator(mode="after")
    def _one_temperature(self) -> RunConfig:
        if self.schedule != "constant" and self.temperature:
            raise ValueError(f"the schedule {self.schedule} sets the temperature; leave one of them out")
        return self


HOW_FAST = frozenset(
    {
        *("jobs", "backend", "address", "retries", "requests_per_minute", "tokens_per_minute"),
        *("budget_tokens", "budget_usd", "budget_hours", "fail_on_error", "log", "log_texts"),
    }
)
"""Settings that change how fast and how far a run goes or who hears of it, not what it does; resume may
change them."""

DRAWING = frozenset(
    {
        *("task", "split", "category", "shuffle", "limit", "seed", "sampler", "rates_of", "pass_rate"),
        *("sources", "scale", "data_seed"),
    }
)
"""Settings that decide what the sampler `learnable` draws; one given beside a file has it draw anew."""


def resolve(file: Path | None, flags: Mapping[str, Any], given: str = "the command line") -> RunConfig:
    """The configuration of ``file`` (YAML or TOML, may be None) under ``flags``, which win.

    Either may name an ``endpoint`` and a ``preset``, as :func:`layered` has them. Where no family or no split
    is given, they are those of the ids in ``tasks``; a model without an agent is for ``llm``. ``given`` is
    where the flags stand, for errors.

    Raises:
        ConfigError: if the file or the result does not hold, naming the setting.
    """
    filed = _read(file) if file else {}
    if flags.keys() & DRAWING:
        filed.pop("drawn", None)
    settings = layered(_preset_faults, filed, flags)
    return _validate(_spelled(_implied(settings)), str(file) if file else given)


def amend(saved: RunConfig, flags: Mapping[str, Any]) -> RunConfig:
    """The configuration to resume a run with: as saved, but for flags that only change how fast it goes.

    Raises:
        ConfigError: if a flag contradicts the saved configuration.
    """
    flags = layered(_preset_faults, flags)
    amended = _validate({**saved.model_dump(), **flags}, "the command line")
    for name in flags.keys() - HOW_FAST:
        before, after = getattr(saved, name), getattr(amended, name)
        if before != after:
            raise ConfigError(
                f"this run was started with {name} = {before!r}, not {after!r}; leave that setting out to "
                f"resume it, or start another run with --out"
            )
    return amended


def schema() -> str:
    """Canonical text of the JSON Schema of a configuration file."""
    return json.dumps(RunConfig.model_json_schema(mode="validation"), indent=2, ensure_ascii=False) + "\n"


def _read(file: Path) -> dict[str, Any]:
    toml = file.suffix == ".toml"
    try:
        text = file.read_text("utf-8")
        settings = tomllib.loads(text) if toml else _yaml(text)
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is no text in UTF-8 ({error.reason} at byte {error.start})") from error
    except ValueError as error:
        form = "TOML" if toml else "YAML (a file of TOML is to be named .toml)"
        raise ConfigError(f"{file} is no {form}; correct it there: {error}") from error
    if not isinstance(settings, dict):
        raise ConfigError(f"{file} must hold settings by name, such as `task: npowerai`")
    return settings


def _implied(settings: Mapping[str, Any]) -> dict[str, Any]:
    """``settings`` with families and splits that all its ids of tasks name, and the agent of a model.

    What it says itself wins.
    """
    tasks = parts(settings.get("tasks"))
    ids = [str(task).split("/") for task in tasks] if isinstance(tasks, list | tuple) else []
    named: dict[str, Any] = {"agent": "llm"} if settings.get("model") else {}
    for part, setting in enumerate(("task", "split")):
        names = [each[part] for each in ids if len(each) == 3 and not set(each[part]) & set("*?[")]
        if names and len(names) == len(ids):
            named[setting] = names
    return {**named, **settings}


def _spelled(settings: Mapping[str, Any]) -> dict[str, Any]:
    """``settings`` with the names of families as they are installed, and paths for the names of sources."""
    names, sources = parts(settings.get("task")), settings.get("sources")
    spelled = dict(settings)
    if isinstance(names, list):
        spelled["task"] = [plugins.spelled(name) if isinstance(name, str) else name for name in names]
    if isinstance(sources, dict):
        home = Path(settings.get("home") or default_home()).expanduser()
        spelled["sources"] = {
            name: located(Path(place), name, plugins.downloads(name), home)
            if isinstance(place, str | Path)
            else place
            for name, place in ((plugins.spelled(str(name)), place) for name, place in sources.items())
        }
    return spelled


def _yaml(text: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f" (at line {mark.line + 1}, column {mark.column + 1})" if mark else ""
        raise ValueError(f"{error.problem or error.context}{place}") from error
    except yaml.YAMLError as error:
        raise ValueError(error) from error


def _preset_faults(preset: Mapping[str, Any]) -> list[str]:
    """What of a preset no run can have; what depends on other settings is seen when it is used."""
    try:
        RunConfig.model_validate({"task": "any", **preset})
    except ValidationError as error:
        return [explain(dict(fault), RunConfig.model_fields) for fault in error.errors() if fault["loc"]]
    return []


def _validate(settings: Mapping[str, Any], where: str) -> RunConfig:
    try:
        return RunConfig.model_validate(settings)
    except ValidationError as error:
        raise ConfigError(f"{where}: {explained(error, RunConfig)}") from error
