"""Read allele dosages off the genotypes of a VCF line."""

import re

MIN_DEPTH = 5
MIN_QUALITY = 20
MEAN_FOR_MISSING = False
PARTIAL_COUNTS = False
ANY_ALTERNATIVE = True


def alleles(genotype: str) -> list[str]:
    """The alleles of a genotype, phased or not; of a haploid one, the allele twice."""
    found = re.split(r"[/|]", genotype)
    return found * 2 if len(found) == 1 else found


def number(fields: dict[str, str], key: str) -> int:
    """A numeric field; 0 where it is absent or a dot."""
    text = fields.get(key, ".")
    return 0 if text == "." else int(text)


def dosages(layout: str, samples: list[str]) -> list[float | None]:
    """Dosage of every sample."""
    keys = layout.split(":")
    found: list[float | None] = []
    for sample in samples:
        fields = dict(zip(keys, sample.split(":"), strict=False))
        known = [allele for allele in alleles(fields["GT"]) if allele != "."]
        least = 1 if PARTIAL_COUNTS else 2
        doubtful = number(fields, "DP") < MIN_DEPTH or number(fields, "GQ") < MIN_QUALITY
        if doubtful or len(known) < least:
            found.append(None)
        else:
            found.append(sum(allele != "0" if ANY_ALTERNATIVE else allele == "1" for allele in known))
    seen = [dosage for dosage in found if dosage is not None]
    if MEAN_FOR_MISSING and seen:
        mean = sum(seen) / len(seen)
        return [mean if dosage is None else dosage for dosage in found]
    return found
