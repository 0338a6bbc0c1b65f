"""VCF lines, reduced to what this package needs."""


def info(column: str) -> dict[str, str]:
    """The eighth column: key to value, a flag to ""."""
    pairs = (entry.partition("=") for entry in column.split(";") if entry not in ("", "."))
    return {key: value for key, _, value in pairs}


def parse_vcf(text: str) -> list[list[object]]:
    """Lines as [contig, position, ref, [alternatives], passed]; header lines and empty lines are left out.

    Alleles are in upper case; the alternative "." is none. Passed is whether FILTER is "PASS" or ".". A line
    with fewer than eight columns raises ValueError.
    """
    found: list[list[object]] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.rstrip("\n").split("\t")
        if len(columns) < 8:
            raise ValueError("a line has eight columns or more")
        alts = [alt.upper() for alt in columns[4].split(",") if alt != "."]
        found.append([columns[0], int(columns[1]), columns[3].upper(), alts, columns[6] in ("PASS", ".")])
    return found


def split(text: str) -> list[list[object]]:
    """Passed variants as [contig, position, ref, alt], one for each alternative; "*" is left out."""
    return [
        [contig, position, ref, alt]
        for contig, position, ref, alts, passed in parse_vcf(text)
        if passed
        for alt in (alts if isinstance(alts, list) else [])
        if alt != "*"
    ]


def depth_filter(text: str, least: int) -> list[int]:
    """Positions of lines whose depth (DP of the eighth column) is ``least`` or more; without DP it is 0."""
    kept = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            columns = line.split("\t")
            if int(info(columns[7]).get("DP", "0")) >= least:
                kept.append(int(columns[1]))
    return kept
