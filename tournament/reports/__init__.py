"""Reports of events: submission, recomputation, photos."""
