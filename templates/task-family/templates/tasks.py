def visits(build: Build, patient: str) -> list[Visit]:
    """One patient's visits, in the order of their days."""
    return _stored(build.public / FILE)[patient]


def patients(build: Build, split: str) -> list[str]:
    """The patients of a split, in the order of its tasks."""
    return [patient for patient in _stored(build.public / FILE) if split_of(patient) == split]
