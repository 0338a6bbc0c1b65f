"""What the reference implementation accepts, one predicate a family.

The reference implementation is MedAgentGym's repository. Each module says a published rule again in its own
words and code, after a description of what the rule does; none holds text of that repository. A predicate
takes gold in the form that the rule compares with and what one execution left behind.
"""
