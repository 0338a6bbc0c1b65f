"""How many tokens a second `medgym serve-model` writes, alone and together.

python -m benchmarks.serving [--width 192] [--layers 4] [--threads 1] [--tokens 128] [--json]

A decoder with random weights continues prompts of 64 tokens through the engine itself; no end token cuts a
reply short. Needs the extra `serve` of medgym-train.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

AT_ONCE = (1, 8, 32)
PROMPT = 64


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=192, help="size of a hidden state (default 192)")
    parser.add_argument("--layers", type=int, default=4, help="blocks (default 4)")
    parser.add_argument("--threads", type=int, default=1, help="cores (default 1)")
    parser.add_argument("--tokens", type=int, default=128, help="written for each prompt (default 128)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    found = measured(given.width, given.layers, given.threads, given.tokens)
    if given.json:
        print(json.dumps(found))
        return
    print(f"{found['parameters']:,} parameters, {given.threads} threads")
    for count, speed in found["tokens_per_s"].items():
        print(f"{count:>3} at once: {speed:6.0f} tokens a second")


def measured(width: int, layers: int, threads: int, tokens: int) -> dict[str, Any]:
    """Parameters of the model, and tokens a second by the number of sequences that are written at once."""
    from benchmarks.training_value import model, spelling
    from medgym_train.serving import Engine
    from medgym_train.serving.sampling import Sampling

    tokenizer = spelling.make([])
    made = model.make(tokenizer, model.Shape(width, layers), seed=0)
    made.generation_config.eos_token_id = None
    tokenizer.eos_token = None
    speeds = {}
    with tempfile.TemporaryDirectory() as folder:
        made.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        engine = Engine(Path(folder), max(AT_ONCE), threads)
        for count in AT_ONCE:
            began = time.monotonic()
            waiting = [engine.write([*range(PROMPT)], Sampling(tokens, seed=seed)) for seed in range(count)]
            written = sum(len(future.result().tokens) for future in waiting)
            speeds[count] = written / (time.monotonic() - began)
        engine.close()
    return {"parameters": made.num_parameters(), "tokens_per_s": speeds}


if __name__ == "__main__":
    main()
