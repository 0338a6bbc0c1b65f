"""Where words stand in reference sequences, and where a query may lie."""

from .words import words


def index(references: list[list[str]], k: int) -> dict[str, list[list[object]]]:
    """Word to [name, start], for every place of every reference [name, sequence]; starts count from 0."""
    places: dict[str, list[list[object]]] = {}
    for name, sequence in references:
        for start, word in words(sequence, k):
            places.setdefault(word, []).append([name, start])
    return places


def seeds(query: str, references: list[list[str]], k: int, most: int) -> list[list[object]]:
    """Words that query and references share, as [start in the query, name, start in the reference].

    In the order of the query, then of the references. Words with more than ``most`` places are left out.
    """
    places = index(references, k)
    found: list[list[object]] = []
    for start, word in words(query, k):
        hits = places.get(word, [])
        if len(hits) <= most:
            found += [[start, name, place] for name, place in hits]
    return found


def find(query: str, references: list[list[str]], k: int) -> list[object]:
    """Where a query most probably lies: [name, offset, number of shared words].

    The offset is the start in the reference less the start in the query, on which most shared words agree.
    Ties go to the reference that comes first, then to the smallest offset. [] without a shared word.
    """
    votes: dict[tuple[str, int], int] = {}
    for start, name, place in seeds(query, references, k, len(query) * len(references) + 10**6):
        key = (str(name), int(str(place)) - int(str(start)))
        votes[key] = votes.get(key, 0) + 1
    if not votes:
        return []
    order = [name for name, _ in references]
    name, offset = min(votes, key=lambda key: (-votes[key], order.index(key[0]), key[1]))
    return [name, offset, votes[name, offset]]
