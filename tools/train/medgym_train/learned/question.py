"""How a language model is asked for its judgement."""

INSTRUCTION = (
    "Below is the record of an agent at work on a biomedical task: the question, its actions with what came "
    "of them, and what it submitted. Judge whether what was submitted is right. Answer with YES or NO."
)
"""Stands before the record."""
REQUEST = "Is the submission right? Answer YES or NO."
"""Stands after the record."""


BEGUN = (
    "Below is the record of an agent at work on a biomedical task up to some moment: the question, and its "
    "actions so far with what came of them. Judge whether it will solve the task from there. Answer with YES "
    "or NO."
)
"""Stands before the beginning of a record."""
OUTLOOK = "Will the task be solved from here? Answer YES or NO."
"""Stands after it."""


def question(text: str, steps: bool = False) -> str:
    """What the model reads for the record ``text``; ``steps`` says that it is a beginning."""
    before, after = (BEGUN, OUTLOOK) if steps else (INSTRUCTION, REQUEST)
    return f"{before}\n\n{text}\n\n{after}"
