"""Scripts to copy and change: training with TRL on what medgym exports and plays."""
