"""Import of logs of online games."""
