"""English sentences for Stop the Bus."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "bus.three_of_a_kind": "Option three_of_a_kind must be best, none or a number of points, not {value}.",
    "bus.brag_prial": "In the Brag form three of a kind is the best hand; it cannot count {value} as well.",
    "bus.brag_31": "The Brag form counts no points, so no hand of 31 can end the deal.",
    "bus.hand_size": "A hand has three cards, not {found}.",
    "bus.nth_hand_size": "Hand {hand} has {found} {found:card|cards}; a hand has three.",
    "bus.hands": "From 1 to 16 hands can be shown, not {found}.",
    "bus.over": "The game is over.",
    "bus.not_dealt": "The deal is over; the next has not been dealt yet.",
    "bus.dealt_already": "The cards have been dealt already.",
    "bus.deal_size": "A deal to {players} players takes {expected} cards, not {found}.",
    "bus.no_player": "There is no player {player}: {players} play.",
    "bus.out": "Player {player} is out of the game.",
    "bus.turn": "It is player {turn}’s turn, not player {player}’s.",
    "bus.last_turn": "Player {player} has had the last turn of this deal.",
    "bus.stopped_already": "Player {player} has stopped the bus already.",
    "bus.stick_too_early": "Nobody has stopped the bus: exchange, or stop it.",
    "bus.uneven": "As many cards are taken as are given, not {take} for {give}.",
    "bus.one_or_three": "One card is exchanged or all three, never {found}.",
    "bus.not_in_hand": "{card:card} is not in the player’s hand.",
    "bus.not_on_table": "{card:card} is not on the table.",
    "bus.notation": "“{text}” is not a move: write player 1: 5H>QH, player 1: stop, player 1: stick or deal.",
    "bus.position": "The position cannot be read at “{part}”.",
    "bus.impossible": "The position cannot be: {reason:CARD_TWICE=a card is in two places|FOREIGN_CARD=a joker is "
    "among the cards|HAND_SIZE=a hand has the wrong number of cards|TABLE_SIZE=the table has the wrong number of cards"
    "|SEATS=the seats do not fit the number of players|LIVES=a player has too many lives|DOGS=there are too many dogs"
    "|NOBODY=everybody is out|PLAYER_OUT=the dealer, the player to move or the one who stopped the bus is out"
    "|OVER=the game has been won|STOPPED=whoever stopped the bus has no turn left}.",
    "bus.table_places": "Three cards lie on the table, not {found}.",
    "bus.table_down": "Card {place} on the table lies face down {when:before=before the turn|*=after the turn}; table "
    "cards lie face up.",
    "bus.table_empty": "A card is missing on the table {when:before=before the turn|*=after the turn}, at place "
    "{place}.",
    "bus.table_twice": "The table cards {when:before=before the turn|*=after the turn} cannot all be different: "
    "{cards:card}.",
    "bus.table_two": "Two table cards have changed ({taken:card} taken, {laid:card} laid down): one card is exchanged "
    "or all three.",
    "bus.table_two_unread": "Two table cards have changed: one card is exchanged or all three.",
    "bus.table_unknown": "Too little of the table cards can be read to tell whether two of them changed.",
    "bus.table_covered": "Not every place on the table can be made out: a card may be missing.",
    "bus.table_same": "The table cards are the same.",
    "bus.table_one": "{taken:card} was exchanged for {laid:card}.",
    "bus.table_three": "All three table cards were exchanged: {taken:card} for {laid:card}.",
    "bus.table_fits": "However the unread cards turn out, the table cards changed as one turn allows.",
    "bus.loses": "Hand {hands} is the lowest and loses a life.",
    "bus.lose_together": "Hands {hands} are the lowest together, and each loses a life.",
    "bus.nobody_loses": "The lowest hands tie: nobody loses a life.",
    "bus.worth": "The hand is worth {points} ({kind:points=points|three of a kind=three of a kind}).",
    "bus.worth_brag": "The hand is {kind:prial=a prial|running flush=a running flush|run=a run|flush=a flush"
    "|pair=a pair|high card=a high card}.",
    "bus.worth_brag_unknown": "The hand cannot be read well enough; it may be {kinds:prial=a prial"
    "|running flush=a running flush|run=a run|flush=a flush|pair=a pair|high card=a high card}.",
    "bus.worth_most": "Three of a kind: the hand beats any total.",
    "bus.worth_unknown": "The hand cannot be read well enough; it may be worth {worths}.",
    "bus.worth_unknown_most": "The hand cannot be read well enough; it may be worth {worths}, or be three of a kind "
    "and beat any total.",
    "bus.shown_twice": "The cards shown cannot all be different: {cards:card}.",
    "bus.hands_missing": "{found} of {players} hands {found:lies|lie} open: who loses is told once the others do.",
    "bus.showdown_unknown": "Who loses depends on cards that cannot be read (hands: {hands}).",
}
