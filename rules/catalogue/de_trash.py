"""German sentences for Trash."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # Options
    "trash.packs": "{players} Spieler sind zu viele für {packs} {packs:Kartenspiel|Kartenspiele}: höchstens {most}.",
    "trash.wild_ranks": "Wilde Karten sind eine oder mehrere von J (Bube), Q (Dame) und K (König)"
    "{found:0=: Keine ist angegeben|*=, nicht }{value}.",
    "trash.one_end": "Ein Spiel hat nur ein Ende: Bitte eines wählen von {ends}.",
    "trash.free_draws_look": "Die drei freien Züge gehören zum zweiten Blick: Bitte beides wählen.",
    "trash.free_draws_players": "Die drei freien Züge gibt es nur zu zweit, nicht zu {players}.",
    "trash.no_player": "Spieler {player} gibt es nicht: Die Spieler sind 1 bis {players}.",
    "trash.time_unseen": "Am beobachteten Tisch kann das Spiel nicht auf Zeit enden: Niemand ruft sie dort aus. Bitte "
    "end_time weglassen.",
    "trash.sizes": "Die Auslagen können nicht {sizes} Plätze haben: eine Größe für jeden der {players} Spieler, von "
    "{least} bis 10.",
    # Moves
    "trash.game_over": "Das Spiel ist zu Ende.",
    "trash.not_dealt": "Die nächste Runde ist noch nicht ausgeteilt.",
    "trash.hand_in_play": "Ausgeteilt wird erst, wenn die laufende Runde zu Ende ist.",
    "trash.deal_cards": "Ausgeteilt werden genau die {cards} Karten im Spiel; hier sind es {found} oder andere.",
    "trash.no_time": "Dieses Spiel hat keine Zeitgrenze.",
    "trash.time_called": "Das Ende der Zeit ist schon ausgerufen.",
    "trash.out_of_turn": "Spieler {turn} ist am Zug, nicht Spieler {player}.",
    "trash.second_draw": "Spieler {player} hat schon gezogen: eine Karte je Zug.",
    "trash.draw_first": "{card:card} wurde in diesem Zug weder gezogen noch aufgedeckt: Spieler {player} muss zuerst "
    "ziehen.",
    "trash.not_in_hand": "{card:card} wurde in diesem Zug weder gezogen noch aufgedeckt: Auf der Hand ist {held:card}.",
    "trash.card_elsewhere": "{card:card} kann dort nicht liegen: Jede {card:card} im Spiel liegt woanders.",
    "trash.empty_stock": "Der Stapel ist leer.",
    "trash.empty_discards": "Der Ablagestapel ist leer: Bitte vom Stapel ziehen.",
    "trash.no_free_draw": "Spieler {player} hat keinen freien Zug mehr.",
    "trash.free_draw_pile": "Frei gezogen wird vom Stapel.",
    "trash.wild_outside": "{card:card} ist wild, aber einen Platz {slot} gibt es nicht: Diese Auslage hat {slots} "
    "{slots:Platz|Plätze}.",
    "trash.wild_on_face_up": "Eine wilde Karte kommt auf eine verdeckte: {card:card} kann nicht auf Platz {slot}, dort "
    "liegt offen {shown:card}.",
    "trash.face_placed": "{card:card} kann nicht gelegt werden: Damit endet der Zug.",
    "trash.beyond_layout": "{card:card} hat keinen Platz: Diese Auslage hat {slots} {slots:Platz|Plätze}.",
    "trash.wrong_slot": "{card:card} gehört nicht auf Platz {slot}, sondern auf Platz {belongs}.",
    "trash.slot_shows": "{card:card} kann nicht auf Platz {slot}: Dort liegt schon {shown:card}.",
    "trash.wild_discarded": "{card:card} ist wild und darf nicht abgelegt werden.",
    "trash.playable_discarded": "{card:card} darf nicht abgelegt werden: Die Karte passt auf Platz {slot}.",
    "trash.no_look": "Spieler {player} darf die verdeckten Karten erst nach der Runde aufdecken.",
    "trash.look_number": "Spieler {player} deckt alle verdeckten Karten auf: Es sind {hidden}, nicht {found}.",
    "trash.look_card": "Diese Karte ist {lying:card}, nicht {card:card}.",
    "trash.move": "„{text}“ ist kein Zug.",
    "trash.position": "„{part}“ ist in der Stellung nicht lesbar.",
    "trash.impossible": "Die Stellung ist unmöglich: {flags:"
    "TOO_MANY_OF_A_CARD=eine Karte ist öfter da als in den verwendeten Kartenspielen|"
    "WRONG_NUMBER_OF_CARDS=es sind mehr oder weniger Karten als in den Kartenspielen|"
    "WRONG_LAYOUT_SIZE=eine Auslage hat die falsche Zahl von Plätzen|"
    "WRONG_SLOT=eine Karte liegt auf einem falschen Platz|"
    "WILD_DISCARDED=eine wilde Karte liegt auf dem Ablagestapel|"
    "ALREADY_WON=eine Auslage ist vollständig, und die Runde geht weiter|"
    "NO_WINNER=die Runde ist zu Ende, und keine Auslage ist vollständig|"
    "WRONG_HAND=eine Karte ist auf der Hand, die dort nicht sein kann|"
    "NO_STOCK=es gibt keinen Stapel zum Ziehen|"
    "SEATS=die Plätze passen nicht zur Zahl der Spieler|"
    "WRONG_TURN=dieser Spieler kann nicht am Zug sein"
    "}.",
    # One picture
    "trash.turned_up": "Die Runde ist zu Ende, und die seither aufgedeckten Karten liegen, wo sie lagen.",
    "trash.layout_fits": "Jede Karte liegt an ihrem Platz.",
    "trash.wrong_size": "Plätze der Auslage: {found}; es müssten {slots} sein.",
    "trash.sizes_differ": "Plätze vorher: {before}; nachher: {after}. Verglichen werden nur dieselben Plätze.",
    "trash.layouts_differ": "Vorher {before:ist es|sind es} {before} {before:Auslage|Auslagen}, nachher {after}.",
    "trash.layouts_players": "Es gibt {found} {found:Auslage|Auslagen} bei {players} {players:Spieler|Spielern}.",
    "trash.empty_slot": "Auf Platz {slot} liegt keine Karte.",
    "trash.seen_too_often": "{card:card} ist öfter zu sehen, als die verwendeten Kartenspiele sie haben ({held}-mal).",
    "trash.layout_impossible": "Welche der möglichen Karten es auch sind: Nicht alle können an ihrem Platz liegen.",
    # From one settled table to the next
    "trash.no_change": "Auf dem Tisch hat sich nichts geändert.",
    "trash.turn": "Spieler {player} hat {cards:card} auf {count:Platz|die Plätze} {slots} gelegt und {discard:card} "
    "abgelegt.",
    "trash.turn_discard": "Spieler {player} konnte nichts legen und hat {discard:card} abgelegt.",
    "trash.turn_won": "Spieler {player} hat {cards:card} auf {count:Platz|die Plätze} {slots} gelegt und gewinnt die "
    "Runde.",
    "trash.two_turns": "Es waren zwei Züge: Spieler {player} legte {cards:card}; danach legte Spieler {second} "
    "{more:card}.",
    "trash.two_turns_won": "Es waren zwei Züge: Spieler {player} legte {cards:card}; danach legte Spieler {second} "
    "{more:card} und gewinnt die Runde.",
    "trash.after_hand": "Die Runde ist zu Ende, und was sich seither geändert hat, ist erlaubt.",
    "trash.new_deal": "Die nächste Runde ist ausgeteilt.",
    "trash.stays": "Auf Platz {slot} lag {before:card}, jetzt liegt dort {after:card}: Diese Karte musste liegen "
    "bleiben.",
    "trash.turned_back": "Auf Platz {slot} lag offen {before:card}, jetzt liegt dort eine verdeckte Karte: Diese Karte "
    "musste liegen bleiben.",
    "trash.wild_gone": "{card:card} wurde von Platz {slot} aufgenommen und nicht wieder gelegt.",
    "trash.no_discard": "Es wurden Karten gelegt, aber der Zug endete nicht mit einer abgelegten Karte.",
    "trash.discards_gone": "Der Ablagestapel ist verschwunden.",
    "trash.not_in_turn": "Es hat sich mehr geändert, als die fälligen Züge erklären: die Auslagen der Spieler "
    "{players}.",
    "trash.not_first": "Wer die letzte Runde gewonnen hat, beginnt; hier war es jemand anderes.",
    "trash.hand_over": "Die Runde ist zu Ende: Platz {slot} von Spieler {player} darf sich nicht mehr ändern.",
    "trash.maybe_mirrored": "Ob das erlaubt war, lässt sich erst sagen, wenn feststeht, dass die Kamera nicht "
    "spiegelt.",
    "trash.no_legal_turn": "Kein erlaubter Zug erklärt, was sich geändert hat.",
    "trash.unseen_slots": "Das lässt sich nicht sagen, ohne {count:Platz|die Plätze} {slots} von Spieler {player} zu "
    "kennen.",
    "trash.unseen_discard": "Das lässt sich nicht sagen, ohne die oberste Karte des Ablagestapels "
    "{when:before=vor dem Zug|after=nach dem Zug|both=vor und nach dem Zug} zu kennen.",
    "trash.unseen_top": "Das lässt sich nicht sagen, ohne die oberste Karte des Ablagestapels zu kennen.",
    "trash.unseen_layouts": "Das lässt sich nicht sagen, ohne zu wissen, ob {count:die andere Auslage|eine der anderen "
    "Auslagen} vollständig ist.",
    "trash.unseen_both": "Das lässt sich nicht sagen, ohne {count:Platz|die Plätze} {slots} von Spieler {player} und "
    "die oberste Karte des Ablagestapels "
    "{when:before=vor dem Zug|after=nach dem Zug|both=vor und nach dem Zug} zu kennen.",
    "trash.too_open": "Das lässt sich nicht sagen: Zu viele Karten sind unsicher.",
}
