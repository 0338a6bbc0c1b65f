"""Sequences of features, parts of one parent joined."""

from .fasta import parse_fasta, reverse_complement
from .gff import parse_gff


def spliced(fasta: str, gff: str, kind: str) -> dict[str, str]:
    """Parent to the joined sequence of its features of type ``kind``, in the order of parents in ``gff``.

    Parts are joined from the 5' end of the parent's strand, whatever their order in the file; on the strand
    "-" each is the reverse complement. A feature without parent is its own, by its id. A part that reaches
    beyond its contig, or lies on one that ``fasta`` lacks, raises ValueError.
    """
    contigs = {name: sequence for name, sequence in parse_fasta(fasta)}
    parts: dict[str, list[tuple[int, int, str, str]]] = {}
    for contig, type_, start, end, strand, identity, parent in parse_gff(gff):
        if type_ == kind:
            part = (int(str(start)), int(str(end)), str(contig), str(strand))
            parts.setdefault(str(parent) or str(identity), []).append(part)
    return {owner: joined(contigs, some) for owner, some in parts.items()}


def joined(contigs: dict[str, str], parts: list[tuple[int, int, str, str]]) -> str:
    """Parts of one parent, joined from its 5' end."""
    pieces = []
    for start, end, contig, strand in sorted(parts, reverse=parts[0][3] == "-"):
        if contig not in contigs or end > len(contigs[contig]) or start < 1:
            raise ValueError("a part lies beyond its contig")
        piece = contigs[contig][start - 1 : end]
        pieces.append(reverse_complement(piece) if strand == "-" else piece)
    return "".join(pieces)
