"""The baseline that needs no accelerator: logistic regression on hashed word pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from medgym_core.errors import ConfigError, DataError
from medgym_core.errors.advice import install
from medgym_train.learned.example import Example

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = "weights.npz"
FEATURES = 2**18
"""Number of hashed features."""


class Linear:
    """Logistic regression on hashed words and pairs of words, inverse-frequency weighted, length-normed."""

    def __init__(self, weights: NDArray[np.float32], rarity: NDArray[np.float32], intercept: float) -> None:
        """``weights`` and ``rarity`` (inverse document frequency) have one entry a feature."""
        self._weights, self._rarity, self._intercept = weights, rarity, intercept

    @classmethod
    def train(cls, texts: Sequence[str], values: Sequence[float], seed: int) -> Linear:
        """Fit to ``texts`` and the chance of success of each, which are not all 0 and not all 1."""
        _need()
        import numpy as np
        from sklearn.feature_extraction.text import TfidfTransformer
        from sklearn.linear_model import LogisticRegression

        counts = _vectorizer().transform(texts)
        weighting = TfidfTransformer(sublinear_tf=False).fit(counts)
        halves = [
            (at, label, share) for at, yes in enumerate(values) for label, share in ((1, yes), (0, 1 - yes))
        ]
        places, labels, weights = zip(*(half for half in halves if half[2]), strict=True)
        model = LogisticRegression(C=10.0, max_iter=1000, random_state=seed)
        model.fit(weighting.transform(counts)[list(places)], labels, weights)
        return cls(
            model.coef_[0].astype(np.float32), weighting.idf_.astype(np.float32), float(model.intercept_[0])
        )

    @classmethod
    def load(cls, folder: Path) -> Linear:
        """The weights in ``folder``; never unpickles anything.

        Raises:
            DataError: if the file is missing or is not what :meth:`save` writes.
        """
        _need()
        import numpy as np

        try:
            with (folder / WEIGHTS).open("rb") as stream, np.load(stream, allow_pickle=False) as held:
                weights, rarity, intercept = held["weights"], held["rarity"], held["intercept"]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise DataError(
                f"{folder / WEIGHTS} holds no weights ({error}); train the verifier again"
            ) from error
        if weights.shape != (FEATURES,) or rarity.shape != (FEATURES,) or intercept.shape != ():
            raise DataError(f"{folder / WEIGHTS} holds arrays of other shapes; train the verifier again")
        return cls(weights, rarity, float(intercept))

    def save(self, folder: Path) -> None:
        """Write the weights into ``folder``."""
        import numpy as np

        np.savez_compressed(
            folder / WEIGHTS, weights=self._weights, rarity=self._rarity, intercept=self._intercept
        )

    def score(self, examples: Sequence[Example]) -> list[float]:
        """The chance of success of each example."""
        import numpy as np
        from sklearn.preprocessing import normalize

        if not examples:
            return []
        weighted = normalize(
            _vectorizer().transform([example.text for example in examples]).multiply(self._rarity).tocsr()
        )
        logits = weighted @ self._weights.astype(np.float64) + self._intercept
        return [float(chance) for chance in 1 / (1 + np.exp(-logits))]


def _vectorizer() -> Any:
    from sklearn.feature_extraction.text import HashingVectorizer

    return HashingVectorizer(
        n_features=FEATURES, ngram_range=(1, 2), token_pattern=r"\w+|[^\w\s]", norm=None, alternate_sign=False
    )


def _need() -> None:
    try:
        import sklearn  # noqa: F401
    except ImportError as error:
        raise ConfigError(
            f"the linear verifier needs scikit-learn: {install('medgym-train[verifier]')}"
        ) from error
