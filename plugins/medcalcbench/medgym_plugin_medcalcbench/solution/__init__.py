"""The reference solution: a function for each calculator, by the calculator's key.

They take other ways than the library does. A program is one of them with what it needs, so each uses the
standard library and its own module alone.
"""
