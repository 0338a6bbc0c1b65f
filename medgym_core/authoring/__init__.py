"""What helps who writes a family: names, relaxed queries, what questions give away, tests of tasks."""
