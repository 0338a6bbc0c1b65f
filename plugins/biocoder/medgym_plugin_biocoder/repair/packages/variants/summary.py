"""Classes of variants and their numbers."""

from .normal import trimmed
from .records import split

PURINES = "AG"
PYRIMIDINES = "CT"


def classify(ref: str, alt: str) -> str:
    """Class of a variant after shared bases are taken away.

    "none" (equal alleles), "snv", "mnv" (equal lengths above one), "insertion" or "deletion" (one allele is
    the other's start), "complex" (all others).
    """
    _, ref, alt = map(str, trimmed(1, ref, alt))
    if ref == alt:
        return "none"
    if len(ref) == len(alt):
        return "snv" if len(ref) == 1 else "mnv"
    if alt.startswith(ref):
        return "insertion"
    return "deletion" if ref.startswith(alt) else "complex"


def ti_tv(text: str) -> list[object]:
    """Transitions, transversions and their ratio, of the passed single-base variants of VCF text.

    A transition exchanges two purines or two pyrimidines. The ratio is None without a transversion.
    """
    transitions = transversions = 0
    for _, _, ref, alt in split(text):
        if classify(str(ref), str(alt)) == "snv":
            _, one, other = map(str, trimmed(1, str(ref), str(alt)))
            if {one, other} in (set(PURINES), set(PYRIMIDINES)):
                transitions += 1
            else:
                transversions += 1
    return [transitions, transversions, transitions / transversions if transversions else None]
