"""Live updates of pages."""
