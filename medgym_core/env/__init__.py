"""One episode: its prompt, its loop, its grading, and who plays it whole."""
