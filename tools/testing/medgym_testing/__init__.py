"""What tests of families and tools are written with, for pytest."""
