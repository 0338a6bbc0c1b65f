"""Atoms by a regular expression over whole lines, grouped first and chosen afterwards."""

import re

LINE = re.compile(
    r"^(ATOM  |HETATM).{6}(?P<name>.{4})(?P<alternate>.)(?P<residue>.{3}).(?P<chain>.)(?P<number>.{4})"
    r"(?P<insertion>.).{3}(?P<x>.{8})(?P<y>.{8})(?P<z>.{8})(?P<occupancy>.{6}).{16}(?P<element>.{2})"
)


def solve(p, text):
    parts = re.split(r"^MODEL {5}(.{4}).*$", text, flags=re.MULTILINE)
    body = parts[0] if p.model == 1 else ""
    for number, part in zip(parts[1::2], parts[2::2], strict=True):
        if int(number) == p.model:
            body += "\n" + part
    atoms = {}
    for line in body.split("\n"):
        found = LINE.match(line)
        if not found or (found[1] == "HETATM" and not p.hetero):
            continue
        if found["element"].strip() == "H" and not p.hydrogens:
            continue
        atoms.setdefault(found.group("chain", "number", "insertion", "name"), []).append(found)
    return [row(choice(p, places)) for places in atoms.values()]


def choice(p, places):
    if p.preferred == "occupancy":
        return max(places, key=lambda place: float(place["occupancy"]))
    if p.preferred == "letter":
        return min(places, key=lambda place: place["alternate"])
    return places[0]


def row(place):
    texts = [place[name].strip() for name in ("chain", "number", "insertion", "residue", "name")]
    texts[1] = int(texts[1])
    return texts + [float(place[axis]) for axis in "xyz"]
