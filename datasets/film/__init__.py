"""Staged videos: matches played by the rules, shown by painted cards and hands, with the exact truth of every event."""
