"""A match of Trash followed from its script, and what a follower's events say."""

from __future__ import annotations

from typing import Any

from datasets.film.beats import Script
from rules.trash import Rules
from service.following import follower
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
