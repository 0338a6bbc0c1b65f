"""The normal form of a variant (Tan 2015): as short as possible, and as far left as possible."""


def trimmed(position: int, ref: str, alt: str) -> list[object]:
    """[position, ref, alt] without shared bases: first of the right end, then of the left; one base stays.

    Alleles that are equal are left as they are.
    """
    if ref == alt:
        return [position, ref, alt]
    while len(ref) > 1 and len(alt) > 1 and ref[-1] == alt[-1]:
        ref, alt = ref[:-1], alt[:-1]
    while len(ref) > 1 and len(alt) > 1 and ref[0] == alt[0]:
        position, ref, alt = position + 1, ref[1:], alt[1:]
    return [position, ref, alt]


def left_align(sequence: str, position: int, ref: str, alt: str) -> list[object]:
    """[position, ref, alt] shifted to the left as far as ``sequence`` allows; positions count from 1.

    A reference allele that is not there raises ValueError.
    """
    if position < 1 or not ref or sequence[position - 1 : position - 1 + len(ref)] != ref:
        raise ValueError("the reference is another one")
    if ref == alt or len(ref) == len(alt):
        return trimmed(position, ref, alt)
    while ref[-1] == alt[-1]:
        if len(ref) > 1 and len(alt) > 1:
            ref, alt = ref[:-1], alt[:-1]
        elif position > 1:
            position -= 1
            before = sequence[position - 1]
            ref, alt = before + ref[:-1], before + alt[:-1]
        else:
            break
    return trimmed(position, ref, alt)


def normalized(sequence: str, variants: list[list[object]]) -> list[list[object]]:
    """Variants [position, ref, alt] in normal form, sorted by position, ref and alt, without repetition."""
    found = [left_align(sequence, int(str(place)), str(ref), str(alt)) for place, ref, alt in variants]
    found.sort(key=lambda one: (int(str(one[0])), str(one[1]), str(one[2])))
    return [one for place, one in enumerate(found) if not place or one != found[place - 1]]
