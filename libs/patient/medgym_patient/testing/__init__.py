"""What tests and benchmarks of simulated patients look at; it needs pandas and scikit-learn."""
