"""A model that writes many sequences at once: each joins the running batch and leaves when it is done."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from medgym_core.errors import AgentError, ConfigError
from medgym_core.errors.advice import install
from medgym_train.serving.sampling import Sampling
from medgym_train.serving.sequence import Sequence, Spelling, Written


class Engine:
    """A causal language model of ``transformers``, with a thread of its own in which it writes."""

    def __init__(self, folder: Path, batch: int = 32, threads: int | None = None) -> None:
        """Loads the model, on an accelerator if there is one; writes at most ``batch`` sequences at once.

        ``threads`` are the cores that it may take; None leaves that to torch.

        Raises:
            ConfigError: if the libraries are missing, or the folder holds no model with a chat template.
        """
        self.tokenizer, self._model = _load(folder, threads)
        self.context: int = self._model.config.max_position_embeddings
        """Tokens of a prompt and its answer, at most."""
        ends = _ends(self._model.generation_config.eos_token_id, self.tokenizer.eos_token_id)
        self._spelling = Spelling(self.tokenizer, ends)
        self._size = batch
        self._waiting: deque[Sequence] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    def write(self, prompt: list[int], sampling: Sampling) -> Future[Written]:
        """What follows ``prompt``, in time; cancelling the future takes the sequence out of the batch.

        Raises:
            AgentError: if the engine is closed, or has failed.
        """
        sequence = Sequence(prompt, sampling, self._spelling)
        with self._changed:
            if self._closed:
                raise AgentError("the engine writes no more")
            self._waiting.append(sequence)
            self._changed.notify()
        return sequence.done

    def close(self) -> None:
        """Stop writing; what is not done fails. Idempotent."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        from medgym_train.serving.batch import Batch

        batch = Batch(self._model)
        reason: BaseException = AgentError("the engine was closed")
        try:
            while self._admit(batch):
                if batch.sequences:
                    batch.step()
        except (
            Exception
        ) as error:  # memory, an operation that a model's kind lacks: whoever waits must hear it
            reason = AgentError(f"the model failed: {error}")
        with self._changed:
            self._closed = True
        for sequence in [*batch.sequences, *self._waiting]:
            if not sequence.done.done():
                sequence.done.set_exception(reason)

    def _admit(self, batch: Any) -> bool:
        """Let who waits join while there is room, and wait if nobody is there; whether to go on."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or batch.sequences or self._closed)
            if self._closed:
                return False
        while self._waiting and len(batch.sequences) < self._size:
            batch.join(self._waiting[0])
            self._waiting.popleft()
        return True


def _load(folder: Path, threads: int | None) -> tuple[Any, Any]:
    """The tokenizer and the model in ``folder``."""
    if not (folder / "config.json").is_file():
        raise ConfigError(f"{folder} holds no model: it has no config.json")
    if not any(folder.glob("tokenizer*")):
        raise ConfigError(f"{folder} holds no tokenizer")
    try:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer
    except ImportError as error:
        raise ConfigError(f"a model is served with: {install('medgym-train[serve]')}") from error
    if threads is not None:
        torch.set_num_threads(threads)
    try:
        tokenizer: Any = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model: Any = AutoModelForCausalLM.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise ConfigError(f"the model in {folder} cannot be loaded: {reason}") from error
    if not tokenizer.chat_template:
        raise ConfigError(f"the tokenizer in {folder} has no chat template, so no conversation can be read")
    model.to("cuda" if torch.cuda.is_available() else "cpu").eval()
    return tokenizer, model


def _ends(*given: int | list[int] | None) -> frozenset[int]:
    """Tokens that end a sequence, as a generation config and a tokenizer name them."""
    lists = (each if isinstance(each, list) else [each] for each in given if each is not None)
    return frozenset(each for some in lists for each in some)
