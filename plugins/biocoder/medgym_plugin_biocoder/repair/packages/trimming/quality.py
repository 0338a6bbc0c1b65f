"""Phred scores."""


def decode(letters: str, offset: int = 33) -> list[int]:
    """Scores of the letters of a FASTQ quality line; a score below 0 or above 93 raises ValueError."""
    scores = [ord(letter) - offset for letter in letters]
    if any(score < 0 or score > 93 for score in scores):
        raise ValueError("no such score")
    return scores


def expected_errors(letters: str, offset: int = 33) -> float:
    """Sum of the error probabilities of a read, each 10 to the power of -score/10 (Edgar 2015)."""
    return sum(10 ** (-score / 10) for score in decode(letters, offset))
