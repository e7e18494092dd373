"""Personal data: copies, erasure, retention."""
