def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a raw folder into a build: the same bytes for the same input.

    Raises:
        DataError: as :func:`read`.
    """
    # EDIT: labels of asked rows go below `out.private`; boxes see what is mounted of `out.public`.
    progress("reading visits", None)
    histories = by_patient(read(raw / FILE))
    split = {patient: split_of(patient) for patient in histories}
    write(out.public / "history.csv", (visit for seen in histories.values() for visit in seen[:-1]))
    write(out.public / "last.csv", (seen[-1] for name, seen in histories.items() if split[name] == "known"))
    for asked in ("train", "test"):
        names = [name for name in histories if split[name] == asked]
        (out.public / f"{asked}.csv").write_text("\n".join(["patient", *names]) + "\n", encoding="utf-8")
        write(out.private / f"{asked}.csv", (histories[name][-1] for name in names))


def patients(build: Build, split: str) -> list[str]:
    """The patients that the tasks of a split ask about."""
    return (build.public / f"{split}.csv").read_text(encoding="utf-8").split()[1:]


def last(path: Path) -> dict[str, int]:
    """Patient to systolic pressure of the last visit, in mmHg."""
    return {visit.patient: visit.sbp for visit in read(path)}


def history(build: Build) -> dict[str, list[int]]:
    """Patient to systolic pressures of all visits but the last, in mmHg."""
    seen = by_patient(read(build.public / "history.csv"))
    return {patient: [visit.sbp for visit in visits] for patient, visits in seen.items()}
