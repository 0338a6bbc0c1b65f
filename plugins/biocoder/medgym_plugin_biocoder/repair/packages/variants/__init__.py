"""Variants of a sequence: VCF lines, normal form, classes, a consensus."""

from .consensus import apply
from .normal import left_align, normalized, trimmed
from .records import depth_filter, parse_vcf, split
from .summary import classify, ti_tv

__all__ = [
    "apply",
    "classify",
    "depth_filter",
    "left_align",
    "normalized",
    "parse_vcf",
    "split",
    "ti_tv",
    "trimmed",
]
