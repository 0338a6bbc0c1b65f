"""The second computation: each template's answer in plain Python, by formulas of its own.

A question becomes a task only where this and the reference agree.
"""
