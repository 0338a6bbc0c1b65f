"""Adapters at the 3' end of reads."""


def overlap(read: str, adapter: str, least: int, rate: float) -> int:
    """Where the adapter begins in a read, or the read's length.

    It may run over the read's end. The overlap has ``least`` bases or more, and at most ``rate`` mismatches
    for each of its bases; N in the read matches nothing. The leftmost such place counts.
    """
    for start in range(len(read)):
        length = min(len(adapter), len(read) - start)
        if length < least:
            break
        wrong = sum(read[start + step] != adapter[step] for step in range(length))
        if wrong <= rate * length:
            return start
    return len(read)


def clip(reads: list[list[str]], adapters: list[str], least: int = 3, rate: float = 0.1) -> list[list[str]]:
    """Reads [name, sequence, quality] without what follows the leftmost of all adapters in each."""
    clipped = []
    for name, sequence, quality in reads:
        place = min((overlap(sequence, adapter, least, rate) for adapter in adapters), default=len(sequence))
        clipped.append([name, sequence[:place], quality[:place]])
    return clipped
