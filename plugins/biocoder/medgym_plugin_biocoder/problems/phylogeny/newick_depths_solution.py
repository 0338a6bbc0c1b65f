"""Distances of the tips of a tree in Newick format from its root."""

import re
from typing import Any

DEFAULT_LENGTH = 0.0
BLANK_UNDERSCORES = True
NEGATIVE = "keep"
ORDER = "tree"
TOKENS = re.compile(r"\[[^\]]*\]|'(?:[^']|'')*'|:\s*[^\s(),:;\[\]']+|[(),;]|[^\s(),:;\[\]']+")


def label(text: str) -> str:
    """The name that a label stands for."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    return text.replace("_", " ") if BLANK_UNDERSCORES else text


def branch_length(text: str) -> float:
    """A branch length as it counts."""
    return max(float(text), 0.0) if NEGATIVE == "zero" else float(text)


def tip_depths(newick: str) -> list[list[Any]]:
    """Name, distance from the root and number of branches of every tip."""
    names, lengths, parents = [""], [DEFAULT_LENGTH], [-1]
    current = 0
    tokens = [token for token in TOKENS.findall(newick) if token != ";" and not token.startswith("[")]
    for token in tokens:
        if token in ("(", ","):
            parents.append(current if token == "(" else parents[current])
            names.append("")
            lengths.append(DEFAULT_LENGTH)
            current = len(names) - 1
        elif token == ")":
            current = parents[current]
        elif token.startswith(":"):
            lengths[current] = branch_length(token[1:])
        else:
            names[current] = label(token)
    rows: list[list[Any]] = [["", 0.0, 0]]
    for name, length, parent in zip(names[1:], lengths[1:], parents[1:], strict=True):
        rows.append([name, rows[parent][1] + length, rows[parent][2] + 1])
    rows[0][0] = names[0]
    tips = [row for index, row in enumerate(rows) if index not in parents and tokens]
    return sorted(tips, key=lambda row: -row[1]) if ORDER == "distance" else tips
