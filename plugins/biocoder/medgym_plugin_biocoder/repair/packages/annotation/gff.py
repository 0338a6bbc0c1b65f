"""GFF3 lines: nine columns, coordinates that start at 1 and include both ends."""

from urllib.parse import unquote


def attributes(column: str) -> dict[str, list[str]]:
    """The ninth column: key to its values.

    Pairs are separated by ";", key and values by the first "=", values by ",". Keys and values are
    percent-decoded, after they were separated. A pair without "=" is left out; a key that comes again adds
    its values.
    """
    found: dict[str, list[str]] = {}
    for pair in column.strip().split(";"):
        key, mark, values = pair.strip().partition("=")
        if mark:
            found.setdefault(unquote(key), []).extend(unquote(value) for value in values.split(","))
    return found


def parse_gff(text: str) -> list[list[object]]:
    """Features as [contig, type, start, end, strand, id, parent], in order.

    Comments and empty lines are left out, and a line "##FASTA" ends the features. Start and end are as
    written. Id and parent are the first values of the attributes ID and Parent, or "". A line without nine
    columns, and a start after the end, raise ValueError.
    """
    features: list[list[object]] = []
    for line in text.splitlines():
        if line.startswith("##FASTA"):
            break
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 9:
            raise ValueError("a line has nine columns")
        start, end = int(columns[3]), int(columns[4])
        if start > end:
            raise ValueError("start after end")
        told = attributes(columns[8])
        identity, parent = (told.get(key, [""])[0] for key in ("ID", "Parent"))
        features.append([columns[0], columns[2], start, end, columns[6], identity, parent])
    return features
