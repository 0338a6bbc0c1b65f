"""TensorBoard: event files in the folder ``tensorboard`` of the run."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from medgym_track.tracking import Opening, Row

if TYPE_CHECKING:
    from tensorboard.summary.writer.event_file_writer import EventFileWriter


class TensorBoard:
    """Writes event files, which TensorBoard reads as they grow; several drivers of a run write one each."""

    package = "tensorboard"
    destination = ""

    def __init__(self) -> None:
        """Opens nothing yet."""
        self._writer: EventFileWriter | None = None

    def check(self) -> None:
        """Files need nothing."""

    def begin(self, opening: Opening) -> str:
        """Begin another file in the run's folder; settings and tags are shown as a text."""
        from tensorboard.summary.writer.event_file_writer import EventFileWriter

        folder = opening.folder / "tensorboard"
        folder.mkdir(mode=0o700 if opening.labelled else 0o777, exist_ok=True)
        self._writer = EventFileWriter(str(folder))
        settings = json.dumps({**opening.settings, **opening.tags}, indent=2, default=str)
        self._write([_text("settings", f"```json\n{settings}\n```")], 0)
        return "tensorboard"

    def log(self, values: Mapping[str, float], step: int) -> None:
        """One event with all figures."""
        from tensorboard.compat.proto.summary_pb2 import Summary

        self._write([Summary.Value(tag=name, simple_value=value) for name, value in values.items()], step)

    def show(self, rows: Sequence[Row], step: int) -> None:
        """A text for each episode."""
        first = step - len(rows) + 1
        for number, row in enumerate(rows, first):
            shown = "\n\n".join(f"**{name}**\n\n{value}" for name, value in row.items() if value is not None)
            self._write([_text("episode", shown)], number)

    def end(self, totals: Mapping[str, float], stopped: str) -> None:
        """Close the file."""
        if self._writer is not None:
            self._writer.close()

    def _write(self, values: Sequence[Any], step: int) -> None:
        from tensorboard.compat.proto.event_pb2 import Event
        from tensorboard.compat.proto.summary_pb2 import Summary

        assert self._writer is not None
        self._writer.add_event(Event(wall_time=time.time(), step=step, summary=Summary(value=values)))
        self._writer.flush()


def _text(tag: str, text: str) -> Any:
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.plugins.text import metadata
    from tensorboard.util.tensor_util import make_tensor_proto

    made = metadata.create_summary_metadata(display_name=tag, description="")
    return Summary.Value(tag=tag, metadata=made, tensor=make_tensor_proto(text, dtype="string"))
