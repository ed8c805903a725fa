"""What is kept: matches, live tables and their events, corrections; in SQLite or PostgreSQL."""

from service.storage.store import Conflict, Missing, Store

__all__ = ["Conflict", "Missing", "Store"]
