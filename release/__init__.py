"""Releasing the distributions of this repository: their versions, their checks, their tags.

``uv run --all-packages python -m release --help`` lists what there is to do; ``docs/releasing.md`` says when.
"""
