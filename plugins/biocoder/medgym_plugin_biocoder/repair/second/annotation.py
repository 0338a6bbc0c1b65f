"""``annotation`` with regular expressions, base by base, and sets of positions."""

import re
from itertools import groupby
from typing import Any
from urllib.parse import unquote_plus

OTHER = dict(zip("ACGTRYKMBDHVN", "TGCAYRMKVHDBN", strict=True))


def parse_fasta(text: str) -> list[list[str]]:
    """As in the package."""
    head, *chunks = re.split(r"^[^\S\n]*>", text, flags=re.MULTILINE)
    if head.strip():
        raise ValueError
    records = []
    for chunk in chunks:
        name, _, body = chunk.partition("\n")
        records.append([(name.split() or [""])[0], re.sub(r"\s", "", body).upper()])
    return records


def attributes(column: str) -> dict[str, list[str]]:
    """As in the package."""
    found: dict[str, list[str]] = {}
    for key, values in re.findall(r"(?:^|;)\s*([^;=]*)=([^;]*)", column.strip()):
        decoded = [unquote_plus(value.replace("+", "%2B")) for value in re.split(",", values.rstrip())]
        key = unquote_plus(key.replace("+", "%2B"))
        found[key] = found.get(key, []) + decoded
    return found


def parse_gff(text: str) -> list[list[Any]]:
    """As in the package."""
    lines = re.split(r"^##FASTA", text, flags=re.MULTILINE)[0].splitlines()
    found = []
    for line in (line for line in lines if re.match(r"[^#]", line) and line.strip()):
        contig, _, kind, start, end, _, strand, _, rest = line.split("\t")
        if int(end) - int(start) < 0:
            raise ValueError
        told = {"ID": [""], "Parent": [""], **attributes(rest)}
        found.append([contig, kind, int(start), int(end), strand, told["ID"][0], told["Parent"][0]])
    return found


def spliced(fasta: str, gff: str, kind: str) -> dict[str, str]:
    """As in the package."""
    bases = {
        (name, place): base for name, sequence in parse_fasta(fasta) for place, base in enumerate(sequence, 1)
    }
    owners: dict[str, list[Any]] = {}
    for feature in parse_gff(gff):
        if feature[1] == kind:
            owners.setdefault(feature[6] or feature[5], []).append(feature)
    found = {}
    for owner, features in owners.items():
        back = features[0][4] == "-"
        letters = []
        for contig, _, start, end, strand, _, _ in sorted(features, key=lambda f: f[2], reverse=back):
            places = range(start, end + 1)
            if any((contig, place) not in bases for place in places):
                raise ValueError
            read = [bases[contig, place] for place in places]
            letters += [OTHER[base] for base in reversed(read)] if strand == "-" else read
        found[owner] = "".join(letters)
    return found


def to_bed(gff: str, kind: str) -> list[str]:
    """As in the package."""
    chosen = [feature for feature in parse_gff(gff) if feature[1] == kind]
    lines = []
    for contig, _, start, end, strand, identity, _ in sorted(chosen, key=lambda f: (f[0], f[2], f[3])):
        lines.append(f"{contig}\t{start - 1}\t{end}\t{identity if identity else '.'}\t0\t{strand}")
    return lines


def gaps(regions: list[list[int]], length: int) -> list[list[int]]:
    """As in the package."""
    taken = {place for start, end in regions for place in range(start, end + 1)}
    free = [place for place in range(1, length + 1) if place not in taken]
    groups = (
        [place for _, place in group] for _, group in groupby(enumerate(free), lambda pair: pair[1] - pair[0])
    )
    return [[group[0], group[-1]] for group in groups]


def window(start: int, end: int, strand: str, flank: int, length: int) -> list[int]:
    """As in the package."""
    steps = range(1, flank + 1)
    places = [start - step for step in steps] if strand == "+" else [end + step for step in steps]
    kept = [place for place in places if 1 <= place <= length]
    return [min(kept), max(kept)] if kept else []
