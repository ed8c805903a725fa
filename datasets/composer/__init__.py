"""Pictures of tables with cards whose truth is known exactly."""

from datasets.composer.compose import LAYOUTS, compose
from datasets.composer.decks import Decks, DeckSource

__all__ = ["LAYOUTS", "DeckSource", "Decks", "compose"]
