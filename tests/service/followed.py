"""Matches followed from their scripts, and what a follower's events and records say."""

from __future__ import annotations

from typing import Any

from datasets.film.beats import Script
from rules.trash import Rules
from service.following import Follower, follower
from service.following.trash import TrashFollower
from tests.service.scripted import states


def followed(script: Script, **options: Any) -> tuple[TrashFollower, list[dict[str, Any]]]:
    rules = Rules.parse(script.options["rules"])
    watcher = follower("trash", rules, slots=script.options["slots"])
    assert isinstance(watcher, TrashFollower)
    watcher.turn = script.options["first"]
    events = [event for state in states(script, **options) for event in watcher.follow(state)]
    return watcher, events


def verdicts(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event["after"] for event in events if event["kind"] == "verdict"]


def watched(script: Script, rules: Any = None, seed: int = 0) -> list[dict[str, Any]]:
    watcher = follower(script.game, rules)
    events = [event for state in states(script, seed=seed, arms=True) for event in watcher.follow(state)]
    assert all(set(event) == {"time", "type", "kind", "before", "after"} for event in events)
    return events


def recorded(script: Script, rules: Any = None, seed: int = 0) -> list[tuple[str, str]]:
    """The record's lines: what was seen, and what was said of it."""
    watcher = follower(script.game, rules)
    for state in states(script, seed=seed):
        watcher.follow(state)
    return record_of(watcher)


def record_of(watcher: Follower) -> list[tuple[str, str]]:
    """The same of what was followed already."""
    (text,) = watcher.record()
    pairs = [line.partition("  # ") for line in text.splitlines() if not line.startswith("#")]
    return [(seen, said) for seen, _, said in pairs]
