"""English sentences for cards, packs, options and records."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "card.unknown": "Card {place}, “{token}”, is not a card: a card is a rank (A, 2 to 10, J, Q, K) and a suit "
    "(C, D, H, S), such as 10H, or JOKER.",
    "card.unknown_rank": "“{token}” is not a rank: A, 2 to 10, J, Q or K.",
    "card.unknown_suit": "“{token}” is not a suit: C, D, H or S.",
    "card.unknown_seen": "Place {place}, “{token}”, cannot be read: write a card (10H), ?? face down, -- unknown, "
    "5? a rank alone, 8H/6H one of several, .. nothing there.",
    "pack.size": "A pack has 52 or 32 cards, not {size}.",
    "pack.packs": "There is at least one whole pack in play, not {packs}.",
    "pack.jokers": "The number of jokers in a pack is 0 or more, not {jokers}.",
    "pack.repeated": "{card:card} occurs more often than the packs in play hold it ({held} {held:time|times}).",
    "pack.foreign": "{card:card} is not in the pack in play.",
    "options.type": "Option {option} must be {expected:number=a whole number|switch=yes or no|"
    "list=a list of words}, not {value}.",
    "options.choice": "Option {option} must be one of {choices}, not {value}.",
    "options.choice_number": "Option {option} must be one of {choices}, or a number, not {value}.",
    "options.least": "Option {option} must be at least {least}, not {value}.",
    "options.range": "Option {option} must be from {least} to {most}, not {value}.",
    "options.unknown": "There is no option {option}: the options are {choices}.",
    "options.text": "“{text}” is not an option: write name=value.",
    "options.repeated": "Option {option} is given twice.",
    "options.lives": "The lives of a player are a number from 1 on, dog or out, not “{text}”.",
    "options.lives_most": "{found} lives are too many: everybody starts with {most}.",
    "options.lives_no_dog": "There can be no dog: it is not played.",
    "options.lives_dogs": "There can be no {found} dogs: a game has one.",
    "options.lives_all_dogs": "All {found} players cannot be dogs: where all tie, nobody loses.",
    "options.lives_players": "Write the lives of all {players} players, “out” for one who is out: there are {found}.",
    "options.lives_shown": "{playing} still in the game, but {shown} shown.",
    "options.shown": "{found} hands are too many for {players} players.",
    "record.empty": "The record is empty.",
    "record.header": "Line {line}: “{text}” is no header: write a name, a colon and a value.",
    "record.missing_header": "The record has no header “{name}”.",
    "record.repeated_header": "Line {line}: the header “{name}” stands in the record twice.",
    "record.bad_header": "Line {line}: the header “{name}” cannot be “{value}”. {reason}",
    "record.game": "The record is of “{found}”, not of “{expected}”.",
    "record.line": "Line {line}: “{text}” is not a numbered move, such as “1. pass”.",
    "record.number": "Line {line}: move {expected} should come here, not move {found}.",
    "record.move": "Line {line}: “{text}” cannot be read as a move.",
    "record.refused": "Line {line}: “{text}” is refused. {reason}",
    "record.result": "Line {line}: the record says “{found}”, but the moves before it give “{expected}”.",
}
