"""Read models and exports for several audiences."""
