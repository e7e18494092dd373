"""The regulation in own words, as data: the articles of both parts, what each value says, and the fixed readings."""
