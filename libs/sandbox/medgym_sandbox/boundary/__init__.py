"""What holds wherever data crosses a boundary: closed models, text and numbers that can be written down."""
