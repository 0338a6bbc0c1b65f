"""Sequences of annotated features: FASTA and GFF3 in, spliced features, BED lines and gaps out."""

from .fasta import parse_fasta
from .features import spliced
from .gff import attributes, parse_gff
from .regions import gaps, to_bed, window

__all__ = ["attributes", "gaps", "parse_fasta", "parse_gff", "spliced", "to_bed", "window"]
