"""Genotypes as VCF writes them, such as "0/1", "1|1" or "./."."""


def dosages(calls: list[str]) -> list[int | None]:
    """Number of alternative alleles (any but 0) of each diploid call; None if an allele is unknown.

    A call that has not two alleles raises ValueError.
    """
    found: list[int | None] = []
    for call in calls:
        alleles = call.replace("|", "/").split("/")
        if len(alleles) != 2:
            raise ValueError("a diploid call has two alleles")
        found.append(None if "." in alleles else sum(allele != "0" for allele in alleles))
    return found


def counts(calls: list[str]) -> list[int]:
    """How many calls have no, one and two alternative alleles; unknown ones are left out."""
    found = [0, 0, 0]
    for dosage in dosages(calls):
        if dosage is not None:
            found[dosage] += 1
    return found
