"""Turn the CIGAR string of a read into blocks of aligned bases."""

import re

ONE_BASED = False
MAX_DELETION = 2
MAX_INSERTION = 1
HARD_CLIPS_COUNT = True


def operations(cigar: str) -> list[tuple[int, str]]:
    """Counts and letters of a CIGAR string."""
    return [(int(count), letter) for count, letter in re.findall(r"(\d+)([MIDNSHP=X])", cigar)]


def aligned_blocks(position: int, cigar: str) -> list[list[int]]:
    """Blocks as start and end on the reference, start and end on the read."""
    reference, read = position - 1, 0
    blocks: list[list[int]] = []
    deleted, inserted, split = 0, 0, False
    for count, letter in operations(cigar):
        if letter in "M=X":
            joins = not split and deleted <= MAX_DELETION and inserted <= MAX_INSERTION
            if blocks and joins:
                blocks[-1][1] = reference + count
                blocks[-1][3] = read + count
            else:
                blocks.append([reference, reference + count, read, read + count])
            deleted, inserted, split = 0, 0, False
            reference += count
            read += count
        elif letter in "DN":
            reference += count
            split = split or letter == "N"
            deleted += count
        elif letter in "IS":
            read += count
            inserted += count
        elif letter == "H" and HARD_CLIPS_COUNT:
            read += count
    if ONE_BASED:
        return [[block[0] + 1, block[1], block[2] + 1, block[3]] for block in blocks]
    return blocks
