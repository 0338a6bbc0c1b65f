"""medgym as other frameworks know environments; each module needs its own extra."""
