"""The national ranking."""
