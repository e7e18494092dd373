"""An event taken to a laptop without a network as a file, played there, and returned as a signed file."""
