"""Tables of what was proved."""
