"""German sentences for Chase the Ace."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "ace.pack": "Das Spiel hat 32 oder 52 Karten, nicht {value}.",
    "ace.small_pack": "Mit 32 Karten können höchstens {most} spielen, nicht {players}.",
    "ace.cards": "Es können 1 bis {most} Karten gezeigt werden, eine je Spieler, nicht {found}.",
    "ace.over": "Das Spiel ist zu Ende.",
    "ace.not_dealt": "Die Runde ist zu Ende; die nächste ist noch nicht ausgeteilt.",
    "ace.dealt_already": "Die Karten sind schon ausgeteilt.",
    "ace.deal_size": "Jeder der {expected} Spieler im Spiel bekommt eine Karte: zusammen nicht {found}.",
    "ace.no_player": "Es gibt keinen Spieler {player}: Es spielen {players}.",
    "ace.out": "Spieler {player} ist ausgeschieden.",
    "ace.king_keeps": "Spieler {player} hat einen offenen König und behält ihn: Es gibt nichts zu entscheiden.",
    "ace.second_decision": "Spieler {player} hat schon entschieden.",
    "ace.turn": "Spieler {turn} ist am Zug, nicht Spieler {player}.",
    "ace.dealer_exchange": "Spieler {player} gibt und tauscht mit niemandem: behalten oder vom Stapel ziehen.",
    "ace.immune": "Spieler {player} kann nicht tauschen: Spieler {neighbour} hat einen König und ist geschützt.",
    "ace.draw_not_dealer": "Nur der Geber, Spieler {dealer}, zieht vom Stapel, nicht Spieler {player}.",
    "ace.not_in_rest": "{card:card} ist nicht im Rest des Kartenspiels.",
    "ace.notation": "„{text}“ ist kein Zug: Bitte player 1: keep, player 1: exchange, player 1: draw oder deal "
    "schreiben.",
    "ace.position": "Die Stellung ist bei „{part}“ nicht lesbar.",
    "ace.impossible": "Die Stellung ist unmöglich: {reason:CARD_TWICE=Eine Karte ist an zwei Stellen"
    "|FOREIGN_CARD=Eine Karte gehört nicht zum verwendeten Kartenspiel"
    "|HAND_SIZE=Ein Spieler hat keine Karte oder eine zu viel|SEATS=Die Plätze passen nicht zur Spielerzahl"
    "|LIVES=Ein Spieler hat zu viele Leben|DOGS=Es gibt zu viele Hunde|NOBODY=Alle sind ausgeschieden"
    "|PLAYER_OUT=Der Geber oder der Spieler am Zug ist ausgeschieden|OVER=Das Spiel ist gewonnen"
    "|KING_TO_MOVE=Der Spieler am Zug hat einen König}.",
    "ace.no_card": "Spieler {player} hat keine Karte.",
    "ace.not_king": "Spieler {player} hat {card:card} offen liegen: Aufgedeckt werden nur Könige.",
    "ace.no_kings": "Kein König ist aufgedeckt: Niemand ist geschützt.",
    "ace.kings": "Durch einen offenen König geschützt: {players}.",
    "ace.kings_unknown": "Ob diese Spieler einen offenen König haben, ist nicht lesbar: {players}.",
    "ace.one_card": "Eine Karte allein kann gegen niemanden verlieren.",
    "ace.loses": "Karte {hands} ist die niedrigste und verliert ein Leben.",
    "ace.lose_together": "Die Karten {hands} sind gemeinsam die niedrigsten; jede verliert ein Leben.",
    "ace.nobody_loses": "Die niedrigsten Karten sind gleich: Niemand verliert ein Leben.",
    "ace.drew_king": "Der Geber hat einen König gezogen (Karte {hands}) und verliert ein Leben.",
    "ace.shown_twice": "Die gezeigten Karten können nicht alle verschieden sein: {cards:card}.",
    "ace.cards_missing": "{found} von {players} Karten {found:liegt|liegen} offen: Wer verliert, steht erst mit den "
    "übrigen fest.",
    "ace.showdown_unknown": "Wer verliert, hängt von unlesbaren Karten ab (Karten: {hands}).",
    "ace.drew_unknown": "Wer verliert, hängt davon ab, ob der Geber den König gezogen hat.",
}
