"""A learned verifier: the chance that an episode succeeded, from what was said in it alone.

Outcome-supervised (Cobbe et al. 2021, arXiv 2110.14168; for trajectories Xu et al. 2025, arXiv 2506.04405):
the verdict of an executed verifier is the label, the whole trajectory is the input. It ranks samples of tasks
whose verdict is not known; best@k says how well.
"""

from medgym_train.learned.contract import Card, Judge
from medgym_train.learned.evaluation import Choices, Evaluation, choices, evaluate
from medgym_train.learned.example import Example, Examples, balanced, held_out
from medgym_train.learned.rendering import RENDERING, beginnings, render
from medgym_train.learned.reply import Pair, Replies, distinct, pairs
from medgym_train.learned.scores import scored
from medgym_train.learned.store import Training, load, train

__all__ = [
    "RENDERING",
    "Card",
    "Choices",
    "Evaluation",
    "Example",
    "Examples",
    "Judge",
    "Pair",
    "Replies",
    "Training",
    "balanced",
    "beginnings",
    "choices",
    "distinct",
    "evaluate",
    "held_out",
    "load",
    "pairs",
    "render",
    "scored",
    "train",
]
