def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a raw folder into a build: the same bytes for the same input.

    Raises:
        DataError: as :func:`read`.
    """
    # EDIT: hidden inputs go below `out.private`; what boxes may see, such as examples, below `out.public`.
    progress("reading visits", None)
    write(out.private / FILE, sorted(read(raw / FILE)))


def patients(build: Build, split: str) -> dict[str, list[Visit]]:
    """The patients of a split with their visits."""
    found = _stored(build.private / FILE).items()
    return {patient: visits for patient, visits in found if split_of(patient) == split}


def limits(split: str) -> list[tuple[int, int]]:
    """The systolic and diastolic limits that the tasks of a split ask about, in mmHg."""
    cells = [(sbp, dbp) for sbp in range(125, 161) for dbp in range(78, 100)]
    ordered = sorted(cells, key=lambda cell: hashlib.sha256(repr(cell).encode()).digest())
    return ordered[:12] if split == "train" else ordered[12:16]
