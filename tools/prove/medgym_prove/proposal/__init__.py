"""Pull requests that add or change a family, judged by the base branch's own core and checks.

``overlay`` reads from git what is proposed, ``rules`` hold before any of it runs, ``install`` makes the two
fresh environments, ``judge`` runs the levels in both, and ``comment`` writes the pull request's table.
"""
