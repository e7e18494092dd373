"""The live board of the hall."""
