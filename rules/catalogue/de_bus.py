"""German sentences for Stop the Bus."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "bus.three_of_a_kind": "Die Option three_of_a_kind muss best, none oder eine Punktzahl sein, nicht {value}.",
    "bus.brag_prial": "In der Brag-Form ist der Drilling das beste Blatt; er kann nicht zugleich {value} zählen.",
    "bus.brag_31": "Die Brag-Form zählt keine Punkte, also kann kein Blatt mit 31 die Runde beenden.",
    "bus.hand_size": "Ein Blatt hat drei Karten, nicht {found}.",
    "bus.nth_hand_size": "Blatt {hand} hat {found} {found:Karte|Karten}; ein Blatt hat drei.",
    "bus.hands": "Es können 1 bis 16 Blätter gezeigt werden, nicht {found}.",
    "bus.over": "Das Spiel ist zu Ende.",
    "bus.not_dealt": "Die Runde ist zu Ende; die nächste ist noch nicht ausgeteilt.",
    "bus.dealt_already": "Die Karten sind schon ausgeteilt.",
    "bus.deal_size": "Eine Runde mit {players} Spielern braucht {expected} Karten, nicht {found}.",
    "bus.no_player": "Es gibt keinen Spieler {player}: Es spielen {players}.",
    "bus.out": "Spieler {player} ist ausgeschieden.",
    "bus.turn": "Spieler {turn} ist am Zug, nicht Spieler {player}.",
    "bus.last_turn": "Spieler {player} hatte den letzten Zug dieser Runde schon.",
    "bus.stopped_already": "Spieler {player} hat den Bus schon gestoppt.",
    "bus.stick_too_early": "Noch hat niemand den Bus gestoppt: Bitte tauschen oder ihn stoppen.",
    "bus.uneven": "Es werden so viele Karten genommen wie gegeben, nicht {take} für {give}.",
    "bus.one_or_three": "Getauscht wird eine Karte oder alle drei, niemals {found}.",
    "bus.not_in_hand": "{card:card} ist nicht im Blatt des Spielers.",
    "bus.not_on_table": "{card:card} liegt nicht auf dem Tisch.",
    "bus.notation": "„{text}“ ist kein Zug: Bitte player 1: 5H>QH, player 1: stop, player 1: stick "
    "oder deal schreiben.",
    "bus.position": "Die Stellung ist bei „{part}“ nicht lesbar.",
    "bus.impossible": "Die Stellung ist unmöglich: {reason:CARD_TWICE=Eine Karte ist an zwei Stellen"
    "|FOREIGN_CARD=Unter den Karten ist ein Joker|HAND_SIZE=Ein Blatt hat die falsche Kartenzahl"
    "|TABLE_SIZE=Auf dem Tisch liegt die falsche Kartenzahl|SEATS=Die Plätze passen nicht zur Spielerzahl"
    "|LIVES=Ein Spieler hat zu viele Leben|DOGS=Es gibt zu viele Hunde|NOBODY=Alle sind ausgeschieden"
    "|PLAYER_OUT=Der Geber, der Spieler am Zug oder wer den Bus gestoppt hat, ist ausgeschieden"
    "|OVER=Das Spiel ist gewonnen|STOPPED=Wer den Bus gestoppt hat, hat keinen Zug mehr}.",
    "bus.table_places": "Auf dem Tisch liegen drei Karten, nicht {found}.",
    "bus.table_down": "Karte {place} auf dem Tisch liegt {when:before=vor dem Zug|*=nach dem Zug} verdeckt; "
    "Tischkarten liegen offen.",
    "bus.table_empty": "Auf dem Tisch fehlt {when:before=vor dem Zug|*=nach dem Zug} eine Karte, an Platz {place}.",
    "bus.table_twice": "Die Tischkarten {when:before=vor dem Zug|*=nach dem Zug} können nicht alle verschieden sein: "
    "{cards:card}.",
    "bus.table_two": "Zwei Tischkarten haben gewechselt ({taken:card} genommen, {laid:card} gelegt): Getauscht wird "
    "eine Karte oder alle drei.",
    "bus.table_two_unread": "Zwei Tischkarten haben gewechselt: Getauscht wird eine Karte oder alle drei.",
    "bus.table_unknown": "Von den Tischkarten ist zu wenig lesbar, um zu sagen, ob zwei von ihnen gewechselt haben.",
    "bus.table_covered": "Nicht jeder Platz auf dem Tisch ist zu erkennen: Es kann eine Karte fehlen.",
    "bus.table_same": "Die Tischkarten sind dieselben.",
    "bus.table_one": "{taken:card} wurde gegen {laid:card} getauscht.",
    "bus.table_three": "Alle drei Tischkarten wurden getauscht: {taken:card} gegen {laid:card}.",
    "bus.table_fits": "Was immer die unlesbaren Karten sind: Die Tischkarten haben so gewechselt, wie ein Zug "
    "es erlaubt.",
    "bus.loses": "Blatt {hands} ist das niedrigste und verliert ein Leben.",
    "bus.lose_together": "Die Blätter {hands} sind gemeinsam die niedrigsten; jedes verliert ein Leben.",
    "bus.nobody_loses": "Die niedrigsten Blätter sind gleich: Niemand verliert ein Leben.",
    "bus.worth": "Das Blatt zählt {points} ({kind:points=Punkte|three of a kind=Drilling}).",
    "bus.worth_brag": "Das Blatt ist {kind:prial=ein Drilling|running flush=ein Straßenflush|run=eine Straße"
    "|flush=ein Flush|pair=ein Paar|high card=eine höchste Karte}.",
    "bus.worth_brag_unknown": "Das Blatt ist nicht gut genug lesbar; es kann {kinds:prial=ein Drilling"
    "|running flush=ein Straßenflush|run=eine Straße|flush=ein Flush|pair=ein Paar|high card=eine höchste Karte} sein.",
    "bus.worth_most": "Ein Drilling: Das Blatt schlägt jede Summe.",
    "bus.worth_unknown": "Das Blatt ist nicht gut genug lesbar; es kann {worths} zählen.",
    "bus.worth_unknown_most": "Das Blatt ist nicht gut genug lesbar; es kann {worths} zählen oder ein Drilling sein, "
    "der jede Summe schlägt.",
    "bus.shown_twice": "Die gezeigten Karten können nicht alle verschieden sein: {cards:card}.",
    "bus.hands_missing": "{found} von {players} Blättern {found:liegt|liegen} offen: Wer verliert, steht erst mit "
    "den übrigen fest.",
    "bus.showdown_unknown": "Wer verliert, hängt von unlesbaren Karten ab (Blätter: {hands}).",
}
