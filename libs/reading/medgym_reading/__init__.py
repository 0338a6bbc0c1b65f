"""Reading programs, queries and questions as text: nothing is run."""
