"""Decks painted by code: random makers' figures, suits, courts, backs and wear, with the exact place of every index."""

from datasets.painter.painted import PaintedDeck, deck_painter, paint_deck

__all__ = ["PaintedDeck", "deck_painter", "paint_deck"]
