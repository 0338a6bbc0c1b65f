"""Published tasks: none are read yet."""
