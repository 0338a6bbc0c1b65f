def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a raw folder into a build: the same bytes for the same input.

    Raises:
        DataError: as :func:`read`.
    """
    # EDIT: what boxes may see goes below `out.public`; labels, hidden inputs and gold go below `out.private`.
    progress("reading visits", None)
    write(out.public / FILE, sorted(read(raw / FILE)))


{% include "tasks.py" %}
