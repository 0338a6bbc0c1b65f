DATABASE = "visits.sqlite"
"""The database, with one table ``visits`` of the raw file's columns."""


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a raw folder into a build: the same bytes for the same input.

    Raises:
        DataError: as :func:`read`.
    """
    # EDIT: the tables that the questions are asked of; labels and gold go below `out.private`.
    progress("reading visits", None)
    base = sqlite3.connect(out.public / DATABASE)
    base.execute("CREATE TABLE visits (patient TEXT, day INTEGER, sbp_mmhg INTEGER, dbp_mmhg INTEGER)")
    base.executemany("INSERT INTO visits VALUES (?, ?, ?, ?)", sorted(read(raw / FILE)))
    base.commit()
    base.close()


def query(build: Build, sql: str) -> list[list[int]]:
    """The rows that a query of whole numbers gives."""
    base = sqlite3.connect(f"file:{build.public / DATABASE}?mode=ro", uri=True)
    rows = [list(row) for row in base.execute(sql)]
    base.close()
    return rows


def patients(build: Build, split: str) -> list[str]:
    """The patients of a split, in the order of its tasks."""
    base = sqlite3.connect(f"file:{build.public / DATABASE}?mode=ro", uri=True)
    names = [name for (name,) in base.execute("SELECT DISTINCT patient FROM visits ORDER BY patient")]
    base.close()
    return [name for name in names if split_of(name) == split]
