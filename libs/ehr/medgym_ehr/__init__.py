"""What task families on hospital databases share; a library, not a plugin."""
