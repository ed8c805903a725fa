"""German sentences for cards, packs, options and records."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "card.unknown": "Karte {place}, „{token}“, ist keine Karte: Eine Karte ist ein Rang (A, 2 bis 10, J, Q, K) mit "
    "einer Farbe (C Kreuz, D Karo, H Herz, S Pik), zum Beispiel 10H, oder JOKER.",
    "card.unknown_rank": "„{token}“ ist kein Rang: A, 2 bis 10, J (Bube), Q (Dame) oder K (König).",
    "card.unknown_suit": "„{token}“ ist keine Farbe: C (Kreuz), D (Karo), H (Herz) oder S (Pik).",
    "card.unknown_seen": "Platz {place}, „{token}“, ist nicht lesbar: Bitte eine Karte (10H), ?? für verdeckt, "
    "-- für unbekannt, 5? für den Rang allein, 8H/6H für eine von mehreren oder .. für einen leeren Platz schreiben.",
    "pack.size": "Ein Spiel hat 52 oder 32 Karten, nicht {size}.",
    "pack.packs": "Es muss mindestens ein ganzes Kartenspiel verwendet werden, nicht {packs}.",
    "pack.jokers": "Die Zahl der Joker je Kartenspiel ist 0 oder größer, nicht {jokers}.",
    "pack.repeated": "{card:card} kommt öfter vor als in den verwendeten Kartenspielen ({held}-mal).",
    "pack.foreign": "{card:card} gehört nicht zum verwendeten Kartenspiel.",
    "options.type": "Die Option {option} muss {expected:number=eine ganze Zahl|switch=ja oder nein|"
    "list=eine Liste von Wörtern} sein, nicht {value}.",
    "options.choice": "Die Option {option} muss einer dieser Werte sein: {choices}; nicht {value}.",
    "options.choice_number": "Die Option {option} muss einer dieser Werte sein: {choices}; oder eine Zahl; nicht "
    "{value}.",
    "options.least": "Die Option {option} muss mindestens {least} sein, nicht {value}.",
    "options.range": "Die Option {option} muss zwischen {least} und {most} liegen, nicht bei {value}.",
    "options.unknown": "Eine Option {option} gibt es nicht; die Optionen sind: {choices}.",
    "options.text": "„{text}“ ist keine Option: Bitte name=wert schreiben.",
    "options.repeated": "Die Option {option} ist zweimal angegeben.",
    "options.lives": "Die Leben eines Spielers sind eine Zahl ab 1, dog oder out, nicht „{text}“.",
    "options.lives_most": "{found} Leben sind zu viele: Alle beginnen mit {most}.",
    "options.lives_no_dog": "Einen Hund kann es nicht geben: Er wird nicht gespielt.",
    "options.lives_dogs": "{found} Hunde kann es nicht geben: In einem Spiel ist es einer.",
    "options.lives_all_dogs": "Alle {found} Spieler können nicht Hunde sein: Sind alle gleich, verliert niemand.",
    "options.lives_players": "Bitte die Leben aller {players} Spieler schreiben, „out“ für Ausgeschiedene: "
    "Da stehen {found}.",
    "options.lives_shown": "Noch im Spiel sind {playing}, gezeigt werden {shown}.",
    "options.shown": "{found} Blätter sind zu viele für {players} Spieler.",
    "record.empty": "Das Spielprotokoll ist leer.",
    "record.header": "Zeile {line}: „{text}“ ist keine Kopfzeile: Bitte Name, Doppelpunkt, Wert schreiben.",
    "record.missing_header": "Dem Spielprotokoll fehlt die Kopfzeile „{name}“.",
    "record.repeated_header": "Zeile {line}: Die Kopfzeile „{name}“ steht zweimal im Protokoll.",
    "record.bad_header": "Zeile {line}: Die Kopfzeile „{name}“ kann nicht „{value}“ sein. {reason}",
    "record.game": "Das Protokoll gehört zu „{found}“, nicht zu „{expected}“.",
    "record.line": "Zeile {line}: „{text}“ ist kein nummerierter Zug wie „1. pass“.",
    "record.number": "Zeile {line}: Hier müsste Zug {expected} stehen, nicht Zug {found}.",
    "record.move": "Zeile {line}: „{text}“ ist als Zug nicht lesbar.",
    "record.refused": "Zeile {line}: „{text}“ ist nicht erlaubt. {reason}",
    "record.result": "Zeile {line}: Im Protokoll steht „{found}“, die Züge davor ergeben aber „{expected}“.",
}
