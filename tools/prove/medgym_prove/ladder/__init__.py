"""How hard a family is: what agents earn that leave out one thing which its solutions do."""
