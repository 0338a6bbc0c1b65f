"""A clinician who sees only the chart: guideline care by indication, and what is measured when.

One policy among those that may drive ``step``; an agent's takes its place hour by hour.
"""
