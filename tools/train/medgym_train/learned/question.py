"""How a language model is asked for its judgement."""

INSTRUCTION = (
    "Below is the record of an agent at work on a biomedical task: the question, its actions with what came "
    "of them, and what it submitted. Judge whether what was submitted is right. Answer with YES or NO."
)
"""Stands before the record."""
REQUEST = "Is the submission right? Answer YES or NO."
"""Stands after the record."""


def question(text: str) -> str:
    """What the model reads for the record ``text``."""
    return f"{INSTRUCTION}\n\n{text}\n\n{REQUEST}"
