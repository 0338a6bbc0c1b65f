"""What helps who writes a family: names, relaxed queries, told answers, tests of published tasks."""
