"""Pages of a signed-in user's own account."""
