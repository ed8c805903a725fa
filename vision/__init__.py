"""From pixels to cards: detector, index reader, assembly, tracking, zones, drawing."""
