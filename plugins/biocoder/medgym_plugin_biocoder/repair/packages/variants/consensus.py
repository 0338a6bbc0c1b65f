"""A sequence with variants in it."""


def apply(sequence: str, variants: list[list[object]]) -> str:
    """``sequence`` with variants [position, ref, alt], whose positions count from 1 in the sequence as given.

    They are taken by position; a variant that overlaps one that was taken before is left out, and of those at
    one position the first given is taken. A reference allele that is not there raises ValueError.
    """
    pieces = []
    reached = 0
    for place, ref, alt in sorted(variants, key=lambda one: int(str(one[0]))):
        start = int(str(place)) - 1
        if sequence[start : start + len(str(ref))] != ref or start < 0:
            raise ValueError("the reference is another one")
        if start < reached:
            continue
        pieces += [sequence[reached:start], str(alt)]
        reached = start + len(str(ref))
    return "".join([*pieces, sequence[reached:]])
