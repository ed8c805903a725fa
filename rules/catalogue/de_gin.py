"""German sentences for gin rummy."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # Options.
    "gin.options_limit": "Bei Oklahoma bestimmt die erste aufgedeckte Karte die Klopfgrenze: Eine Grenze von {limit} "
    "lässt "
    "sich nicht zusätzlich angeben.",
    "gin.options_spades": "Eine aufgedeckte Pik-Karte verdoppelt nur bei Oklahoma, das hier nicht gespielt wird.",
    "gin.options_ace": "Was ein aufgedecktes Ass bedeutet, zählt nur bei Oklahoma, das hier nicht gespielt wird.",
    "gin.options_petit": "Prämien für Petit Gin und Grand Gin gibt es nur, wenn Petit Gin gespielt wird.",
    "gin.options_match": "Ein Matchziel von {target} setzt ein Match nach Punkten voraus: "
    "{match:single=Dieses Match ist eine einzelne Partie|*=Ein Turnier zählt Partien}.",
    "gin.options_hollywood": "Ein Turnier zählt die Partien einzeln: Es lässt sich nicht nach Hollywood-Art "
    "anschreiben.",
    "gin.options_tournament": "Die Partien eines Turniers gehen bis 250, nicht bis {target}.",
    "gin.upcard_needed": "Bei Oklahoma muss die erste aufgedeckte Karte bekannt sein.",
    # Hands.
    "gin.hand_size": "{side:knocker=Das Blatt des Klopfenden|defender=Das Blatt des Gegners|*=Ein Blatt} hat "
    "{sizes:10=zehn Karten|*=zehn Karten oder vor dem Ablegen elf}, nicht {size}.",
    "gin.same_card": "{card:card} ist zweimal da, obwohl nur ein Kartenspiel verwendet wird.",
    "gin.pack": "Gin wird mit allen 52 Karten gespielt, nicht mit {size}.",
    "gin.not_in_hand": "{card:card} ist nicht im Blatt des Spielers.",
    # Going out.
    "gin.knock_limit": "Mit {points} {points:Punkt|Punkten} in übrigen Karten darf nicht geklopft werden: Die Grenze "
    "ist "
    "{limit}. Übrig: {cards:card}.",
    "gin.gin_only": "In diesem Spiel ist nur Gin erlaubt: Mit {points} {points:Punkt|Punkten} in übrigen Karten darf "
    "nicht "
    "geklopft werden (die Grenze ist {limit}). Übrig: {cards:card}.",
    "gin.eleven": "Mit elf Karten geht nur hinaus, wer alle kombiniert. Übrig: {cards:card} "
    "({points} {points:Punkt|Punkte}).",
    "gin.eleven_off": "Big Gin wird nicht gespielt: Wer klopft, legt ab und behält zehn Karten.",
    # Melds and layoffs.
    "gin.no_meld": "{cards:card}: Das ist keine Kombination. Eine Kombination sind drei oder vier Karten eines Rangs "
    "oder "
    "mindestens drei aufeinanderfolgende Karten einer Farbe; das Ass ist die niedrigste.",
    "gin.empty_meld": "Eine der Kombinationen, die {side:knocker=der Klopfer|*=der Gegner} ansagt, ist leer.",
    "gin.meld_overlap": "{card:card} liegt in zwei Kombinationen; eine Karte zählt nur in einer.",
    "gin.meld_foreign": "{card:card} liegt in einer Kombination, ist aber nicht im Blatt "
    "{side:knocker=des Klopfenden|*=des Gegners}.",
    "gin.layoff_gin": "{card:card} kann nicht angelegt werden: Gegen {ending:big_gin=Big Gin|grand_gin=Grand "
    "Gin|*=Gin} "
    "wird nichts angelegt.",
    "gin.layoff_hand": "{card:card} kann nicht angelegt werden: Sie gehört nicht zu den übrigen Karten des Gegners.",
    "gin.layoff_fit": "{card:card} passt an keine Kombination des Klopfenden.",
    # The score explained.
    "gin.knock": "Geklopft: Der Klopfer hat {knocker} {knocker:Punkt|Punkte} in übrigen Karten, der Gegner "
    "{laid:yes=nach dem Anlegen |*=}{defender}. Der Klopfer bekommt {points}"
    "{factor:2=, wegen der Pik-Karte verdoppelt|*=}.",
    "gin.undercut": "Unterboten: Der Gegner hat {laid:yes=nach dem Anlegen |*=}{defender} {defender:Punkt|Punkte} in "
    "übrigen Karten, der Klopfer {knocker}. Der Unterschied und eine Prämie von {bonus} geben dem Gegner {points}"
    "{factor:2=, wegen der Pik-Karte verdoppelt|*=}.",
    "gin.gin": "Gin: Der Klopfer hat keine übrige Karte, der Gegner {defender} {defender:Punkt|Punkte}. Mit einer "
    "Prämie von {bonus} bekommt der Klopfer {points}{factor:2=, wegen der Pik-Karte verdoppelt|*=}.",
    "gin.big_gin": "Big Gin: Alle elf Karten sind kombiniert; der Gegner hat {defender} {defender:Punkt|Punkte} in "
    "übrigen Karten. Mit einer Prämie von {bonus} bekommt der Klopfer {points}"
    "{factor:2=, wegen der Pik-Karte verdoppelt|*=}.",
    "gin.petit_gin": "Petit Gin: Der Klopfer hat eine Karte übrig, {knocker} {knocker:Punkt|Punkte}, der Gegner "
    "{laid:yes=nach dem Anlegen |*=}{defender}. Der Unterschied und eine Prämie von {bonus} geben dem Klopfer "
    "{points}{factor:2=, wegen der Pik-Karte verdoppelt|*=}.",
    "gin.grand_gin": "Grand Gin: Alle Karten des Klopfenden sind kombiniert; der Gegner hat {defender} "
    "{defender:Punkt|Punkte} in übrigen Karten. Mit einer Prämie von {bonus} bekommt der Klopfer {points}"
    "{factor:2=, wegen der Pik-Karte verdoppelt|*=}.",
    "gin.equal": "Beide haben {knocker} {knocker:Punkt|Punkte} in übrigen Karten: Nach diesen Regeln bekommt niemand "
    "Punkte.",
    "gin.hand_big_gin": "Alle elf Karten sind kombiniert: Big Gin.",
    "gin.hand_gin": "Keine Karte bleibt übrig: Gin.",
    "gin.hand_petit_gin": "Genau eine Karte bleibt übrig ({points} {points:Punkt|Punkte}): "
    "Dieses Blatt darf mit Petit Gin hinausgehen.",
    "gin.hand_grand_gin": "Keine Karte bleibt übrig: Grand Gin.",
    "gin.hand_may_knock": "Mit {points} {points:Punkt|Punkten} in übrigen Karten darf dieses Blatt klopfen.",
    "gin.hand_may_not": "Mit {points} {points:Punkt|Punkten} in übrigen Karten darf dieses Blatt nicht klopfen.",
    # Play.
    "gin.move": "„{text}“ ist kein Zug beim Gin: take (nehmen), pass (passen), draw (ziehen), discard KARTE (ablegen), "
    "knock KARTE (klopfen), big gin oder show (zeigen).",
    "gin.over": "Das Spiel ist beendet.",
    "gin.knocked": "Ein Spieler hat Schluss gemacht: Jetzt wird nur noch das andere Blatt gezeigt.",
    "gin.show_early": "Blätter werden erst gezeigt, wenn jemand geklopft oder Gin gemacht hat.",
    "gin.pass_late": "Passen darf man nur bei der ersten aufgedeckten Karte.",
    "gin.upcard_first": "Die erste aufgedeckte Karte muss genommen oder abgelehnt werden, bevor vom Stapel gezogen "
    "wird.",
    "gin.stock_only": "Beide haben bei {card:card} gepasst: Die erste Karte wird vom Stapel gezogen.",
    "gin.drawn_twice": "Je Zug wird eine Karte gezogen, und das ist schon geschehen.",
    "gin.draw_first": "Vor dem Ablegen oder Klopfen muss eine Karte gezogen werden.",
    "gin.discard_taken": "{card:card} wurde gerade vom Ablagestapel genommen und darf nicht gleich wieder abgelegt "
    "werden.",
    # Positions, matches and records.
    "gin.position": "Die Stellung ist bei „{part}“ nicht lesbar.",
    "gin.impossible": "Die Stellung ist unmöglich: {flags:"
    "REPEATED_CARD=eine Karte liegt an zwei Stellen|"
    "MISSING_CARD=eine Karte fehlt|"
    "HAND_SIZE=ein Blatt hat die falsche Kartenzahl|"
    "STOCK_SIZE=der Stapel hat die falsche Kartenzahl|"
    "PILE=der Ablagestapel liegt nicht so, wie das Spiel ihn hinterlässt|"
    "TURN=dieser Spieler kann nicht am Zug sein|"
    "TAKEN=eine vermerkte Karte kann ihr Spieler nicht genommen, gezogen oder behalten haben|"
    "OUT=so kann niemand Schluss gemacht haben und kein Spiel beendet sein"
    "}.",
    "gin.names": "Die Spieler brauchen zwei verschiedene Namen aus je einem Wort, nicht {names}.",
    "gin.no_player": "Einen Spieler {player} gibt es nicht: Es spielen zwei.",
    "gin.match_over": "Das Match ist beendet: {winner} hat gewonnen.",
    "gin.hand_open": "Erst muss das laufende Spiel enden, bevor neu gegeben wird.",
    "gin.no_hand": "Es ist noch nicht gegeben worden.",
    "gin.turn": "{player} ist nicht am Zug.",
    "gin.deal": "Gegeben wird in dieser Form: deal {first} und zehn Karten / {second} und zehn Karten / up und eine "
    "Karte "
    "/ stock und die übrigen Karten.",
    # The referee.
    "gin.pile_unread": "Der Ablagestapel ist nicht lesbar.",
    "gin.pile_unclear": "Ob das erlaubt war, hängt davon ab, welche Karte auf dem Ablagestapel liegt: {card:card}.",
    "gin.pile_upcard": "Die erste aufgedeckte Karte ist {card:card}.",
    "gin.pile_first": "Auf dem Ablagestapel liegt {card:card}.",
    "gin.pile_unchanged": "Auf dem Ablagestapel liegt immer noch {card:card}.",
    "gin.pile_taken": "Die oberste Karte wurde genommen; darunter liegt {card:card}.",
    "gin.pile_turn": "Ein Zug wurde gespielt und {card:card} abgelegt.",
    "gin.pile_turns": "Es wurde mehr als ein Zug gespielt; zuletzt wurde {card:card} abgelegt.",
    "gin.pile_knock": "Auf dem Ablagestapel liegt eine verdeckte Karte: Ein Spieler hat Schluss gemacht.",
    "gin.pile_empty": "Auf dem Ablagestapel liegt keine Karte.",
    "gin.put_back": "{card:card} wurde gerade vom Ablagestapel genommen und gleich wieder abgelegt; das ist nicht "
    "erlaubt.",
    "gin.buried": "{card:card} liegt unter anderen abgelegten Karten und kann nicht wieder oben liegen.",
    "gin.other_hand": "{card:card} kann nicht vom Spieler am Zug abgelegt worden sein: Sie liegt verdeckt im Stapel "
    "oder ist "
    "im anderen Blatt.",
    "gin.no_turn": "Kein erlaubter Zug bringt {card:card} auf den Ablagestapel.",
    # Cards that could not be read.
    "gin.read": "Alle möglichen Karten führen zum selben Ergebnis.",
    "gin.unread": "Einige Karten sind nicht lesbar, und das Ergebnis hängt davon ab: {count} "
    "{count:Ergebnis ist|Ergebnisse sind} möglich{complete:yes=.|*=, vielleicht auch weitere (es wurden nicht alle "
    "Karten "
    "durchprobiert).}",
    "gin.empty_place": "In einem Blatt liegt an jedem Platz eine Karte.",
    "gin.no_assignment": "Keine Auswahl verschiedener Karten passt zu dem, was zu sehen ist.",
}
