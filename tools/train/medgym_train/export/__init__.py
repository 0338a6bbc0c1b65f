"""Trajectories as training data: rows for trainers, made from the record of runs.

::

    OUT/manifest.json      what it was made of, what was left out and why, digests of the files
    OUT/README.md          the same for people, and the types of the columns for HuggingFace datasets
    OUT/TABLE-00000.*      the rows: JSON lines or Parquet
"""

from medgym_train.export.export import export
from medgym_train.export.formats import FORMATS
from medgym_train.export.manifest import Manifest
from medgym_train.export.options import Options

__all__ = ["FORMATS", "Manifest", "Options", "export"]
