"""Reader of logs of online games."""
