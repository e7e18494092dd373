"""Charts drawn as SVG: a table beside each says the same."""
