"""Published data: what a family may fetch, and where it lies once it is fetched."""
