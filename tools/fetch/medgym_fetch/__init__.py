"""Published data: how it is fetched and checked, and what the user accepts and shows before it is given."""
