"""Rows of question files, made up in EHRSQL's layout."""


def row(database, number, query, patient, **changes):
    """One question on a patient; none where the query is ``null``."""
    return {
        "db_id": database,
        "id": f"{number:024x}",
        "question": f"made-up question {number} on patient {patient}",
        "template": "made-up",
        "query": query,
        "value": {"patient_id": patient},
        "q_tag": "made-up {patient_id}",
        "t_tag": ["abs-year-in", "", "", "", ""],
        "o_tag": [""] * 9,
        "tag": "made-up",
        "is_impossible": query == "null",
        "split": "valid",
        **changes,
    }
