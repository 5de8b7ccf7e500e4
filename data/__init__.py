"""Games as data: datasets of records, written in volume, and read back as the decisions in them."""
