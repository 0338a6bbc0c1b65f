"""What a change of a coding sequence does to its protein."""

from .tables import amino_acid, translate


def effect(cds: str, position: int, ref: str, alt: str) -> str:
    """Class of a change of ``ref`` to ``alt`` at the 1-based ``position`` of a coding sequence.

    "frameshift" if lengths differ by no multiple of three, "inframe" if they differ by one. Of equal lengths,
    by the codons that are touched, in this order: "start lost" if the first codon was ATG and is changed,
    "stop gained", "stop lost", "missense", "synonymous". ``ref`` that is not there raises ValueError.
    """
    start = position - 1
    if start < 0 or not ref or cds[start : start + len(ref)].upper() != ref.upper():
        raise ValueError("the reference is another one")
    if len(ref) != len(alt):
        return "inframe" if (len(ref) - len(alt)) % 3 == 0 else "frameshift"
    changed = cds[:start] + alt + cds[start + len(ref) :]
    first = start // 3 * 3
    last = (start + len(ref) - 1) // 3 * 3 + 3
    before, after = translate(cds[first:last]), translate(changed[first:last])
    if first == 0 and cds[:3].upper() == "ATG" and changed[:3].upper() != "ATG":
        return "start lost"
    if "*" in after and "*" not in before:
        return "stop gained"
    if "*" in before and "*" not in after:
        return "stop lost"
    return "missense" if before != after else "synonymous"


def protein_change(cds: str, position: int, alt: str) -> str:
    """A change of one base as the protein's: amino acid, its number from 1, new one, such as "K3R".

    "=" in place of the new one if it is the same. A position beyond the last whole codon raises ValueError.
    """
    index = (position - 1) // 3
    codon = cds[3 * index : 3 * index + 3]
    if position < 1 or len(codon) < 3:
        raise ValueError("no such codon")
    place = (position - 1) % 3
    old, new = amino_acid(codon), amino_acid(codon[:place] + alt + codon[place + 1 :])
    return f"{old}{index + 1}{new if new != old else '='}"
