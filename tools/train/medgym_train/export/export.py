"""From the folders of runs to the folder of an export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from medgym_core.access.keeping import refuse_exposed
from medgym_core.files import whole_folder
from medgym_train.export.card import card
from medgym_train.export.formats import FORMATS, Format
from medgym_train.export.manifest import Manifest, Tally
from medgym_train.export.options import Options
from medgym_train.export.row import Bundle
from medgym_train.export.sample import Sample, Samples


def export(
    runs: Sequence[Path], out: Path, options: Options, tell: Callable[[str], None] = lambda _: None
) -> Manifest:
    """Write the episodes of ``runs`` to the new folder ``out``, which appears when all of it is written.

    ``tell`` gets, a line each, what keeps it from being of the whole runs: damage and what was not played.

    Raises:
        ConfigError: if the options do not fit, a folder is no run, ``out`` exists, or evaluation splits are
            among the episodes and the options do not say so.
        DataError: if a record cannot be read, labelled data would lie in a git checkout, or the disk refuses.
    """
    options.check()
    samples = Samples(runs, options)
    refuse_exposed(out, samples.tier, "--out")
    with whole_folder(out) as folder:
        manifest = _write(folder, samples, options, tuple(run.resolve().name for run in runs))
        (folder / "manifest.json").write_text(manifest.model_dump_json(indent=2) + "\n")
        (folder / "README.md").write_text(card(FORMATS[options.format], manifest))
        if not manifest.tier.needs_isolation:
            folder.chmod(0o755)
    for remark in dict.fromkeys(samples.remarks):
        tell(remark)
    return manifest


def _write(folder: Path, samples: Samples, options: Options, runs: tuple[str, ...]) -> Manifest:
    form, tally = FORMATS[options.format], Tally()
    tables = form.open(folder)
    for task in samples.tasks():
        bundles = list(form.bundles(task, options))
        kept = bundles[: options.per_task]
        for bundle in kept:
            for table, rows in bundle.rows.items():
                tables[table].write(rows)
        _count(task, bundles, kept, form, tally, samples.left_out)
    return tally.manifest(
        medgym=version("medgym-core"),
        options=options,
        runs=runs,
        recorded=samples.recorded,
        protocol=samples.protocol,
        damage=tuple(samples.damage),
        left_out=dict(sorted(samples.left_out.items())),
        files={name: tuple(table.close()) for name, table in tables.items()},
    )


def _count(
    task: Sequence[Sample],
    made: Sequence[Bundle],
    kept: Sequence[Bundle],
    form: Format,
    tally: Tally,
    left_out: Counter[str],
) -> None:
    possible, used = _episodes(made), _episodes(kept)
    tally.count([sample for sample in task if sample.episode.id in used], len(kept))
    for sample in task:
        if sample.episode.id not in used:
            left_out["surplus" if sample.episode.id in possible else form.unused] += 1


def _episodes(bundles: Sequence[Bundle]) -> set[str]:
    return {sample.episode.id for bundle in bundles for sample in bundle.samples}
