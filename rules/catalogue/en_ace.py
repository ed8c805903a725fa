"""English sentences for Chase the Ace."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "ace.pack": "The pack has 32 or 52 cards, not {value}.",
    "ace.small_pack": "With 32 cards at most {most} can play, not {players}.",
    "ace.cards": "From 1 to {most} cards can be shown, one for each player, not {found}.",
    "ace.over": "The game is over.",
    "ace.not_dealt": "The deal is over; the next has not been dealt yet.",
    "ace.dealt_already": "The cards have been dealt already.",
    "ace.deal_size": "One card is dealt to each of the {expected} players still in the game, not {found} "
    "{found:card|cards}.",
    "ace.no_player": "There is no player {player}: {players} play.",
    "ace.out": "Player {player} is out of the game.",
    "ace.king_keeps": "Player {player} has a king face up and keeps it: there is nothing to decide.",
    "ace.second_decision": "Player {player} has decided already.",
    "ace.turn": "It is player {turn}’s turn, not player {player}’s.",
    "ace.dealer_exchange": "Player {player} is the dealer and exchanges with nobody: keep, or draw from the pack.",
    "ace.immune": "Player {player} cannot exchange: player {neighbour} has a king and is immune.",
    "ace.draw_not_dealer": "Only the dealer, player {dealer}, draws from the pack, not player {player}.",
    "ace.not_in_rest": "{card:card} is not in the rest of the pack.",
    "ace.notation": "“{text}” is not a move: write player 1: keep, player 1: exchange, player 1: draw or deal.",
    "ace.position": "The position cannot be read at “{part}”.",
    "ace.impossible": "The position cannot be: {reason:CARD_TWICE=a card is in two places|FOREIGN_CARD=a card is not "
    "in the pack in play|HAND_SIZE=a player has no card, or one too many|SEATS=the seats do not fit the number of "
    "players|LIVES=a player has too many lives|DOGS=there are too many dogs|NOBODY=everybody is out"
    "|PLAYER_OUT=the dealer or the player to move is out|OVER=the game has been won"
    "|KING_TO_MOVE=the player to move holds a king}.",
    "ace.no_card": "Player {player} has no card.",
    "ace.not_king": "Player {player} has {card:card} face up: only kings are turned up.",
    "ace.no_kings": "No king is turned up: nobody is immune.",
    "ace.kings": "Immune, with a king face up: {players}.",
    "ace.kings_unknown": "Whether these players have a king face up cannot be read: {players}.",
    "ace.one_card": "One card alone has nobody to lose to.",
    "ace.loses": "Card {hands} is the lowest and loses a life.",
    "ace.lose_together": "Cards {hands} are the lowest together, and each loses a life.",
    "ace.nobody_loses": "The lowest cards tie: nobody loses a life.",
    "ace.drew_king": "The dealer drew a king (card {hands}) and loses a life.",
    "ace.shown_twice": "The cards shown cannot all be different: {cards:card}.",
    "ace.cards_missing": "{found} of {players} cards {found:lies|lie} open: who loses is told once the others do.",
    "ace.showdown_unknown": "Who loses depends on cards that cannot be read (cards: {hands}).",
    "ace.drew_unknown": "Who loses depends on whether the dealer drew the king.",
}
