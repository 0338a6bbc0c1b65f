"""One learner through all stages: references, fine-tuning, on-policy training, and what it can after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.training_value import dpo, grpo, judging, model, play, sft
from benchmarks.training_value.presets import Preset
from benchmarks.training_value.regrading import regraded
from benchmarks.training_value.stage import Study, Work
from medgym_core.env.opening import OpenFamily, open_family
from medgym_core.source import Source

CARELESS_SEED = 5
"""The data seed of careless episodes."""


class Learner:
    """One family and one seed."""

    def __init__(
        self, study: Study, family: str, preset: Preset, seed: int, sandbox: str, threads: int
    ) -> None:
        """Does nothing yet."""
        self._study, self._family, self._preset, self._seed = study, family, preset, seed
        self._sandbox, self._threads = sandbox, threads

    def lessons(self) -> Path:
        """References to learn from, as tokens, for learners of all seeds."""
        preset = self._preset
        exports = [
            self._demonstrated("references", self._demonstration(data_seed, preset.references))
            for data_seed in preset.taught
        ]
        if preset.careless:
            wanted = self._demonstration(CARELESS_SEED, preset.careless)
            exports.append(self._demonstrated("careless", wanted, play.CARELESS, "--min-reward", 0))
        return self._encoded("lessons", exports, {"careless": preset.careless})

    def train(self) -> dict[str, Path]:
        """Every checkpoint by its name, each trained unless it is done."""
        self._limit_threads()
        start = self._fitted()
        played = {f"grpo-{rule}": self._played(start, rule) for rule in self._preset.rules}
        return {"sft": start, **played}

    def run(self) -> None:
        """All stages, each unless it is done."""
        trained = self.train()
        self._evaluated("untrained", self._path("untrained"), "test")
        for name, checkpoint in trained.items():
            self._examined(name, checkpoint)
        for name, samples in product(list(trained)[1:], self._samples()):
            self._compared("sft", name, samples)
        if self._preset.sampled:
            self._learned_from_own(trained["sft"])
        if self._preset.judged:
            self._judged(trained["sft"], self._preset.judged)

    def _limit_threads(self) -> None:
        import torch

        torch.set_num_threads(self._threads)

    def _encoded(self, name: str, exports: Sequence[Path], settings: Mapping[str, Any]) -> Path:
        """Exports as tokens."""
        preset, name = self._preset, f"{self._family}-{name}"
        chosen: dict[str, Any] = {
            "taught": preset.taught,
            "categories": preset.categories,
            "limit": preset.references,
        }
        if preset.passages:
            chosen["passages"] = True
        self._study.stage(
            name, chosen | dict(settings), lambda made: sft.encode(exports, made, passages=preset.passages)
        )
        return self._study.folder / name

    def _fitted(self) -> Path:
        """The model before and after fine-tuning on references."""
        lessons, shape, seed = self.lessons(), self._preset.shape, self._seed
        settings = {"shape": vars(shape), "seed": seed}
        self._stage("untrained", settings, lambda made: model.begin(lessons, made, shape, seed))
        return self._tuned("sft", lessons, self._path("untrained"), self._preset.fitting)

    def _demonstration(self, data_seed: int, limit: int | None) -> play.Demonstration:
        return play.Demonstration(self._family, data_seed, self._preset.categories, limit)

    def _demonstrated(
        self, name: str, wanted: play.Demonstration, agent: Sequence[object] = (), *options: object
    ) -> Path:
        """Episodes of one data seed's training tasks as rows to learn from, for every learner."""
        played = f"{self._family}-{name}-{wanted.data_seed}"
        exported = f"{self._family}-{name}-export-{wanted.data_seed}"
        folder, chosen = self._study.folder, vars(wanted)
        self._study.stage(played, chosen, lambda made: play.demonstrated(wanted, made, self._sandbox, agent))
        self._study.stage(exported, chosen, lambda made: play.export(folder / played, made, "sft", *options))
        return folder / exported

    def _tuned(self, name: str, lessons: Path, start: Path, fitting: sft.Fitting) -> Path:
        settings = {"fitting": vars(fitting), "seed": self._seed}
        self._stage(name, settings, lambda made: sft.fit(lessons, start, made, fitting, self._seed))
        return self._path(name)

    def _played(self, start: Path, rule: str) -> Path:
        playing, seed = self._preset.playing, self._seed
        settings = {"playing": vars(playing), "rule": rule, "seed": seed}

        def work(made: Path) -> Mapping[str, Any]:
            places = grpo.met_once(self._played_data, playing, self._preset.categories, seed)
            return grpo.play(start, made, self._played_data, places, rule, playing, seed)

        self._stage(f"grpo-{rule}", settings, work)
        return self._path(f"grpo-{rule}")

    def _own(self, start: Path) -> Path:
        """The run of its replies to training tasks."""
        exam = self._exam("train", self._preset.drawn, self._preset.sampled, self._preset.played[0])
        self._stage(
            "own", vars(exam), lambda made: play.asked(start, exam, made, self._sandbox, self._threads)
        )
        return self._path("own")

    def _learned_from_own(self, start: Path) -> None:
        """Rejection sampling and preferences, both of the same replies to training tasks."""
        preset, seed = self._preset, self._seed
        self._own(start)
        if not all([self._exported(form) for form in ("sft", "dpo")]):
            return  # nothing was right, or nothing was wrong
        rows, pairs, preferring = self._path("own-sft"), self._path("own-dpo"), preset.preferring
        self._stage("own-lessons", {"seed": seed}, lambda made: sft.encode([rows], made, start))
        self._tuned("rejection", self._path("own-lessons"), start, preset.again)
        self._stage(
            "dpo",
            {"preferring": vars(preferring), "seed": seed},
            lambda made: dpo.prefer(pairs, start, made, preferring, seed),
        )
        for name in ("rejection", "dpo"):
            self._evaluated(name, self._path(name), "test")
            self._compared("sft", name)

    def _judged(self, start: Path, samples: int) -> None:
        """A verifier that learned its replies to training tasks is asked about those to held-out ones."""
        self._evaluated("sft", start, "test", samples)
        own, run = self._path("own"), self._path(f"sft-on-{_asked('test', samples)}")
        settings = {"samples": samples, "seed": self._seed}
        self._stage("sft-judged", settings, lambda made: judging.judged(own, run, made))

    def _exported(self, form: str) -> int:
        """Rows that can be learned from."""
        own, settings = self._path("own"), {"seed": self._seed}
        found = self._stage(f"own-{form}", settings, lambda made: play.export(own, made, form))
        return int(found["rows"])

    def _samples(self) -> list[int]:
        """Replies to each held-out task: one, greedily, and so many at temperature 1."""
        return sorted({1, self._preset.samples})

    def _examined(self, name: str, checkpoint: Path) -> None:
        """All that is asked of a checkpoint."""
        for split in self._preset.splits:
            self._evaluated(name, checkpoint, split)
        for samples in self._samples()[1:]:
            self._evaluated(name, checkpoint, "test", samples)

    def _evaluated(
        self,
        name: str,
        checkpoint: Path,
        split: str,
        samples: int = 1,
        steps: Sequence[object] = play.ONCE,
    ) -> None:
        exam = self._exam(split, samples, self._preset.limit)

        def work(made: Path) -> Mapping[str, Any]:
            found = play.asked(checkpoint, exam, made, self._sandbox, self._threads, steps)
            return found | regraded(made, self._held_out)

        asked = _asked(split, samples)
        self._stage(f"{name}-on-{asked}", vars(exam), work)
        run = self._path(f"{name}-on-{asked}")
        self._stage(f"failures-{name}-{asked}", {"seed": self._seed}, lambda made: judging.failures(run))

    def _exam(self, split: str, samples: int, limit: int | None, data_seed: int = 0) -> play.Exam:
        preset, family = self._preset, self._family
        tokens = preset.playing.tokens
        return play.Exam(family, split, preset.categories, limit, samples, tokens, self._seed, data_seed)

    def _compared(self, first: str, second: str, samples: int = 1) -> None:
        asked, settings = _asked("test", samples), {"samples": samples, "seed": self._seed}
        runs = [self._path(f"{name}-on-{asked}") for name in (first, second)]
        self._stage(f"{first}-to-{second}-{asked}", settings, lambda made: play.compared(*runs))

    def _stage(self, name: str, settings: Mapping[str, Any], work: Work) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._study.stage(self._name(name), settings, work)["found"]
        return found

    def _name(self, name: str) -> str:
        return f"{self._family}-{name}-{self._seed}"

    def _path(self, name: str) -> Path:
        return self._study.folder / self._name(name)

    @cached_property
    def _held_out(self) -> OpenFamily:
        return open_family(self._family, sandbox=self._sandbox)

    @cached_property
    def _played_data(self) -> list[OpenFamily]:
        sources = map(Source.synthetic, self._preset.played)
        return [open_family(self._family, source=source, sandbox=self._sandbox) for source in sources]


def _asked(split: str, samples: int) -> str:
    """A split, and how often each of its tasks is asked unless once."""
    return split if samples == 1 else f"{split}-{samples}"
