"""What synthetic sources are written with: draws, times, texts, quantities, identifiers, raw files."""
