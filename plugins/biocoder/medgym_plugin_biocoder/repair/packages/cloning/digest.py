"""Digests with one or several enzymes [site, offset]."""

from .sites import cuts


def digest(sequence: str, enzymes: list[list[object]], circular: bool = False) -> list[str]:
    """Pieces of the forward strand after all enzymes have cut, in order.

    A linear sequence without cut is one piece. The first piece of a circular one begins at the first cut; the
    last runs over the end. Without cut it is one piece, as given.
    """
    places = sorted(
        {place for site, offset in enzymes for place in cuts(sequence, str(site), int(str(offset)), circular)}
    )
    if not places:
        return [sequence]
    if circular:
        turned = sequence + sequence
        ends = [*places[1:], places[0] + len(sequence)]
        return [turned[start:end] for start, end in zip(places, ends, strict=True)]
    return [sequence[start:end] for start, end in zip([0, *places], [*places, len(sequence)], strict=True)]


def fragments(
    sequence: str, enzymes: list[list[object]], circular: bool = False, least: int = 1
) -> list[int]:
    """Lengths of the pieces as a gel shows them: the largest first, without those below ``least`` bases."""
    sizes = [len(piece) for piece in digest(sequence, enzymes, circular)]
    return sorted((size for size in sizes if size >= least), reverse=True)
