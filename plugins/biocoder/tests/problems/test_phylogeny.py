"""Problems of trees and graphs against values computed by hand or well known."""

import pytest

RNA = [
    [0, 17, 21, 31, 23],
    [17, 0, 30, 34, 21],
    [21, 30, 0, 28, 39],
    [31, 34, 28, 0, 43],
    [23, 21, 39, 43, 0],
]


def test_depths_of_tips(solve):
    tree = "(A:1,('B b':2,C_c):4[x],:0.5)root:9;"
    plain = {"default_length": 1.0, "blank_underscores": True, "negative": "keep"}
    rows = [["A", 1.0, 1], ["B b", 6.0, 2], ["C c", 5.0, 2], ["", 0.5, 1]]
    assert solve("newick-depths", tree, order="tree", **plain) == rows
    assert [row[0] for row in solve("newick-depths", tree, order="distance", **plain)] == [
        "B b",
        "C c",
        "A",
        "",
    ]


@pytest.mark.parametrize(
    ("linkage", "heights"),
    [("average", [17, 22, 28, 33]), ("single", [17, 21, 21, 28]), ("complete", [17, 23, 28, 43])],
)
def test_clusters_of_five_bacteria(solve, linkage, heights):
    """Distances of 5S ribosomal RNA, a textbook example of all three linkages."""
    made = solve("clustering", list("abcde"), RNA, linkage=linkage, halved=False, cutoff=100.0)
    assert [height for _, height in made] == pytest.approx(heights)
    assert made[0][0] == ["a", "b"]


@pytest.mark.parametrize("tie", ["first", "last"])
def test_an_additive_tree_is_found_again(solve, tie):
    """Distances of a known tree, whichever of two equally good pairs is joined."""
    matrix = [[0, 5, 9, 9, 8], [5, 0, 10, 10, 9], [9, 10, 0, 8, 7], [9, 10, 8, 0, 3], [8, 9, 7, 3, 0]]
    branches = solve("neighbor-joining", list("abcde"), matrix, tie=tie, update="reduced", internal=True)
    lengths = {side(members): length for members, length in branches}
    expected = {"bcde": 2, "b": 3, "c": 4, "d": 2, "e": 1, "cde": 3, "de": 2}
    assert lengths == {frozenset(members): length for members, length in expected.items()}


def side(members):
    """The part of the names that does not have the first."""
    return frozenset("abcde") - set(members) if "a" in members else frozenset(members)


def test_rerooting_matters_to_rooted_trees_only(solve):
    comb = ["a", ["b", ["c", ["d", ["e", "f"]]]]]
    other = [["f", "e"], ["d", ["c", ["b", "a"]]]]
    count = {"scale": "count", "min_size": 2}
    assert solve("tree-distance", comb, other, rooted=False, **count) == [0, 3, 3]
    assert solve("tree-distance", comb, other, rooted=True, **count) == [6, 4, 4]


def test_trees_are_pruned_to_what_they_share(solve):
    first, second = [["a", "b"], ["c", "x"], "d"], [["a", "c"], "b", "d"]
    assert solve("tree-distance", first, second, rooted=True, unshared="none") is None
    rooted = {"rooted": True, "unshared": "prune", "scale": "count", "min_size": 2}
    assert solve("tree-distance", first, second, **rooted) == [2, 1, 1]


def test_a_repeat_breaks_the_path(solve):
    plain = {"k": 3, "min_count": 1, "both_strands": False}
    assert solve("unitigs", ["ACGTA"], **plain) == ["ACGTA"]
    assert solve("unitigs", ["TACGA", "CACGT"], **plain) == ["ACG", "CAC", "CGA", "CGT", "TAC"]
    assert solve("unitigs", ["GATTGATT"], **plain) == ["ATTGAT"]


def test_both_strands_give_both_unitigs(solve):
    assert solve("unitigs", ["AACCA"], k=4, min_count=1, both_strands=True) == ["AACCA", "TGGTT"]
