"""Published data: what a family may fetch, how it is fetched and checked, and where it lies then."""
