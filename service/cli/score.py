"""`kibitz score`: what hands are worth, from photos or typed in."""

from __future__ import annotations

import click

from service.cli.main import LazyGroup

GAMES = {
    "gin": ("service.cli.gin:gin", "Gin rummy: one hand, or the score of a hand after a knock."),
    "bus": ("service.cli.bus:bus", "Stop the Bus: every hand's worth, and who loses a life."),
    "ace": ("service.cli.ace:ace", "Chase the Ace: who loses a life."),
}


@click.group(cls=LazyGroup, lazy=GAMES)
def score() -> None:
    """Score hands, from photos or typed in."""
