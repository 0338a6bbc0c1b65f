"""What the EHRSQL builds of all datasets share: years, patients, shuffling, prices, the database."""
