"""What the tests of families share that ask about hospitals."""
