"""Unitigs of the De Bruijn graph of reads."""

from collections import Counter

K = 4
MIN_COUNT = 1
BOTH_STRANDS = False


def kmers(read: str) -> list[str]:
    """All k-mers of a read that are made of A, C, G and T."""
    found = [read[i : i + K] for i in range(len(read) - K + 1)]
    return [kmer for kmer in found if set(kmer) <= set("ACGT")]


def unitigs(reads: list[str]) -> list[str]:
    """Maximal unbranched paths, spelled and sorted."""
    counts = Counter(kmer for read in reads for kmer in kmers(read))
    if BOTH_STRANDS:
        complement = str.maketrans("ACGT", "TGCA")
        counts.update(Counter(kmer.translate(complement)[::-1] for kmer in counts.elements()))
    nodes = {kmer for kmer, count in counts.items() if count >= MIN_COUNT}
    after = {node: [node[1:] + base for base in "ACGT" if node[1:] + base in nodes] for node in nodes}
    before = {node: [base + node[:-1] for base in "ACGT" if base + node[:-1] in nodes] for node in nodes}
    following = {
        node: others[0] for node, others in after.items() if len(others) == 1 and len(before[others[0]]) == 1
    }
    starts = sorted(nodes - set(following.values()))
    left = set(nodes)
    spelled = []
    while left:
        node = starts.pop() if starts else min(left)
        path = node
        left.remove(node)
        while node in following and following[node] in left:
            node = following[node]
            left.remove(node)
            path += node[-1]
        spelled.append(path)
    return sorted(spelled)
