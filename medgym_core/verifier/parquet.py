"""Parquet turned into CSV in a child process with limits of its own.

A malformed Parquet file can abort the process that reads it and a small one can expand without bound, so no
process that matters reads one. What the child writes is as untrusted as what it read.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

from medgym_core.errors import VerifierError
from medgym_core.errors.advice import install
from medgym_core.verifier.fault import Fault, Refused

TIMEOUT_S = 60
"""Wall-clock and CPU seconds of one conversion."""
MEMORY_BYTES = 2 * 2**30
"""Address space of the child, of which the reader's allocator reserves a part at once."""
OUTPUT_BYTES = 64 * 2**20
"""Largest CSV."""

_NO_READER = 10
_CONVERT = f"""\
import resource, sys
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_CPU, ({TIMEOUT_S}, {TIMEOUT_S}))
resource.setrlimit(resource.RLIMIT_FSIZE, ({OUTPUT_BYTES}, {OUTPUT_BYTES}))
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY_BYTES}, {MEMORY_BYTES}))
try:
    import pyarrow
    from pyarrow import csv, parquet
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit({_NO_READER})
file = parquet.ParquetFile(pyarrow.BufferReader(sys.stdin.buffer.read()))
with csv.CSVWriter(sys.stdout.buffer, file.schema_arrow) as writer:
    for batch in file.iter_batches(batch_size=1_024, use_threads=False):
        writer.write_batch(batch)
"""


def csv_of_parquet(data: bytes) -> bytes:
    """The flat columns of a Parquet file as CSV with a header; nulls are empty cells.

    Raises:
        Refused: if it is no such file, or too large once expanded.
        VerifierError: if the child cannot load its reader.
    """
    with tempfile.TemporaryFile() as out:
        command = [sys.executable, "-I", "-c", _CONVERT]
        try:
            child = subprocess.run(
                command,
                input=data,
                stdout=out,
                stderr=subprocess.PIPE,
                env={},
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Refused(Fault.BAD_FILE) from None
        if child.returncode == _NO_READER:
            raise VerifierError(
                f"Parquet cannot be read: {child.stderr.decode(errors='replace').strip()}; "
                f"run `{install('medgym-core[tables]')}`"
            )
        if child.returncode:
            raise Refused(Fault.BAD_FILE)
        out.seek(0)
        return out.read()
