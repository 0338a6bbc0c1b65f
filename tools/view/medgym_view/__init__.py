"""What a person sees in a browser: the report as one page, and the viewer of a run.

Text of agents and boxes is escaped twice, for HTML and as in a terminal, and no page may load or run anything
but its own style sheet and script, which its content policy names by their digests.
"""
