"""English sentences for gin rummy."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # Options.
    "gin.options_limit": "In Oklahoma the first upcard sets the knock limit: a limit of {limit} cannot be given as "
    "well.",
    "gin.options_spades": "A spade upcard doubles only in Oklahoma, which is not played.",
    "gin.options_ace": "What an ace upcard means matters only in Oklahoma, which is not played.",
    "gin.options_petit": "The bonuses for petit gin and grand gin need petit gin to be played.",
    "gin.options_match": "A match target of {target} needs a match by points: "
    "{match:single=this match is a single game|*=a tournament counts games}.",
    "gin.options_hollywood": "A tournament counts games one by one: it cannot be scored the Hollywood way.",
    "gin.options_tournament": "The games of a tournament go to 250, not to {target}.",
    "gin.upcard_needed": "In Oklahoma the first upcard must be known.",
    # Hands.
    "gin.hand_size": "{side:knocker=The knocker’s hand|defender=The defender’s hand|*=A hand} has "
    "{sizes:10=ten cards|*=ten cards, or eleven before the discard}, not {size}.",
    "gin.same_card": "{card:card} is there twice, and only one pack is in play.",
    "gin.pack": "Gin is dealt from all 52 cards, not from {size}.",
    "gin.not_in_hand": "{card:card} is not in the player’s hand.",
    # Going out.
    "gin.knock_limit": "Deadwood of {points} is too much to knock: the limit is {limit}. Unmatched: {cards:card}.",
    "gin.gin_only": "This hand allows gin only: with {points} {points:point|points} of deadwood nobody may knock "
    "(the limit is {limit}). Unmatched: {cards:card}.",
    "gin.eleven": "Eleven cards go out only when all are melded. Unmatched: {cards:card} "
    "({points} {points:point|points}).",
    "gin.eleven_off": "Big gin is not played: the knocker discards and keeps ten cards.",
    # Melds and layoffs.
    "gin.no_meld": "{cards:card}: that is no meld. A meld is three or four of a rank, or three or more of a suit in "
    "sequence, the ace low.",
    "gin.empty_meld": "One of the melds that {side:knocker=the knocker|*=the defender} declares has no card.",
    "gin.meld_overlap": "{card:card} serves in two melds; a card may serve in one only.",
    "gin.meld_foreign": "{card:card} is in a meld but not in {side:knocker=the knocker’s|*=the defender’s} hand.",
    "gin.layoff_gin": "{card:card} cannot be laid off: nothing is laid off against "
    "{ending:big_gin=big gin|grand_gin=grand gin|*=gin}.",
    "gin.layoff_hand": "{card:card} cannot be laid off: it is not among the defender’s unmatched cards.",
    "gin.layoff_fit": "{card:card} does not fit any of the knocker’s melds.",
    # The score explained.
    "gin.knock": "Knock: the knocker has {knocker} {knocker:point|points} of deadwood, the defender "
    "{defender}{laid:yes= after laying off|*=}. The knocker scores {points}"
    "{factor:2=, doubled for the spade upcard|*=}.",
    "gin.undercut": "Undercut: the defender has {defender} {defender:point|points} of deadwood"
    "{laid:yes= after laying off|*=}, the knocker {knocker}. The difference and a bonus of {bonus} give the defender "
    "{points}{factor:2=, doubled for the spade upcard|*=}.",
    "gin.gin": "Gin: the knocker has no deadwood, the defender {defender} {defender:point|points}. With a bonus of "
    "{bonus} the knocker scores {points}{factor:2=, doubled for the spade upcard|*=}.",
    "gin.big_gin": "Big gin: all eleven cards are melded; the defender has {defender} {defender:point|points} of "
    "deadwood. With a bonus of {bonus} the knocker scores {points}{factor:2=, doubled for the spade upcard|*=}.",
    "gin.petit_gin": "Petit gin: the knocker has one card over, {knocker} {knocker:point|points}, the defender "
    "{defender}{laid:yes= after laying off|*=}. The difference and a bonus of {bonus} give the knocker "
    "{points}{factor:2=, doubled for the spade upcard|*=}.",
    "gin.grand_gin": "Grand gin: all the knocker’s cards are melded; the defender has {defender} "
    "{defender:point|points} of deadwood. With a bonus of {bonus} the knocker scores "
    "{points}{factor:2=, doubled for the spade upcard|*=}.",
    "gin.equal": "Both have {knocker} {knocker:point|points} of deadwood: by these rules nobody scores.",
    "gin.hand_big_gin": "All eleven cards are melded: big gin.",
    "gin.hand_gin": "There is no deadwood: gin.",
    "gin.hand_petit_gin": "Exactly one card is over, of {points} {points:point|points}: "
    "this hand may go out with petit gin.",
    "gin.hand_grand_gin": "There is no deadwood: grand gin.",
    "gin.hand_may_knock": "With {points} {points:point|points} of deadwood this hand may knock.",
    "gin.hand_may_not": "With {points} {points:point|points} of deadwood this hand may not knock.",
    # Play.
    "gin.move": "“{text}” is not a move in gin: take, pass, draw, discard CARD, knock CARD, big gin or show.",
    "gin.over": "The hand is over.",
    "gin.knocked": "A player has gone out: all that is left is to show the other hand.",
    "gin.show_early": "Hands are shown only when someone has knocked or gone gin.",
    "gin.pass_late": "Only the first upcard may be passed.",
    "gin.upcard_first": "The first upcard has to be taken or passed before the stock is open.",
    "gin.stock_only": "Both players passed {card:card}, so the first draw is from the stock.",
    "gin.drawn_twice": "A player draws one card a turn, and this one has drawn.",
    "gin.draw_first": "A player has to draw before discarding or going out.",
    "gin.discard_taken": "{card:card} was just taken from the discard pile and may not be put straight back.",
    # Positions, matches and records.
    "gin.position": "The position cannot be read at “{part}”.",
    "gin.impossible": "The position is impossible: {flags:"
    "REPEATED_CARD=a card lies in two places|"
    "MISSING_CARD=a card is missing|"
    "HAND_SIZE=a hand has the wrong number of cards|"
    "STOCK_SIZE=the stock has the wrong number of cards|"
    "PILE=the discard pile is not as play leaves it|"
    "TURN=it cannot be that player’s turn|"
    "TAKEN=a card is noted that its player cannot have taken, drawn or kept|"
    "OUT=nobody can be out, or the hand over, like that"
    "}.",
    "gin.names": "The players need two different names of one word each, not {names}.",
    "gin.no_player": "There is no player {player}: two play.",
    "gin.match_over": "The match is over: {winner} has won.",
    "gin.hand_open": "The hand in play has to end before the next one is dealt.",
    "gin.no_hand": "No hand has been dealt.",
    "gin.turn": "It is not {player}’s turn.",
    "gin.deal": "A deal is written: deal {first} and ten cards / {second} and ten cards / up and a card / stock and "
    "the "
    "other cards.",
    # The referee.
    "gin.pile_unread": "The discard pile cannot be read.",
    "gin.pile_unclear": "Whether that was legal depends on which card lies on the pile: {card:card}.",
    "gin.pile_upcard": "The first upcard is {card:card}.",
    "gin.pile_first": "{card:card} lies on the discard pile.",
    "gin.pile_unchanged": "{card:card} still lies on the discard pile.",
    "gin.pile_taken": "The top card was taken, and {card:card} lies under it.",
    "gin.pile_turn": "A turn was played, and {card:card} discarded.",
    "gin.pile_turns": "More than one turn was played; the last discard is {card:card}.",
    "gin.pile_knock": "A card lies face down on the discard pile: a player has gone out.",
    "gin.pile_empty": "No card lies on the discard pile.",
    "gin.put_back": "{card:card} was just taken from the discard pile and put straight back, which is not allowed.",
    "gin.buried": "{card:card} lies under other discards and cannot be on top again.",
    "gin.other_hand": "{card:card} cannot have been discarded by the player in turn: it is buried or in the other "
    "hand.",
    "gin.no_turn": "No legal turn brings {card:card} to the top of the discard pile.",
    # Cards that could not be read.
    "gin.read": "Every card the hands may hold gives the same result.",
    "gin.unread": "Some cards could not be read, and the result depends on them: {count} {count:result is|results are} "
    "possible{complete:yes=.|*=, and perhaps more (not every card was tried).}",
    "gin.empty_place": "A hand has a card in every place.",
    "gin.no_assignment": "No selection of different cards fits what is seen.",
}
