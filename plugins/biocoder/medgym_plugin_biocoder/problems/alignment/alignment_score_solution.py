"""Score the best alignment of two sequences with affine gaps."""

MODE = "global"
MATCH = 2
MISMATCH = -1
GAP_OPEN = 3
GAP_EXTEND = 1
FIRST_EXTENDS = True

LOW = -(10**9)


def pair_score(one: str, other: str) -> int:
    """Score of two letters in one column."""
    return MATCH if one == other else MISMATCH


def alignment_score(first: str, second: str) -> int:
    """Score of the best alignment."""
    opening = GAP_OPEN + GAP_EXTEND if FIRST_EXTENDS else GAP_OPEN
    width = len(second) + 1
    best = [[LOW] * width for _ in range(len(first) + 1)]
    down = [[LOW] * width for _ in range(len(first) + 1)]
    right = [[LOW] * width for _ in range(len(first) + 1)]
    best[0][0] = 0
    for row in range(len(first) + 1):
        for column in range(width):
            options = [best[row][column]]
            if row > 0:
                down[row][column] = max(best[row - 1][column] - opening, down[row - 1][column] - GAP_EXTEND)
                options.append(down[row][column])
            if column > 0:
                right[row][column] = max(best[row][column - 1] - opening, right[row][column - 1] - GAP_EXTEND)
                options.append(right[row][column])
            if row > 0 and column > 0:
                score = pair_score(first[row - 1], second[column - 1])
                options.append(best[row - 1][column - 1] + score)
            if MODE == "local" or (MODE == "overlap" and (row == 0 or column == 0)):
                options.append(0)
            best[row][column] = max(options)
    if MODE == "local":
        return max(map(max, best))
    if MODE == "overlap":
        return max(*best[-1], *(line[-1] for line in best))
    return best[-1][-1]
