"""A learned verifier: the chance that an episode succeeded, from what was said in it alone.

Outcome-supervised (Cobbe et al. 2021, arXiv 2110.14168; for trajectories Xu et al. 2025, arXiv 2506.04405):
the verdict of an executed verifier is the label, the whole trajectory is the input. It ranks samples of tasks
whose verdict is not known; best@k says how well.
"""

from medgym_train.learned.contract import Card, Judge
from medgym_train.learned.evaluation import Evaluation, evaluate
from medgym_train.learned.example import Example, Examples, balanced, held_out
from medgym_train.learned.rendering import RENDERING, render
from medgym_train.learned.scores import scored
from medgym_train.learned.store import Training, load, train

__all__ = [
    "RENDERING",
    "Card",
    "Evaluation",
    "Example",
    "Examples",
    "Judge",
    "Training",
    "balanced",
    "evaluate",
    "held_out",
    "load",
    "render",
    "scored",
    "train",
]
