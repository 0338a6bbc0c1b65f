"""Statistics of repeated tries at tasks: intervals, chances, what k samples of a task would show."""
