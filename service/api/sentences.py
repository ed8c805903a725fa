"""What the server itself refuses, in English, French and German; those of the games are `rules.catalogue`'s, of
pictures and what they show `vision.catalogue`'s."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from vision.catalogue import sentence

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "problem.unknown": "No problem has this name.",
        "picture.bytes": "{name}: a picture may have at most {limit}.",
        "picture.pixels": "{name}: {width}×{height} pixels; at most {most} pixels are read here.",
        "body.large": "The body may have at most {limit} here.",
        "body.slow": "The whole body must arrive within {seconds} seconds.",
        "body.kind": "The body is to be JSON, with the content type application/json, not {kind}.",
        "requests.many": "Too many requests from this address.",
        "pool.full": "{count} pictures are being read or wait to be; try again in a moment.",
        "pool.slow": "The picture was not read within {seconds} seconds.",
        "pool.stopping": "The server is stopping.",
        "key.needed": "This server asks for a key.",
        "key.wrong": "The key is not one of this server's.",
        "server.failed": "The server failed on this request; its log has the cause.",
        "server.failed_frame": "The server failed on this frame; its log has the cause.",
        "server.thinking": "Too many tables are being judged; try again in a moment.",
        "table.unknown": "No table has this id.",
        "table.none": "No table is open.",
        "table.closed": "The table is closed.",
        "table.many": "{limit} tables are open, as many as may be; close one.",
        "table.card": "No card {card} lies on the table.",
        "table.changed": "Card {card} is held to be {shown} by now, not {seen}.",
        "table.frame": "No frame has come yet.",
        "table.slots_game": "Only the layouts of Trash have slots; this is another game.",
        "table.slots": "Numbers of slots: {found}; players: {players}. Give one number for all, or one for each.",
        "table.layouts": "Layouts with a zone: {found}; players: {players}. Set a zone for each, or say in the rules "
        "how many play.",
        "match.unknown": "No match has this id.",
        "match.over": "The match is over; nothing more can be played in it.",
        "match.changed": "The match has changed since (version {now}, not {version}).",
        "match.few": "The match has only {moves} moves to take back.",
        "match.players": "There are {seats} players: {found} names are too many.",
        "tally.twice": "This hand is in the match already, as number {number}.",
        "tally.open": "The score is not certain: nothing was entered.",
        "tally.illegal": "An illegal hand scores nothing: nothing was entered.",
        "tally.one_hand": "One hand alone has no score to enter.",
        "deck.unknown": "No deck profile is named “{deck}”.",
        "deck.name": "“{name}” is no name for a deck: letters, digits, space, _ . and -, 60 at most.",
        "camera.webcam": "Webcam {address} is not among the cameras the owner allowed.",
        "camera.host": "The host {host} is not among the cameras the owner allowed.",
        "camera.address": "camera: is not an address.",
        "camera.scheme": "camera: an address begins with {schemes} and names a host.",
        "schema.long": "{field}: may have at most {most} characters.",
        "schema.many": "{field}: may have at most {most} entries.",
        "schema.few": "{field}: needs at least {least} entries.",
        "schema.missing": "{field}: is missing.",
        "schema.extra": "{field}: means nothing here.",
        "schema.form": "{field}: does not have the form that is wanted here.",
        "schema.least": "{field}: must be at least {least}.",
        "schema.most": "{field}: must be at most {most}.",
        "schema.list": "{field}: must be a list.",
        "schema.object": "{field}: must be an object, with names and values.",
        "schema.text": "{field}: must be a text.",
        "schema.whole": "{field}: must be a whole number.",
        "schema.number": "{field}: must be a number.",
        "schema.switch": "{field}: must be true or false.",
        "address.none": "There is nothing at this address.",
        "address.method": "This address does not take {method}.",
        "host.unknown": "This server does not go by the name in the request’s Host header; see the setting "
        "allowed_hosts.",
        "host.malformed": "The Host or Origin header is malformed.",
        "origin.other": "Another site’s page may not use this server.",
        "body.unreadable": "The body cannot be read: it is not UTF-8, or nested too deeply, or holds numbers too long.",
        "body.form": "The form cannot be read: it is cut short or malformed, or has too many or too long fields.",
        "json.value": "{field}: is no JSON: at character {at} a value is missing, or is none.",
        "json.name": "{field}: is no JSON: at character {at} a name in double quotes is missing.",
        "json.colon": "{field}: is no JSON: at character {at} a colon is missing.",
        "json.comma": "{field}: is no JSON: at character {at} a comma or the end of the list or object is missing.",
        "json.text": "{field}: is no JSON: the text that begins at character {at} does not end.",
        "json.control": "{field}: is no JSON: the control character at {at} may not stand in a text.",
        "json.escape": "{field}: is no JSON: the backslash at character {at} begins nothing that JSON knows.",
        "json.extra": "{field}: is no JSON: at character {at} it should have ended.",
        "json.broken": "{field}: is no JSON, from character {at} on.",
        "json.unreadable": "{field}: is no JSON that can be read: it is nested too deeply, or holds numbers too long.",
        "reader.weights": "No picture can be read: the weights of the networks are not installed.",
        "reader.failed": "No picture can be read: the reader could not be loaded ({error}).",
        "table.unpacked": "The frame could not be packed.",
        "table.zones_game": "These zones are of another game ({zones}, not {game}).",
        "stream.taken": "Another camera has taken over.",
        "stream.binary": "Frames are binary messages, each a JPEG picture.",
        "match.seat": "There are {seats} players: seats 0 to {last}.",
        "corrections.off": "The owner of this server does not keep corrected pictures.",
        "corrections.cards": "cards: a list of 1 to {most} cards is wanted.",
        "corrections.card": "{field}: a card facing up has a code.",
        "photo.too_many": "{field}: more than {most} cards are no hand.",
        "photo.corners": "{field}: corners are four points of the picture, of two numbers each, with something between "
        "them.",
        "photo.fixes": "fixes: every value must be a code or null.",
        "photo.added": "added: cards by the side of their hand: {sides}.",
        "photo.slots": "slots: a layout has 1 to {most} slots.",
        "schema.choice": "{field}: one of these is wanted: {choices}.",
        "schema.short": "{field}: needs at least {least} characters.",
        "schema.file": "{field}: must be a file.",
        "schema.unfit": "{field}: is not what is wanted here.",
    },
    "fr": {
        "problem.unknown": "Aucun problème ne porte ce nom.",
        "picture.bytes": "{name} : une image peut avoir {limit} au plus.",
        "picture.pixels": "{name} : {width}×{height} pixels ; on en lit ici au plus {most}.",
        "body.large": "La requête peut avoir {limit} au plus.",
        "body.slow": "Toute la requête doit arriver en {seconds} secondes.",
        "body.kind": "La requête doit être en JSON, de type application/json, non {kind}.",
        "requests.many": "Trop de requêtes viennent de cette adresse.",
        "pool.full": "{count} images sont en cours de lecture ou en attente ; réessayez dans un instant.",
        "pool.slow": "L’image n’a pas été lue en {seconds} secondes.",
        "pool.stopping": "Le serveur s’arrête.",
        "key.needed": "Ce serveur demande une clé.",
        "key.wrong": "Cette clé n’est pas de ce serveur.",
        "server.failed": "Le serveur a échoué sur cette requête ; son journal dit pourquoi.",
        "server.failed_frame": "Le serveur a échoué sur cette image ; son journal dit pourquoi.",
        "server.thinking": "Trop de tables sont en train d’être jugées ; réessayez dans un instant.",
        "table.unknown": "Aucune table n’a cet identifiant.",
        "table.none": "Aucune table n’est ouverte.",
        "table.closed": "La table est fermée.",
        "table.many": "{limit} tables sont ouvertes, autant qu’il peut y en avoir ; fermez-en une.",
        "table.card": "Il n’y a pas de carte {card} sur la table.",
        "table.changed": "La carte {card} est tenue maintenant pour {shown}, non pour {seen}.",
        "table.frame": "Aucune image n’est encore venue.",
        "table.slots_game": "Seuls les tableaux de Trash ont des cases ; ceci est un autre jeu.",
        "table.slots": "Nombres de cases : {found} ; joueurs : {players}. Donnez un nombre pour tous, ou un "
        "pour chacun.",
        "table.layouts": "Jeux avec une zone : {found} ; joueurs : {players}. Placez une zone pour chacun, ou dites "
        "dans les règles combien jouent.",
        "match.unknown": "Aucune partie n’a cet identifiant.",
        "match.over": "La partie est finie ; on ne peut plus y jouer.",
        "match.changed": "La partie a changé depuis (version {now}, non {version}).",
        "match.few": "La partie n’a que {moves} coups à reprendre.",
        "match.players": "Il y a {seats} joueurs : {found} noms, c’est trop.",
        "tally.twice": "Cette donne figure déjà dans la partie, sous le numéro {number}.",
        "tally.open": "Le score n’est pas certain : rien n’a été inscrit.",
        "tally.illegal": "Une main interdite ne marque rien : rien n’a été inscrit.",
        "tally.one_hand": "Une main seule n’a pas de score à inscrire.",
        "deck.unknown": "Aucun jeu appris ne s’appelle « {deck} ».",
        "deck.name": "« {name} » n’est pas un nom de jeu : lettres sans accent, chiffres, espace, _ . et -, "
        "60 au plus.",
        "camera.webcam": "La webcam {address} n’est pas parmi les caméras que le propriétaire a permises.",
        "camera.host": "L’hôte {host} n’est pas parmi les caméras que le propriétaire a permises.",
        "camera.address": "camera : ce n’est pas une adresse.",
        "camera.scheme": "camera : une adresse commence par {schemes} et nomme un hôte.",
        "schema.long": "{field} : {most} caractères au plus.",
        "schema.many": "{field} : {most} éléments au plus.",
        "schema.few": "{field} : au moins {least} éléments.",
        "schema.missing": "{field} : il manque.",
        "schema.extra": "{field} : ne veut rien dire ici.",
        "schema.form": "{field} : n’a pas la forme attendue ici.",
        "schema.least": "{field} : doit être au moins {least}.",
        "schema.most": "{field} : doit être au plus {most}.",
        "schema.list": "{field} : doit être une liste.",
        "schema.object": "{field} : doit être un objet, avec des noms et des valeurs.",
        "schema.text": "{field} : doit être un texte.",
        "schema.whole": "{field} : doit être un nombre entier.",
        "schema.number": "{field} : doit être un nombre.",
        "schema.switch": "{field} : doit être true ou false.",
        "address.none": "Il n’y a rien à cette adresse.",
        "address.method": "Cette adresse n’accepte pas {method}.",
        "host.unknown": "Ce serveur ne porte pas le nom que donne l’en-tête Host ; voyez le réglage allowed_hosts.",
        "host.malformed": "L’en-tête Host ou Origin est mal formé.",
        "origin.other": "La page d’un autre site ne peut pas se servir de ce serveur.",
        "body.unreadable": "La requête est illisible : elle n’est pas en UTF-8, est trop imbriquée ou contient des "
        "nombres trop longs.",
        "body.form": "Le formulaire est illisible : il est coupé ou mal formé, ou a des champs trop nombreux ou trop "
        "longs.",
        "json.value": "{field} : n’est pas du JSON : au caractère {at}, il manque une valeur, ou ce n’en est pas une.",
        "json.name": "{field} : n’est pas du JSON : au caractère {at}, il manque un nom entre guillemets.",
        "json.colon": "{field} : n’est pas du JSON : au caractère {at}, il manque un deux-points.",
        "json.comma": "{field} : n’est pas du JSON : au caractère {at}, il manque une virgule ou la fin de la liste ou "
        "de l’objet.",
        "json.text": "{field} : n’est pas du JSON : le texte qui commence au caractère {at} ne finit pas.",
        "json.control": "{field} : n’est pas du JSON : le caractère de contrôle en {at} n’a pas sa place dans un "
        "texte.",
        "json.escape": "{field} : n’est pas du JSON : la barre oblique inverse au caractère {at} ne commence rien de "
        "connu.",
        "json.extra": "{field} : n’est pas du JSON : il aurait dû finir au caractère {at}.",
        "json.broken": "{field} : n’est pas du JSON, à partir du caractère {at}.",
        "json.unreadable": "{field} : n’est pas du JSON lisible : il est trop imbriqué ou contient des nombres trop "
        "longs.",
        "reader.weights": "Aucune image ne peut être lue : les poids des réseaux ne sont pas installés.",
        "reader.failed": "Aucune image ne peut être lue : le lecteur n’a pas pu être chargé ({error}).",
        "table.unpacked": "L’image n’a pas pu être encodée.",
        "table.zones_game": "Ces zones sont d’un autre jeu ({zones}, non {game}).",
        "stream.taken": "Une autre caméra a pris le relais.",
        "stream.binary": "Les images sont des messages binaires, chacun un JPEG.",
        "match.seat": "Il y a {seats} joueurs : places 0 à {last}.",
        "corrections.off": "Le propriétaire de ce serveur ne garde pas les images corrigées.",
        "corrections.cards": "cards : il faut une liste de 1 à {most} cartes.",
        "corrections.card": "{field} : une carte à l’endroit a un code.",
        "photo.too_many": "{field} : plus de {most} cartes ne font pas une main.",
        "photo.corners": "{field} : les coins sont quatre points de l’image, de deux nombres chacun, avec quelque "
        "chose entre eux.",
        "photo.fixes": "fixes : chaque valeur doit être un code ou null.",
        "photo.added": "added : des cartes par côté de leur main : {sides}.",
        "photo.slots": "slots : un tableau a de 1 à {most} cases.",
        "schema.choice": "{field} : il faut l’un de ceux-ci : {choices}.",
        "schema.short": "{field} : au moins {least} caractères.",
        "schema.file": "{field} : doit être un fichier.",
        "schema.unfit": "{field} : n’est pas ce qu’il faut ici.",
    },
    "de": {
        "problem.unknown": "Kein Problem heißt so.",
        "picture.bytes": "{name}: Ein Bild darf höchstens {limit} haben.",
        "picture.pixels": "{name}: {width}×{height} Pixel; höchstens {most} werden hier gelesen.",
        "body.large": "Die Anfrage darf hier höchstens {limit} haben.",
        "body.slow": "Die ganze Anfrage muss innerhalb von {seconds} Sekunden ankommen.",
        "body.kind": "Die Anfrage muss JSON sein, vom Inhaltstyp application/json, nicht {kind}.",
        "requests.many": "Zu viele Anfragen von dieser Adresse.",
        "pool.full": "{count} Bilder werden gelesen oder warten darauf; gleich noch einmal versuchen.",
        "pool.slow": "Das Bild wurde nicht innerhalb von {seconds} Sekunden gelesen.",
        "pool.stopping": "Der Server wird beendet.",
        "key.needed": "Dieser Server verlangt einen Schlüssel.",
        "key.wrong": "Dieser Schlüssel gehört nicht zu diesem Server.",
        "server.failed": "Der Server ist an dieser Anfrage gescheitert; sein Protokoll nennt die Ursache.",
        "server.failed_frame": "Der Server ist an diesem Bild gescheitert; sein Protokoll nennt die Ursache.",
        "server.thinking": "Zu viele Tische werden gerade beurteilt; gleich noch einmal versuchen.",
        "table.unknown": "Kein Tisch hat diese Kennung.",
        "table.none": "Es ist kein Tisch eröffnet.",
        "table.closed": "Der Tisch ist geschlossen.",
        "table.many": "{limit} Tische sind offen, mehr gehen nicht; bitte einen schließen.",
        "table.card": "Auf dem Tisch liegt keine Karte {card}.",
        "table.changed": "Karte {card} gilt inzwischen als {shown}, nicht mehr als {seen}.",
        "table.frame": "Noch ist kein Bild gekommen.",
        "table.slots_game": "Plätze haben nur die Auslagen von Trash; dies ist ein anderes Spiel.",
        "table.slots": "Zahlen von Plätzen: {found}; Spieler: {players}. Bitte eine Zahl für alle angeben "
        "oder für jeden eine.",
        "table.layouts": "Auslagen mit Zone: {found}; Spieler: {players}. Für jeden eine Zone setzen oder in den "
        "Regeln sagen, wie viele spielen.",
        "match.unknown": "Keine Partie hat diese Kennung.",
        "match.over": "Die Partie ist zu Ende; in ihr kann nichts mehr gespielt werden.",
        "match.changed": "Die Partie hat sich inzwischen geändert (Fassung {now}, nicht {version}).",
        "match.few": "Die Partie hat nur {moves} Züge, die sich zurücknehmen lassen.",
        "match.players": "Es sind {seats} Spieler: {found} Namen sind zu viele.",
        "tally.twice": "Dieses Spiel steht in der Partie schon, als Nummer {number}.",
        "tally.open": "Das Ergebnis steht nicht fest: Es wurde nichts eingetragen.",
        "tally.illegal": "Ein verbotenes Spiel zählt nichts: Es wurde nichts eingetragen.",
        "tally.one_hand": "Ein Blatt allein hat kein Ergebnis, das man eintragen kann.",
        "deck.unknown": "Kein beigebrachtes Deck heißt „{deck}“.",
        "deck.name": "„{name}“ ist kein Name für ein Deck: Buchstaben ohne Umlaute, Ziffern, Leerzeichen, _ . und -, "
        "höchstens 60.",
        "camera.webcam": "Die Webcam {address} ist nicht unter den Kameras, die der Besitzer erlaubt hat.",
        "camera.host": "Der Rechner {host} ist nicht unter den Kameras, die der Besitzer erlaubt hat.",
        "camera.address": "camera: Das ist keine Adresse.",
        "camera.scheme": "camera: Eine Adresse beginnt mit {schemes} und nennt einen Rechner.",
        "schema.long": "{field}: höchstens {most} Zeichen.",
        "schema.many": "{field}: höchstens {most} Einträge.",
        "schema.few": "{field}: mindestens {least} Einträge.",
        "schema.missing": "{field}: fehlt.",
        "schema.extra": "{field}: bedeutet hier nichts.",
        "schema.form": "{field}: hat nicht die Form, die hier verlangt wird.",
        "schema.least": "{field}: muss mindestens {least} sein.",
        "schema.most": "{field}: darf höchstens {most} sein.",
        "schema.list": "{field}: muss eine Liste sein.",
        "schema.object": "{field}: muss ein Objekt mit Namen und Werten sein.",
        "schema.text": "{field}: muss ein Text sein.",
        "schema.whole": "{field}: muss eine ganze Zahl sein.",
        "schema.number": "{field}: muss eine Zahl sein.",
        "schema.switch": "{field}: muss true oder false sein.",
        "address.none": "Unter dieser Adresse gibt es nichts.",
        "address.method": "Diese Adresse nimmt kein {method} an.",
        "host.unknown": "Dieser Server heißt nicht so, wie der Header Host sagt; siehe die Einstellung allowed_hosts.",
        "host.malformed": "Der Header Host oder Origin ist falsch gebildet.",
        "origin.other": "Die Seite einer anderen Website darf diesen Server nicht benutzen.",
        "body.unreadable": "Die Anfrage ist nicht lesbar: Sie ist kein UTF-8, zu tief verschachtelt oder enthält zu "
        "lange Zahlen.",
        "body.form": "Das Formular ist nicht lesbar: Es ist abgeschnitten oder falsch gebildet oder hat zu viele oder "
        "zu lange Felder.",
        "json.value": "{field}: ist kein JSON: Bei Zeichen {at} fehlt ein Wert, oder es ist keiner.",
        "json.name": "{field}: ist kein JSON: Bei Zeichen {at} fehlt ein Name in Anführungszeichen.",
        "json.colon": "{field}: ist kein JSON: Bei Zeichen {at} fehlt ein Doppelpunkt.",
        "json.comma": "{field}: ist kein JSON: Bei Zeichen {at} fehlt ein Komma oder das Ende der Liste oder des "
        "Objekts.",
        "json.text": "{field}: ist kein JSON: Der Text, der bei Zeichen {at} beginnt, hört nicht auf.",
        "json.control": "{field}: ist kein JSON: Das Steuerzeichen an der Stelle {at} darf in keinem Text stehen.",
        "json.escape": "{field}: ist kein JSON: Der Backslash bei Zeichen {at} beginnt nichts, was JSON kennt.",
        "json.extra": "{field}: ist kein JSON: Bei Zeichen {at} müsste es zu Ende sein.",
        "json.broken": "{field}: ist kein JSON, von Zeichen {at} an.",
        "json.unreadable": "{field}: ist kein lesbares JSON: Es ist zu tief verschachtelt oder enthält zu lange "
        "Zahlen.",
        "reader.weights": "Es können keine Bilder gelesen werden: Die Gewichte der Netze sind nicht installiert.",
        "reader.failed": "Es können keine Bilder gelesen werden: Der Leser ließ sich nicht laden ({error}).",
        "table.unpacked": "Das Bild ließ sich nicht packen.",
        "table.zones_game": "Diese Zonen gehören zu einem anderen Spiel ({zones}, nicht {game}).",
        "stream.taken": "Eine andere Kamera hat übernommen.",
        "stream.binary": "Bilder sind binäre Nachrichten, jede ein JPEG.",
        "match.seat": "Es sind {seats} Spieler: Plätze 0 bis {last}.",
        "corrections.off": "Der Besitzer dieses Servers behält keine korrigierten Bilder.",
        "corrections.cards": "cards: Eine Liste von 1 bis {most} Karten wird verlangt.",
        "corrections.card": "{field}: Eine offene Karte hat einen Code.",
        "photo.too_many": "{field}: Mehr als {most} Karten sind kein Blatt.",
        "photo.corners": "{field}: Ecken sind vier Punkte des Bildes aus je zwei Zahlen, zwischen denen etwas liegt.",
        "photo.fixes": "fixes: Jeder Wert muss ein Code oder null sein.",
        "photo.added": "added: Karten nach der Seite ihres Blatts: {sides}.",
        "photo.slots": "slots: Eine Auslage hat 1 bis {most} Plätze.",
        "schema.choice": "{field}: Eines hiervon wird verlangt: {choices}.",
        "schema.short": "{field}: mindestens {least} Zeichen.",
        "schema.file": "{field}: muss eine Datei sein.",
        "schema.unfit": "{field}: ist nicht, was hier verlangt wird.",
    },
}
"""Sentences by language and id."""


@dataclass(frozen=True)
class Said:
    """A sentence that is put into words once it is known who reads it.

    Attributes:
        id: of `SENTENCES`, or of what is seen, in `vision.catalogue`.
        params: what fills it.
    """

    id: str
    params: dict[str, Any] = field(default_factory=dict)

    def sentence(self, lang: str = "en") -> str:
        """The sentence in a language; in English where there is no such language."""
        lang = lang if lang in SENTENCES else "en"
        if self.id not in SENTENCES[lang]:
            return sentence(self.id, self.params, lang)
        return SENTENCES[lang][self.id].format(**self.params)


def said(id: str, **params: Any) -> Said:
    """A sentence of the catalogue with its parameters."""
    return Said(id, params)


def size(limit: int) -> str:
    """A number of bytes as people say it."""
    for unit, name in ((1 << 20, "MB"), (1 << 10, "kB")):
        if limit >= unit:
            return f"{limit / unit:g} {name}" if limit % unit == 0 else f"{limit / unit:.1f} {name}"
    return f"{limit} bytes"
