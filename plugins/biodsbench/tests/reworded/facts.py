"""What a request states besides its kind: names, figures and quoted values, and which of them is what."""

import re
from typing import NamedTuple

QUOTED = r"(?<!\w)'([^']*)'(?!\w)"
NUMBERS = (
    *("three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)
GENE = ("profiled_frequency", "allele_fraction", "gene_calls", "sv_gene", "group_enrichment")
GENE += ("survival_by_gene", "response_by_gene")
GENES = ("class_counts", "oncoprint", "pathway")
COLUMN = ("category_counts", "numeric_summary", "bins", "sv_by_group", "group_enrichment", "log_rank")
COLUMN += ("survival_groups", "concordance", "disease_control")
PREFIX = ("survival_curve", "survival_groups", "follow_up", "log_rank", "survival_by_gene", "concordance")
FIGURE = {
    **dict.fromkeys(("gene_frequency", "hotspots", "variable_genes", "swimmer", "course_lengths"), "top"),
    **{"allele_fraction": "cut", "survival_curve": "horizon", "survival_groups": "month"},
}
"""Kinds of one figure, and what it is."""


class Vocabulary(NamedTuple):
    """What a study holds: names of clinical columns, genes, and prefixes of survival columns."""

    columns: frozenset[str]
    genes: frozenset[str]
    endpoints: frozenset[str]


class Request(NamedTuple):
    """A request and what is named in it, in order."""

    text: str
    columns: list[str]
    genes: list[str]
    numbers: list[int | float]
    values: list[str]


def facts(kind: str, asked: str, known: Vocabulary) -> dict:
    """What a request of a kind states, except its restriction."""
    columns, genes = names(asked, known.columns), names(asked, known.genes)
    request = Request(asked, columns, genes, numbers(asked), quoted(asked))
    found: dict = {}
    if kind in GENE:
        found["gene"] = only(genes)
    if kind in GENES:
        found["genes"] = genes
    if kind in COLUMN:
        found["column"] = only(columns)
    if kind in PREFIX:
        found["prefix"] = only(names(asked, known.endpoints))
    if kind in FIGURE:
        found[FIGURE[kind]] = only(request.numbers)
    return found | (MORE[kind](request) if kind in MORE else {})


def figures(text: str) -> str:
    """The text with numbers in words as figures."""
    return re.sub(rf"\b({'|'.join(NUMBERS)})\b", lambda found: str(NUMBERS.index(found[1]) + 3), text)


def names(text: str, wanted: frozenset[str]) -> list[str]:
    """The names of a study that a text has outside quotes, each once."""
    found = re.findall(r"[A-Za-z][A-Za-z0-9_]*", re.sub(QUOTED, "", text))
    return list(dict.fromkeys(name for name in found if name in wanted))


def numbers(text: str) -> list[int | float]:
    """The figures of a text outside names and quotes."""
    plain = re.sub(r"[A-Za-z_]+\d\w*|0-3", " ", re.sub(QUOTED, "", figures(text)))
    found = re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", plain)
    return [float(one) if "." in one else int(one) for one in found]


def quoted(text: str) -> list[str]:
    """What is in quotes, each once."""
    return list(dict.fromkeys(re.findall(QUOTED, text)))


def only(found: list):
    """The one that there is; None if none is named, or several."""
    return found[0] if len(found) == 1 else None


def _risk_score(asked: Request) -> dict:
    pairs = re.findall(r"([A-Z][A-Z0-9_]+) (?:over|>) ([\d.]*\d)", asked.text)
    left = [column for column in asked.columns if column not in dict(pairs)]
    bounds = [[column, float(bound)] for column, bound in pairs]
    return {"bounds": bounds, "column": only(left), "value": only(asked.values)}


def _bins(asked: Request) -> dict:
    cuts = re.search(r"\d[\d.]*(?:(?:, | / | and )\d[\d.]*)+", asked.text)
    return {"edges": numbers(cuts[0]) if cuts else []}


def _median_split(asked: Request) -> dict:
    return dict(zip(("column", "other"), asked.columns, strict=False))


def _burden(asked: Request) -> dict:
    wide = re.search(r"([\d.]*\d) (?:Mb|megabases)\b", asked.text)
    size = float(wide[1]) if wide else None
    return {"megabases": size, "cut": only([one for one in asked.numbers if one != size])}


def _truncating(asked: Request) -> dict:
    wanted = r"(?:min|minimum of|leest|least|fewer than|<|with) (\d+)(?= non-| or more)"
    floor = re.search(wanted, figures(asked.text))
    left = list(asked.numbers)
    if floor:
        left.remove(int(floor[1]))
    return {"least": int(floor[1]) if floor else None, "top": only(left)}


def _call(asked: Request) -> dict:
    level = re.search(r"(?:call|called|state|of|equals|number|have a) (-?2)\b", asked.text)
    top = [one for one in asked.numbers if abs(one) != 2]
    return {"level": int(level[1]) if level else None, "top": only(top)}


def _expression(asked: Request) -> dict:
    cue = r"([A-Z]\w+)(?:-mut|,? mut|,? is mut)|mutation of (\w+)|non-silent (\w+) mutation"
    hit = {name for found in re.findall(cue, asked.text) for name in found if name in asked.genes}
    return {"mutated": only(list(hit)), "expressed": only([one for one in asked.genes if one not in hit])}


def _significant(asked: Request) -> dict:
    bound, top = ([one for one in asked.numbers if (one < 1) == small] for small in (True, False))
    return {"bound": only(bound), "top": only(top)}


MORE = {
    "risk_score": _risk_score,
    "bins": _bins,
    "median_split": _median_split,
    "burden_per_megabase": _burden,
    "truncating_share": _truncating,
    "call_frequency": _call,
    "expression_by_mutation": _expression,
    "significant_genes": _significant,
    "group_enrichment": lambda asked: {"value": only(asked.values)},
    "disease_control": lambda asked: dict(zip(("first", "second"), asked.values, strict=False)),
}
"""What only some kinds state."""
