"""PCR with two primers."""

from .sites import matches, reverse_complement


def amplify(template: str, forward: str, reverse: str, longest: int) -> list[list[object]]:
    """Products as [start, end, sequence] on a linear template, sorted by start and end.

    ``forward`` matches the template as it is, ``reverse`` the other strand; both as a whole, in IUPAC
    letters. A product begins with the forward primer and ends with the reverse one, which may not overlap it,
    and has at most ``longest`` bases, primers included. Start is 0-based, end is left out. The product's ends
    are the template's.
    """
    starts = matches(template, forward)
    ends = [place + len(reverse) for place in matches(template, reverse_complement(reverse))]
    return [
        [start, end, template[start:end]]
        for start in starts
        for end in ends
        if len(forward) + len(reverse) <= end - start <= longest
    ]
