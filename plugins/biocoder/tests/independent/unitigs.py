"""Unitigs by joining strings pair by pair until none can be joined any more."""


def reverse(word):
    return "".join({"A": "T", "C": "G", "G": "C", "T": "A"}[base] for base in reversed(word))


def solve(p, reads):
    k = p.k
    seen = [read[i : i + k] for read in reads for i in range(len(read)) if len(read[i : i + k]) == k]
    seen = [word for word in seen if all(base in "ACGT" for base in word)]
    if p.both_strands:
        seen += [reverse(word) for word in seen]
    words = sorted({word for word in seen if seen.count(word) >= p.min_count})
    heads = {}
    for word in words:
        heads.setdefault(word[:-1], []).append(word)
    tails = {}
    for word in words:
        tails.setdefault(word[1:], []).append(word)
    joins = {overlap for overlap in heads if len(heads[overlap]) == len(tails.get(overlap, [])) == 1}
    pieces = list(words)
    while True:
        pair = next(
            (
                (one, other)
                for one in pieces
                for other in pieces
                if one is not other and one[-k + 1 :] == other[: k - 1] and one[-k + 1 :] in joins
            ),
            None,
        )
        if pair is None:
            return sorted(circle(piece, k, joins) for piece in pieces)
        pieces = [piece for piece in pieces if piece not in pair] + [pair[0] + pair[1][k - 1 :]]


def circle(piece, k, joins):
    """A piece whose ends join, turned to its first word."""
    if piece[-k + 1 :] != piece[: k - 1] or piece[: k - 1] not in joins:
        return piece
    round_ = piece[: len(piece) - k + 1]
    words = [(round_ * (k + 1))[i : i + k] for i in range(len(round_))]
    start = words.index(min(words))
    return (round_[start:] + round_[:start] + (round_[start:] + round_[:start]) * k)[: len(piece)]
