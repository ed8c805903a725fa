"""German sentences for pictures, readings and tables."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # A file
    "picture.directory": "{name}: Das ist ein Ordner, kein Bild.",
    "picture.address": "{name}: Adressen werden nicht abgerufen: Bitte das Bild speichern und die Datei angeben.",
    "picture.file": "{name}: {megabytes} MB sind mehr als die {most} MB, die höchstens gelesen werden.",
    "picture.missing": "{name}: Diese Datei gibt es nicht.",
    "picture.unreadable": "{name}: nicht lesbar: {reason}.",
    "picture.empty": "{name}: Die Datei ist leer.",
    "picture.kind": "{name}: Das ist kein JPEG-, PNG-, WebP- oder HEIC-Bild.",
    "picture.cut_short": "{name}: Die {kind}-Datei ist unvollständig.",
    "picture.damaged": "{name}: Die {kind}-Datei ist beschädigt.",
    "picture.heic": "{name}: HEIC-Bilder brauchen einen Zusatz: pip install 'kibitz[heic]'.",
    "picture.shape": "{name}: Die Form {shape} ist kein Bild; Höhe × Breite × 1, 3 oder 4 Kanäle ist eines.",
    "picture.type": "{name}: Pixel der Art {type} sind nicht lesbar; uint8 und uint16 sind es.",
    "picture.small": "{name}: {width}×{height} Pixel sind zu wenig; jede Seite braucht mindestens {least}.",
    "picture.large": "{name}: {width}×{height} Pixel sind {megapixels} Megapixel; höchstens {most} gehen.",
    # A reading
    "reading.more_packs": "{cards:card} an {places} Stellen gesehen: Angenommen werden {packs} Kartenspiele.",
    "reading.too_often": "{cards:card} an {places} Stellen gesehen, verwendet {packs:wird|werden} aber nur "
    "{packs} {packs:Kartenspiel|Kartenspiele}.",
    "reading.mirrored": "Das Bild ist gespiegelt: Schalten Sie die Spiegelung in den Kameraeinstellungen aus.",
    # A better photo
    "advice.which": "die {place} Karte",
    "advice.which_perhaps": "die {place} Karte (vielleicht {names:card})",
    "advice.cut": "{which} ragt aus dem Bild: aus größerer Entfernung fotografieren.",
    "advice.small": "{which} ist zu klein zum Lesen: aus größerer Nähe fotografieren.",
    "advice.blurred": "{which} ist unscharf: die Kamera ruhig halten und scharf stellen lassen.",
    "advice.glare": "{which} liegt im Glanzlicht: die Lampe drehen oder die Kamera neigen.",
    "advice.covered": "{which} zeigt zu wenig von ihrer Ecke: aufdecken.",
    "advice.dark": "{which} liegt im Dunkeln: eine Lampe einschalten.",
    "advice.bright": "{which} ist überbelichtet: mit weniger Licht fotografieren.",
    "advice.all_dark": "Das Bild ist zu dunkel, und keine Karte ist darin zu finden: eine Lampe einschalten.",
    "advice.all_bright": "Das Bild ist überbelichtet, und keine Karte ist darin zu finden: mit weniger Licht "
    "fotografieren.",
    "advice.all_blurred": "Das Bild ist unscharf, und keine Karte ist darin zu finden: die Kamera ruhig halten und "
    "scharf stellen lassen.",
    "advice.all_empty": "Im Bild ist keine Karte zu finden: aus größerer Nähe fotografieren, die Ecken der Karten im "
    "Blick.",
    "advice.spread_cut": "{named} von {open} offenen Karten waren zu benennen; die meisten anderen ragen aus dem "
    "Bild: aus größerer Entfernung fotografieren.",
    "advice.spread_small": "{named} von {open} offenen Karten waren zu benennen; die meisten anderen sind zu klein: "
    "aus größerer Nähe fotografieren, oder das Spiel in mehreren Bildern.",
    "advice.spread_blurred": "{named} von {open} offenen Karten waren zu benennen; die meisten anderen sind unscharf: "
    "die Kamera ruhig halten und scharf stellen lassen.",
    "advice.spread_glare": "{named} von {open} offenen Karten waren zu benennen; die meisten anderen sind im "
    "Glanzlicht: die Lampe drehen oder die Kamera neigen.",
    "advice.spread_covered": "{named} von {open} offenen Karten waren zu benennen; die meisten anderen sind an den "
    "Ecken verdeckt: die Karten auseinanderlegen.",
    "advice.spread_dark": "{named} von {open} offenen Karten waren zu benennen; die meisten anderen sind im Dunkeln: "
    "eine Lampe einschalten.",
    "advice.spread_bright": "{named} von {open} offenen Karten waren zu benennen; die meisten anderen sind "
    "überbelichtet: mit weniger Licht fotografieren.",
    "advice.spread_unread": "{named} von {open} offenen Karten waren zu benennen: ein weiteres Bild, aus größerer Nähe "
    "und in gleichmäßigem Licht, kann mehr lehren.",
    # A deck that is taught
    "teach.few": "{different} verschiedene Karten ließen sich benennen: Bitte mindestens zwanzig auslegen, am besten "
    "das ganze Deck.",
    "teach.few_in": "{different} verschiedene Karten ließen sich benennen: Bitte mindestens zwanzig auslegen, am "
    "besten das ganze Deck. Bild {number}: {advice}",
    "teach.packs": "Bild {number} zeigt {cards} je zweimal: Bitte ein Deck auf einmal beibringen.",
    # A table
    "zones.no_cards": "Auf dem Tisch liegen keine Karten.",
    "zones.players": "Auslagen werden bei 1 bis 4 Spielern gefunden, nicht bei {players}: Für mehr die Zonen von Hand "
    "setzen.",
    "zones.sizes": "{players} {players:Auslage braucht|Auslagen brauchen} ebenso viele Platzzahlen und Seiten: "
    "angegeben {found:ist|sind} {found}.",
    "zones.layouts": "{found} {found:Auslage liegt|Auslagen liegen} auf dem Tisch, erwartet {players:wird|werden} "
    "{players} Spieler, jeder mit einer Auslage im Bild.",
    "zones.no_layouts": "Unter {cards} {cards:Karte|Karten} {count:wurde keine Auslage|wurden keine Auslagen} (Plätze: "
    "{slots}) gefunden.",
    "zones.none": "Unter {cards} {cards:Karte|Karten} wurden keine Auslagen gefunden.",
    "zones.other_count": "{cards} {cards:Karte liegt|Karten liegen} auf dem Tisch; das ergibt keine {players} "
    "Auslagen.",
    "zones.no_hands": "Ein Tisch hat mindestens ein Blatt, nicht {hands}.",
    "zones.few_for_hands": "{hands} {hands:Blatt braucht|Blätter brauchen} ebenso viele Karten: Im Bild "
    "{cards:ist|sind} {cards}.",
    "zones.bus": "Stop the Bus braucht Blätter zu dreien: Offen {cards:liegt|liegen} {cards} {cards:Karte|Karten}.",
    "zones.bus_players": "Stop the Bus braucht {hands} {hands:Blatt|Blätter} zu dreien und drei Tischkarten: Offen "
    "{cards:liegt|liegen} {cards} {cards:Karte|Karten}.",
    # Von Hand gesetzte Zonen
    "zones.convex": "Die Zone {zone}: Ihre vier Ecken müssen im Uhrzeigersinn aufeinander "
    "folgen, und keine darf nach innen gedrückt sein.",
    "zones.cut": "{count} {count:Platz liegt|Plätze liegen} zum Teil außerhalb des Bildes: die Kamera versetzen.",
    "zones.slots": "Die Zone {side}: {count} ist keine Zahl von Plätzen, 1 bis 10.",
    "marked.version": "Zonen der Fassung {version}: Bekannt ist nur Fassung 1.",
    "marked.game": "Zonen für das Spiel „{game}“: Die Spiele sind {games}.",
    "marked.none": "„zones“ nennt mindestens eine Zone mit ihren Ecken.",
    "marked.slots": "„slots“ gibt für jede Seite eine Zahl an.",
    "marked.side": "„slots“ gibt eine Zahl für {side} an, und das ist keine gesetzte Zone.",
    "marked.name": "Eine Zone „{zone}“ gibt es nicht: Die Zonen sind {zones}.",
    "marked.numbers": "Die Zone {zone}: Ihre Ecken sind Zahlen.",
    "marked.corners": "Die Zone {zone}: Sie braucht vier Ecken aus je zwei Zahlen.",
    "marked.shares": "Die Zone {zone}: Ecken sind Anteile an Breite und Höhe des Bildes, 0 bis 1.",
    "marked.text": "Die Datei ist kein JSON.",
    "marked.json": "Die Datei ist kein JSON: Zeile {line}, Spalte {column}.",
    "marked.object": "Zonen sind ein JSON-Objekt.",
    "marked.unread": "Die Datei lässt sich nicht lesen: {why}.",
}
