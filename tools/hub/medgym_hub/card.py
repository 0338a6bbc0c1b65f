"""The card of a repository: for people, and in its head for ``datasets.load_dataset``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from medgym_core import Tier
from medgym_hub.facts import Contents, Item

SYNTHETIC = (
    "All data in here is **synthetic**: made by a generator. No patient stands behind any row, and nothing "
    "that is found in it says anything about real people."
)
OPEN = "Among the data is published data that may be passed on; the licence of each is named below."
HELD_OUT = (
    "Episodes of **evaluation splits** are among the rows. Whoever trains on them measures nothing there "
    "any more."
)


def card(repository: str, contents: Contents) -> str:
    """The text of ``README.md``."""
    import yaml

    head = yaml.safe_dump(_head(contents), sort_keys=False, allow_unicode=True, width=1000)
    return f"---\n{head}---\n\n" + "\n\n".join(_body(repository, contents)) + "\n"


def _head(contents: Contents) -> dict[str, Any]:
    configs: list[dict[str, Any]] = []
    features: list[dict[str, Any]] = []
    for name, item in contents.items.items():
        for table, pattern in item.tables.items():
            config = f"{name}-{table}"
            configs.append({"config_name": config, "data_files": pattern})
            if columns := item.columns.get(table):
                typed = [
                    {"name": column, **({"list": "json"} if type == "json" else {"dtype": type})}
                    for column, type in columns.items()
                ]
                features.append({"config_name": config, "features": typed})
    configs[0]["default"] = True
    synthetic = all(item.tier is Tier.SYNTHETIC for item in contents.items.values())
    return {
        "license": "other",
        "license_name": "as-stated-below",
        "tags": ["medgym", "biomedical", "agents", *(["synthetic"] if synthetic else [])],
        "configs": configs,
        **({"dataset_info": features} if features else {}),
    }


def _body(repository: str, contents: Contents) -> Iterator[str]:
    items = contents.items
    yield f"# {repository.rpartition('/')[2]}"
    yield (
        "Episodes of executable biomedical coding tasks, played and recorded with "
        "[medgym](https://github.com/medgym/medgym)."
    )
    yield SYNTHETIC if all(item.tier is Tier.SYNTHETIC for item in items.values()) else OPEN
    if any(item.evaluation for item in items.values()):
        yield HELD_OUT
    for name, item in items.items():
        yield f"## {name}"
        yield _table("", "", _rows(name, item))
    yield "## Families and licences"
    yield _licences(items)
    first = next(f"{name}-{table}" for name, item in items.items() for table in item.tables)
    yield "## Reading it"
    yield (
        f'```python\nfrom datasets import load_dataset\n\nrows = load_dataset("{repository}", "{first}")\n```'
    )
    yield f"```sh\npip install 'medgym-hub[huggingface]'\nmedgym pull {repository} FOLDER\n```"


def _rows(name: str, item: Item) -> Iterator[tuple[str, str]]:
    yield "what", f"{item.kind}: {item.title}"
    yield "families", ", ".join(f"{family} {entry.version}" for family, entry in item.families.items())
    yield "splits", ", ".join(item.splits)
    if item.agents:
        yield "agent", ", ".join(item.agents)
    if item.success_rate is not None:
        between = (
            f" (95 % interval {item.interval[0]:.1%} to {item.interval[1]:.1%})" if item.interval else ""
        )
        yield "success rate", f"{item.success_rate:.1%}{between}"
    yield (
        "episodes",
        f"{item.episodes:,}: " + ", ".join(f"{n:,} {status}" for status, n in item.statuses.items()),
    )
    yield "protocol", item.protocol
    yield "data", item.tier.value
    yield "made with", f"medgym-core {item.medgym}"
    yield "tables", ", ".join(f"`{name}-{table}`" for table in item.tables)
    if item.kind == "run":
        yield "report", f"[reports/{name}.html](reports/{name}.html)"


def _licences(items: Mapping[str, Item]) -> str:
    rows = {}
    for item in items.values():
        made = "synthetic; made by medgym, Apache-2.0" if item.tier is Tier.SYNTHETIC else item.tier.value
        for family, entry in item.families.items():
            rows[family] = (
                f"{entry.title}. Data here: {made}. Licence of the published data: "
                f"{entry.licence}. {entry.citation}"
            )
    return _table("family", "", rows.items())


def _table(first: str, second: str, rows: Any) -> str:
    lines = [f"| {first} | {second} |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {_cell(name)} | {_cell(text)} |" for name, text in rows)])


def _cell(text: str) -> str:
    """Names and citations are others' words: they end no cell and begin no markup of HTML."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
