"""English sentences for Trash."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # Options
    "trash.packs": "{players} players are too many for {packs} {packs:pack|packs}: {most} at most.",
    "trash.wild_ranks": "The wild cards are one or more of J, Q and K{found:0=: none is given|*=, not }{value}.",
    "trash.one_end": "A game has one end: choose one of {ends}.",
    "trash.free_draws_look": "The three free draws go with the second look: choose both.",
    "trash.free_draws_players": "The three free draws are for two players, not {players}.",
    "trash.no_player": "There is no player {player}: the players are 1 to {players}.",
    "trash.time_unseen": "A table that is watched cannot end on time: nobody calls it there. Leave end_time out.",
    "trash.sizes": "The layouts cannot have {sizes} slots: one size for each of the {players} players, from {least} to "
    "10.",
    # Moves
    "trash.game_over": "The match is over.",
    "trash.not_dealt": "The next hand has not been dealt yet.",
    "trash.hand_in_play": "The next hand is dealt only when the one in play is over.",
    "trash.deal_cards": "A deal takes exactly the {cards} cards in play; these are {found}, or not the same.",
    "trash.no_time": "This game has no time limit.",
    "trash.time_called": "Time has been called already.",
    "trash.out_of_turn": "It is the turn of player {turn}, not of player {player}.",
    "trash.second_draw": "Player {player} has drawn already: one card a turn.",
    "trash.draw_first": "{card:card} was not drawn or turned this turn: player {player} draws first.",
    "trash.not_in_hand": "{card:card} was not drawn or turned this turn: the card in hand is {held:card}.",
    "trash.card_elsewhere": "{card:card} cannot be there: every {card:card} in play lies elsewhere.",
    "trash.empty_stock": "The stock is empty.",
    "trash.empty_discards": "The discard pile is empty: draw from the stock.",
    "trash.no_free_draw": "Player {player} has no free draw left.",
    "trash.free_draw_pile": "A free draw is taken from the stock.",
    "trash.wild_outside": "{card:card} is wild, but there is no slot {slot}: this layout has {slots} "
    "{slots:slot|slots}.",
    "trash.wild_on_face_up": "A wild goes on a face-down card: {card:card} cannot go to slot {slot}, which shows "
    "{shown:card}.",
    "trash.face_placed": "{card:card} cannot be placed: it ends the turn.",
    "trash.beyond_layout": "{card:card} has no slot: this layout has {slots} {slots:slot|slots}.",
    "trash.wrong_slot": "{card:card} does not belong in slot {slot} but in slot {belongs}.",
    "trash.slot_shows": "{card:card} cannot go to slot {slot}, which already shows {shown:card}.",
    "trash.wild_discarded": "{card:card} is wild and may not be discarded.",
    "trash.playable_discarded": "{card:card} may not be discarded: it can be placed in slot {slot}.",
    "trash.no_look": "Player {player} may turn up the face-down cards only after a hand.",
    "trash.look_number": "Player {player} turns up every face-down card: there are {hidden}, not {found}.",
    "trash.look_card": "That card is {lying:card}, not {card:card}.",
    "trash.move": "“{text}” is not a move.",
    "trash.position": "“{part}” cannot be read in the position.",
    "trash.impossible": "The position cannot be: {flags:"
    "TOO_MANY_OF_A_CARD=a card is there oftener than the packs hold it|"
    "WRONG_NUMBER_OF_CARDS=there are more or fewer cards than in the packs|"
    "WRONG_LAYOUT_SIZE=a layout has the wrong number of slots|"
    "WRONG_SLOT=a card lies in a wrong slot|"
    "WILD_DISCARDED=a wild lies on the discard pile|"
    "ALREADY_WON=a layout is complete and the hand goes on|"
    "NO_WINNER=the hand is over and no layout is complete|"
    "WRONG_HAND=a card is in hand that cannot be there|"
    "NO_STOCK=there is no stock to draw from|"
    "SEATS=the seats do not fit the number of players|"
    "WRONG_TURN=it cannot be that player’s turn"
    "}.",
    # One picture
    "trash.turned_up": "The hand is over, and the cards turned up since lie where they lay.",
    "trash.layout_fits": "Every card lies in its place.",
    "trash.wrong_size": "Slots of the layout: {found}; there should be {slots}.",
    "trash.sizes_differ": "Slots before: {before}; afterwards: {after}. Only the same slots are compared.",
    "trash.layouts_differ": "Before there {before:is|are} {before} {before:layout|layouts}, afterwards {after}.",
    "trash.layouts_players": "There {found:is|are} {found} {found:layout|layouts} and {players} "
    "{players:player|players}.",
    "trash.empty_slot": "No card lies in slot {slot}.",
    "trash.seen_too_often": "{card:card} is seen more often than the packs in play hold it ({held} {held:time|times}).",
    "trash.layout_impossible": "Whichever of the possible cards these are, they cannot all lie in their places.",
    # From one settled table to the next
    "trash.no_change": "Nothing has changed on the table.",
    "trash.turn": "Player {player} placed {cards:card} in {count:slot|slots} {slots} and discarded {discard:card}.",
    "trash.turn_discard": "Player {player} placed nothing and discarded {discard:card}.",
    "trash.turn_won": "Player {player} placed {cards:card} in {count:slot|slots} {slots} and wins the hand.",
    "trash.two_turns": "Two turns were played: player {player}, placed: {cards:card}; then player {second}, placed: "
    "{more:card}.",
    "trash.two_turns_won": "Two turns were played: player {player}, placed: {cards:card}; then player {second}, "
    "placed: {more:card}, and wins the hand.",
    "trash.after_hand": "The hand is over, and what has changed since is allowed.",
    "trash.new_deal": "The next hand has been dealt.",
    "trash.stays": "Slot {slot} showed {before:card} and shows {after:card} now: a card that lies there has to stay.",
    "trash.turned_back": "Slot {slot} showed {before:card} and is face down now: a card that lies there has to stay.",
    "trash.wild_gone": "{card:card} was taken up from slot {slot} and not placed again.",
    "trash.no_discard": "Cards were placed, but the turn did not end with a discard.",
    "trash.discards_gone": "The discard pile has gone.",
    "trash.not_in_turn": "More has changed than the turns that were due can explain: the layouts of players {players}.",
    "trash.not_first": "The winner of the last hand plays first, and did not.",
    "trash.hand_over": "The hand is over: slot {slot} of player {player} may not change any more.",
    "trash.maybe_mirrored": "Whether that was legal cannot be told before it is known that the camera does not mirror.",
    "trash.no_legal_turn": "No legal turn explains what has changed.",
    "trash.unseen_slots": "It cannot be told without knowing {count:slot|slots} {slots} of player {player}.",
    "trash.unseen_discard": "It cannot be told without knowing the top of the discard pile "
    "{when:before=before the turn|after=after the turn|both=before and after the turn}.",
    "trash.unseen_top": "It cannot be told without knowing the top of the discard pile.",
    "trash.unseen_layouts": "It cannot be told without knowing whether {count:the other layout|one of the other "
    "layouts} is complete.",
    "trash.unseen_both": "It cannot be told without knowing {count:slot|slots} {slots} of player {player} and the top "
    "of the discard pile {when:before=before the turn|after=after the turn|both=before and after the turn}.",
    "trash.too_open": "It cannot be told: too many of the cards are uncertain.",
}
