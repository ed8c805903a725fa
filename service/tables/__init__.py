"""Live tables: frames in, the newest first; events out, every one on disk before it is sent."""
