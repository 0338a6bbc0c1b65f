"""Flags of reads (SAM specification, section 1.4)."""

PAIRED, PROPER, UNMAPPED, MATE_UNMAPPED = 1, 2, 4, 8
SECONDARY, FAILED, DUPLICATE, SUPPLEMENTARY = 256, 512, 1024, 2048


def is_proper(flag: int) -> bool:
    """Whether a read is of a proper pair: paired, proper, itself and its mate mapped."""
    return bool(flag & PAIRED and flag & PROPER) and not flag & (UNMAPPED | MATE_UNMAPPED)


def flagstat(flags: list[int]) -> dict[str, int]:
    """Numbers of lines, by flags.

    "total"; "primary" (neither secondary nor supplementary); "mapped" (primary and mapped); "duplicates"
    (primary and marked); "proper" (primary and of a proper pair); "singletons" (primary, paired, mapped, its
    mate not).
    """
    primary = [flag for flag in flags if not flag & (SECONDARY | SUPPLEMENTARY)]
    mapped = [flag for flag in primary if not flag & UNMAPPED]
    return {
        "total": len(flags),
        "primary": len(primary),
        "mapped": len(mapped),
        "duplicates": sum(bool(flag & DUPLICATE) for flag in primary),
        "proper": sum(is_proper(flag) for flag in primary),
        "singletons": sum(bool(flag & PAIRED and flag & MATE_UNMAPPED) for flag in mapped),
    }
