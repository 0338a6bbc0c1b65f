"""FASTA text, and the other strand."""

COMPLEMENT = str.maketrans("ACGTRYKMBDHVN", "TGCAYRMKVHDBN")


def parse_fasta(text: str) -> list[list[str]]:
    """Records of FASTA text as [name, sequence], in order.

    The name is the first word after ">". Sequences are in upper case, without white space. A record
    without sequence has the sequence "". Text before the first record raises ValueError.
    """
    records: list[list[str]] = []
    for line in text.splitlines():
        line = line.strip()
        if not line:
            continue
        if line.startswith(">"):
            words = line[1:].split()
            records.append([words[0] if words else "", ""])
        elif not records:
            raise ValueError("sequence before the first name")
        else:
            records[-1][1] += "".join(line.split()).upper()
    return records


def reverse_complement(sequence: str) -> str:
    """The other strand of a sequence in upper case, read from its own 5' end."""
    return sequence.translate(COMPLEMENT)[::-1]
