"""``coding`` with a table of amino acids, regular expressions and frames that are cut into codons."""

import re
from collections import Counter
from textwrap import wrap

AMINO = (
    "F TTT TTC,L TTA TTG CTT CTC CTA CTG,I ATT ATC ATA,M ATG,V GTT GTC GTA GTG,S TCT TCC TCA TCG AGT AGC,"
    "P CCT CCC CCA CCG,T ACT ACC ACA ACG,A GCT GCC GCA GCG,Y TAT TAC,* TAA TAG TGA,H CAT CAC,Q CAA CAG,"
    "N AAT AAC,K AAA AAG,D GAT GAC,E GAA GAG,C TGT TGC,W TGG,R CGT CGC CGA CGG AGA AGG,G GGT GGC GGA GGG"
)
PLAIN = {codon: line[0] for line in AMINO.split(",") for codon in line[2:].split()}
MITO = {**PLAIN, "TGA": "W", "ATA": "M", "AGG": "*", "AGA": "*"}


def _table(code: int) -> dict[str, str]:
    return {1: PLAIN, 2: MITO}[code]


def _codons(text: str) -> list[str]:
    return [codon for codon in wrap(text.upper().replace("U", "T"), 3) if len(codon) == 3] if text else []


def translate(sequence: str, code: int = 1, to_stop: bool = False) -> str:
    """As in the package."""
    protein = "".join(_table(code).get(codon, "X") for codon in _codons(sequence))
    return protein.split("*")[0] if to_stop else protein


def orfs(sequence: str, least: int, code: int = 1) -> list[list[object]]:
    """As in the package."""
    forward = sequence.upper()
    back = "".join({"A": "T", "C": "G", "G": "C", "T": "A"}.get(base, base) for base in forward[::-1])
    found = []
    for strand, text in (("+", forward), ("-", back)):
        for frame in range(3):
            protein = translate(text[frame:], code)
            marks = "".join("M" if codon == "ATG" else "m" for codon in _codons(text[frame:]))
            shown = "".join("*" if one == "*" else mark for one, mark in zip(protein, marks, strict=True))
            for match in re.finditer(r"M[Mm]*\*", shown):
                low, high = frame + 3 * match.start(), frame + 3 * match.end()
                if strand == "-":
                    low, high = len(text) - high, len(text) - low
                part = protein[match.start() : match.end() - 1]
                found.append((low, high, strand, part))
    return [[s, low, high, part] for low, high, s, part in sorted(found) if len(part) >= least]


def longest(sequence: str, code: int = 1) -> str:
    """As in the package."""
    proteins = [str(frame[3]) for frame in orfs(sequence, 0, code)]
    top = max(map(len, proteins), default=0)
    return next((protein for protein in proteins if len(protein) == top), "")


def rscu(sequence: str, code: int = 1) -> dict[str, float]:
    """As in the package."""
    table, counts = _table(code), Counter(_codons(sequence))
    sizes = Counter(table.values())
    totals: Counter[str] = Counter()
    for codon, number in counts.items():
        totals[table.get(codon, "X")] += number
    return {
        codon: counts[codon] / (totals[letter] / sizes[letter])
        for codon, letter in table.items()
        if totals[letter] > 0 and letter not in "*" and sizes[letter] != 1
    }


def gc3(sequence: str) -> float:
    """As in the package."""
    thirds = [codon[2] for codon in _codons(sequence) if PLAIN.get(codon, "*") != "*"]
    return len([base for base in thirds if base in "CG"]) / max(1, len(thirds))


def effect(cds: str, position: int, ref: str, alt: str) -> str:
    """As in the package."""
    if position < 1 or ref == "" or not cds.upper().startswith(ref.upper(), position - 1):
        raise ValueError
    if len(alt) != len(ref):
        return "frameshift" if abs(len(alt) - len(ref)) % 3 else "inframe"
    new = f"{cds[: position - 1]}{alt}{cds[position - 1 + len(ref) :]}".upper()
    if cds.upper().startswith("ATG") and not new.startswith("ATG"):
        return "start lost"
    touched = sorted({(place - 1) // 3 for place in range(position, position + len(ref))})
    whole = [number for number in touched if 3 * number + 3 <= len(cds)]
    old_letters, new_letters = ([translate(text)[n] for n in whole] for text in (cds, new))
    stops = ("*" in old_letters, "*" in new_letters)
    named = {(False, True): "stop gained", (True, False): "stop lost"}
    return named.get(stops) or ("synonymous" if old_letters == new_letters else "missense")


def protein_change(cds: str, position: int, alt: str) -> str:
    """As in the package."""
    number = -(-position // 3)
    old = translate(cds)
    if not 1 <= number <= len(old):
        raise ValueError
    new = translate(cds[: position - 1] + alt + cds[position:])[number - 1]
    return old[number - 1] + str(number) + ("=" if new == old[number - 1] else new)
