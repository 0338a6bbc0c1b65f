"""How well the words of a question tell that the data cannot answer it."""

import re
from collections.abc import Iterable, Sequence

NAMES = re.compile(r'"[^"]*"|\d[\d.:-]*|\b(?:patient|subject) \S+')
"""What is masked: quoted names, numbers, dates and who is asked about."""


def worded(text: str, names: Sequence[str] = ()) -> str:
    """A question without what it names; ``names`` are those of its slots."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "#")
    return NAMES.sub("#", text)


def told_by_wording(texts: Iterable[str], abstain: Sequence[bool]) -> float:
    """Accuracy of logistic regression on words and their pairs, over five folds.

    Args:
        texts: questions, names masked (:func:`worded`).
        abstain: whether the data cannot answer each.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.pipeline import make_pipeline

    words = TfidfVectorizer(ngram_range=(1, 3), token_pattern=r"\S+")
    model = make_pipeline(words, LogisticRegression(C=30, max_iter=2000))
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    return float(cross_val_score(model, list(texts), list(abstain), cv=folds).mean())
