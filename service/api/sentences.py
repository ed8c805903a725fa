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
