"""The running commentary: one line for each event, in English, French or German."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.catalogue import LANGUAGES, card_name, fields, sentences

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "camera.moved": "The camera was moved; the table is looked for again.",
        "camera.mirrored": "The picture is mirrored: turn off mirroring in the camera's settings.",
        "camera.straight": "The picture is no longer mirrored.",
        "camera.lost": "The camera gives no picture; it is tried again.",
        "camera.back": "The camera gives pictures again.",
        "camera.size": "The camera’s pictures have another size.",
        "camera.black": "The camera’s picture is black.",
        "camera.clear": "The camera’s picture is no longer black.",
        "camera.failed": "The camera cannot be opened; it is tried again.",
        "camera.end": "The camera’s pictures have ended.",
        "camera.sized": "The pictures now have another size: {width}×{height}.",
        "watch.stopped": "Stopped by hand; pictures of {source} looked at: {count}.",
        "watch.end": "The end of {source}. Pictures: {count}.",
        "watch.nothing": "Nothing of the game was made out. {why}",
        "watch.no_card": "In no picture did a card that can be read lie still.",
        "watch.too_short": "The cards must lie still for a few seconds, and there were {seconds} s to be seen.",
        "watch.no_layouts": "Most cards seen at once: {cards}; they make no layouts of {players} players.",
        "watch.no_hands": "Most cards seen at once: {cards}; there were no hands and no pile among them.",
        "watch.failed": "A picture could not be followed, and was left out ({error}). If this goes on, it ends.",
        "watch.no_screen": "There is no screen to open a window on: going on without it.",
        "watch.recorded": "Recorded in {files}.",
        "watch.stretches": "Recorded in {files}: a turn that cannot be replayed ends a record.",
        "watch.outdated": "Removed, for the record that they went on with is replaced: {files}.",
        "watch.unrecorded": "Nothing was recorded, for no turn can be replayed: {file} is left as it is.",
        "watch.rescued": "{file} cannot be written ({why}); the record follows.",
        "table.empty": "No cards lie on the table.",
        "bus.table_open": "{cards} cards lie face up: {hands} hands, or {fewer} hands and the table's cards? Say table "
        "true or false.",
        "bus.table_flags": "{cards} cards lie face up: {hands} hands, or {fewer} hands and the table’s cards? Say "
        "--no-table or --table.",
        "photo.none_up": "No card lies face up.",
        "gin.spread": "Two hands of ten are laid out, but {count} cards can be told apart: spread them wider.",
        "match.name": "Live table",
        "match.kept": "Kept as a match: {name}, {moves} moves.",
        "card.laid": "{card}{place}.",
        "card.turned": "{card} turned up{place}.",
        "card.covered": "{card}{place}, on {before}.",
        "card.down": "A card face down{place}.",
        "card.unread": "A card that cannot be read{place}.",
        "card.named": "The card{place} is {card}.",
        "card.put_back": "{card} taken up and put back{place}.",
        "card.gone": "{before} taken away{place}.",
        "card.back_gone": "A face-down card taken away{place}.",
        "place.slot": " in slot {slot} of {side}",
        "place.discard": " on the discard pile",
        "place.stock": " on the stock",
        "place.table": " on the table",
        "place.player": " before player {number}",
        "from.slot": " from slot {slot} of {side}",
        "from.discard": " from the discard pile",
        "from.stock": " from the stock",
        "from.table": " from the table",
        "from.player": " from before player {number}",
        "by.near": "The near player:",
        "by.far": "The far player:",
        "by.left": "The player on the left:",
        "by.right": "The player on the right:",
        "side.near": "the near player",
        "side.far": "the far player",
        "side.left": "the player on the left",
        "side.right": "the player on the right",
        "side.first": "the first photo",
        "side.second": "the second photo",
        "side.picture": "the picture",
        "photo.no_card": "There is no card {name}.",
        "photo.missed": "A card that was not found can be added: --add {side}=3S.",
        "photo.no_cards": "No face-up card was found in {side}.",
        "photo.no_plane": "The cards' corners lie in no plane: they are none of one table's.",
        "photo.no_side": "There is no hand of {side}: those there are hands of {found}.",
        "photo.and": "{one} and of {other}",
        "gin.left_out": "What could not be read is taken for no card: without it the hand has ten.",
        "gin.least_sure": "What was read least surely is taken for no card: without it the hand has ten.",
        "gin.all_but_certain": "That is {percent} % certain: some cards were not read surely.",
        "gin.too_many": "A hand has too many cards: something in it that is in doubt is none.",
        "gin.side": "Only the hand of {side} can have knocked, and is scored so.",
        "gin.side_option": "--knocker-side says it otherwise.",
        "hand.new": "Hand {hand}: layouts of {slots} slots.",
        "hand.end": "The cards of hand {hand} are gathered.",
        "score.won": "{side} wins hand {hand}. Slots now: {slots}.",
        "score.slots": "Slots now: {slots}.",
        "score.game": "{side} wins the game.",
        "verdict.anew": "On second look: ",
        "verdict.legal": "Legal.",
        "verdict.illegal": "ILLEGAL!",
        "verdict.cannot tell": "Cannot tell.",
        "playing": "Player {number} is {side}.",
        "gin.knock": "{side} knocks: {points} points to the knocker.",
        "gin.equal": "{side} knocks, and both have the same deadwood: nobody scores.",
        "gin.gin": "{side} goes gin: {points} points.",
        "gin.big_gin": "{side} goes big gin: {points} points.",
        "gin.petit_gin": "{side} goes petit gin: {points} points.",
        "gin.grand_gin": "{side} goes grand gin: {points} points.",
        "gin.undercut": "{side} knocks and is undercut: {points} points to the defender.",
    },
    "fr": {
        "camera.moved": "La caméra a bougé ; la table est cherchée de nouveau.",
        "camera.mirrored": "L'image est inversée : désactivez l'effet miroir dans les réglages de la caméra.",
        "camera.straight": "L'image n'est plus inversée.",
        "camera.lost": "La caméra ne donne plus d'image ; nouvel essai.",
        "camera.back": "La caméra donne de nouveau des images.",
        "camera.size": "Les images de la caméra ont une autre taille.",
        "camera.black": "L'image de la caméra est noire.",
        "camera.clear": "L'image de la caméra n'est plus noire.",
        "camera.failed": "La caméra ne s'ouvre pas ; nouvel essai.",
        "camera.end": "Les images de la caméra sont finies.",
        "camera.sized": "Les images ont maintenant une autre taille : {width}×{height}.",
        "watch.stopped": "Arrêté à la main ; images de {source} regardées : {count}.",
        "watch.end": "Fin de {source}. Images : {count}.",
        "watch.nothing": "Rien du jeu n'a été reconnu. {why}",
        "watch.no_card": "Sur aucune image une carte lisible ne reste immobile.",
        "watch.too_short": "Les cartes doivent rester posées quelques secondes, et l'on n'en a vu que {seconds} s.",
        "watch.no_layouts": "Au plus {cards} cartes à la fois ; elles ne forment pas les jeux de {players} joueurs.",
        "watch.no_hands": "Au plus {cards} cartes à la fois ; il n'y avait parmi elles ni mains ni défausse.",
        "watch.failed": "Une image n'a pu être suivie : on la laisse de côté ({error}). Si cela dure, c'est fini.",
        "watch.no_screen": "Il n'y a pas d'écran où ouvrir une fenêtre : on continue sans elle.",
        "watch.recorded": "Noté dans {files}.",
        "watch.stretches": "Noté dans {files} : un tour qui ne peut être rejoué termine un relevé.",
        "watch.outdated": "Supprimé, car le relevé qu'ils continuaient est remplacé : {files}.",
        "watch.unrecorded": "Rien n'a été noté, car aucun tour ne peut être rejoué : {file} reste tel quel.",
        "watch.rescued": "{file} ne peut être écrit ({why}) ; voici le relevé.",
        "table.empty": "Il n'y a pas de cartes sur la table.",
        "bus.table_open": "{cards} cartes sont face visible : {hands} mains, ou {fewer} mains et les cartes de la "
        "table ? Dites table true ou false.",
        "bus.table_flags": "{cards} cartes sont face visible : {hands} mains, ou {fewer} mains et les cartes de la "
        "table ? Dites --no-table ou --table.",
        "photo.none_up": "Aucune carte n’est face visible.",
        "gin.spread": "Deux mains de dix sont étalées, mais on ne distingue que {count} cartes : écartez-les.",
        "match.name": "Table en direct",
        "match.kept": "Conservé comme partie : {name}, {moves} coups.",
        "card.laid": "{card}{place}.",
        "card.turned": "{card} retournée{place}.",
        "card.covered": "{card}{place}, sur {before}.",
        "card.down": "Une carte cachée{place}.",
        "card.unread": "Une carte illisible{place}.",
        "card.named": "La carte{place} est {card}.",
        "card.put_back": "{card} reprise et reposée{place}.",
        "card.gone": "{before} enlevée{place}.",
        "card.back_gone": "Une carte cachée enlevée{place}.",
        "place.slot": " à la place {slot} {side}",
        "place.discard": " à la défausse",
        "place.stock": " au talon",
        "place.table": " sur la table",
        "place.player": " devant le joueur {number}",
        "from.slot": " de la place {slot} {side}",
        "from.discard": " de la défausse",
        "from.stock": " du talon",
        "from.table": " de la table",
        "from.player": " de devant le joueur {number}",
        "by.near": "Le joueur proche :",
        "by.far": "Le joueur d'en face :",
        "by.left": "Le joueur de gauche :",
        "by.right": "Le joueur de droite :",
        "side.near": "du joueur proche",
        "side.far": "du joueur d'en face",
        "side.left": "du joueur de gauche",
        "side.right": "du joueur de droite",
        "side.first": "de la première photo",
        "side.second": "de la seconde photo",
        "side.picture": "de la photo",
        "photo.no_card": "Il n’y a pas de carte {name}.",
        "photo.missed": "Une carte qui n’a pas été trouvée peut être ajoutée : --add {side}=3S.",
        "photo.no_cards": "Aucune carte face visible n’a été trouvée parmi celles {side}.",
        "photo.no_plane": "Les coins des cartes ne sont dans aucun plan : elles ne sont pas d’une même table.",
        "photo.no_side": "Il n’y a pas de main {side} : il y a celles {found}.",
        "photo.and": "{one} et {other}",
        "gin.left_out": "Ce qui n’a pas pu être lu est compté pour rien : sans cela, la main a dix cartes.",
        "gin.least_sure": "Ce qui a été lu avec le moins de certitude est compté pour rien : sans cela, la main a dix "
        "cartes.",
        "gin.all_but_certain": "C’est certain à {percent} % : certaines cartes n’ont pas été lues avec certitude.",
        "gin.too_many": "Une main a trop de cartes : quelque chose de douteux n’y est pas une carte.",
        "gin.side": "Seule la main {side} peut avoir frappé, et le compte le suppose.",
        "gin.side_option": "Sinon, dites --knocker-side.",
        "hand.new": "Manche {hand} : {slots} places.",
        "hand.end": "Les cartes de la manche {hand} sont ramassées.",
        "score.won": "La manche {hand} est gagnée : jeu {side}. Places désormais : {slots}.",
        "score.slots": "Places désormais : {slots}.",
        "score.game": "La partie est gagnée : jeu {side}.",
        "verdict.anew": "À y regarder de plus près : ",
        "verdict.legal": "Permis.",
        "verdict.illegal": "INTERDIT !",
        "verdict.cannot tell": "Indécidable.",
        "playing": "Joueur {number} : jeu {side}.",
        "gin.knock": "Abattage {side} : {points} points pour lui.",
        "gin.equal": "Abattage {side}, à égalité : personne ne marque.",
        "gin.gin": "Gin {side} : {points} points.",
        "gin.big_gin": "Big gin {side} : {points} points.",
        "gin.petit_gin": "Petit gin {side} : {points} points.",
        "gin.grand_gin": "Grand gin {side} : {points} points.",
        "gin.undercut": "Abattage {side}, contré : {points} points pour l'adversaire.",
    },
    "de": {
        "camera.moved": "Die Kamera wurde bewegt; der Tisch wird neu gesucht.",
        "camera.mirrored": "Das Bild ist gespiegelt: Schalten Sie die Spiegelung in den Kameraeinstellungen aus.",
        "camera.straight": "Das Bild ist nicht mehr gespiegelt.",
        "camera.lost": "Die Kamera gibt kein Bild; sie wird erneut versucht.",
        "camera.back": "Die Kamera gibt wieder Bilder.",
        "camera.size": "Die Bilder der Kamera haben eine andere Größe.",
        "camera.black": "Das Bild der Kamera ist schwarz.",
        "camera.clear": "Das Bild der Kamera ist nicht mehr schwarz.",
        "camera.failed": "Die Kamera lässt sich nicht öffnen; sie wird erneut versucht.",
        "camera.end": "Die Bilder der Kamera sind zu Ende.",
        "camera.sized": "Die Bilder haben jetzt eine andere Größe: {width}×{height}.",
        "watch.stopped": "Von Hand beendet; angesehene Bilder von {source}: {count}.",
        "watch.end": "Ende von {source}. Bilder: {count}.",
        "watch.nothing": "Vom Spiel wurde nichts erkannt. {why}",
        "watch.no_card": "In keinem Bild liegt eine lesbare Karte still.",
        "watch.too_short": "Die Karten müssen einige Sekunden ruhig liegen, zu sehen waren nur {seconds} s.",
        "watch.no_layouts": "Höchstens {cards} Karten zugleich; sie ergeben keine Auslagen von {players} Spielern.",
        "watch.no_hands": "Höchstens {cards} Karten zugleich; weder Blätter noch ein Stapel waren darunter.",
        "watch.failed": "Einem Bild war nicht zu folgen, es wurde ausgelassen ({error}). Bleibt es dabei, endet es.",
        "watch.no_screen": "Es gibt keinen Bildschirm für ein Fenster: Es geht ohne weiter.",
        "watch.recorded": "Aufgezeichnet in {files}.",
        "watch.stretches": "Aufgezeichnet in {files}: Ein Zug, der nicht nachzuspielen ist, beendet eine Aufzeichnung.",
        "watch.outdated": "Gelöscht, weil die Aufzeichnung, die sie fortsetzten, ersetzt ist: {files}.",
        "watch.unrecorded": "Nichts wurde aufgezeichnet, denn kein Zug ist nachzuspielen: {file} bleibt unverändert.",
        "watch.rescued": "{file} lässt sich nicht schreiben ({why}); hier ist die Aufzeichnung.",
        "table.empty": "Auf dem Tisch liegen keine Karten.",
        "bus.table_open": "{cards} Karten liegen offen: {hands} Blätter, oder {fewer} Blätter und die Tischkarten? "
        "Das Feld table sagt es: true oder false.",
        "bus.table_flags": "{cards} Karten liegen offen: {hands} Blätter, oder {fewer} Blätter und die Karten des "
        "Tisches? Bitte --no-table oder --table angeben.",
        "photo.none_up": "Keine Karte liegt offen.",
        "gin.spread": "Zwei Blätter zu zehn liegen aus, doch {count} Karten sind zu unterscheiden: weiter auslegen.",
        "match.name": "Tisch",
        "match.kept": "Als Partie aufgehoben: {name}, {moves} Züge.",
        "card.laid": "{card}{place}.",
        "card.turned": "{card} aufgedeckt{place}.",
        "card.covered": "{card}{place}, auf {before}.",
        "card.down": "Eine verdeckte Karte{place}.",
        "card.unread": "Eine unlesbare Karte{place}.",
        "card.named": "Die Karte{place} ist {card}.",
        "card.put_back": "{card} aufgenommen und zurückgelegt{place}.",
        "card.gone": "{before} weggenommen{place}.",
        "card.back_gone": "Eine verdeckte Karte weggenommen{place}.",
        "place.slot": " auf Platz {slot} {side}",
        "place.discard": " auf dem Ablagestapel",
        "place.stock": " auf dem Talon",
        "place.table": " auf dem Tisch",
        "place.player": " vor Spieler {number}",
        "from.slot": " von Platz {slot} {side}",
        "from.discard": " vom Ablagestapel",
        "from.stock": " vom Talon",
        "from.table": " vom Tisch",
        "from.player": " bei Spieler {number}",
        "by.near": "Der nahe Spieler:",
        "by.far": "Der Spieler gegenüber:",
        "by.left": "Der Spieler links:",
        "by.right": "Der Spieler rechts:",
        "side.near": "des nahen Spielers",
        "side.far": "des Spielers gegenüber",
        "side.left": "des Spielers links",
        "side.right": "des Spielers rechts",
        "side.first": "des ersten Fotos",
        "side.second": "des zweiten Fotos",
        "side.picture": "des Fotos",
        "photo.no_card": "Es gibt keine Karte {name}.",
        "photo.missed": "Eine nicht gefundene Karte kann hinzugefügt werden: --add {side}=3S.",
        "photo.no_cards": "Unter den Karten {side} liegt keine offen.",
        "photo.no_plane": "Die Ecken der Karten liegen in keiner Ebene: Sie sind nicht die eines Tisches.",
        "photo.no_side": "Es gibt kein Blatt {side}: Es gibt die {found}.",
        "photo.and": "{one} und {other}",
        "gin.left_out": "Was nicht zu lesen war, gilt als keine Karte: ohne das hat das Blatt zehn.",
        "gin.least_sure": "Was am unsichersten gelesen wurde, gilt als keine Karte: ohne das hat das Blatt zehn.",
        "gin.all_but_certain": "Das ist zu {percent} % sicher: Einige Karten sind nicht sicher gelesen.",
        "gin.too_many": "Ein Blatt hat zu viele Karten: Etwas Zweifelhaftes darin ist keine.",
        "gin.side": "Nur das Blatt {side} kann geklopft haben, und so ist gewertet.",
        "gin.side_option": "Sonst hilft --knocker-side.",
        "hand.new": "Spiel {hand}: Auslagen mit {slots} Plätzen.",
        "hand.end": "Die Karten von Spiel {hand} werden eingesammelt.",
        "score.won": "Spiel {hand} ist gewonnen: Auslage {side}. Plätze jetzt: {slots}.",
        "score.slots": "Plätze jetzt: {slots}.",
        "score.game": "Die Partie ist gewonnen: Auslage {side}.",
        "verdict.anew": "Bei näherem Hinsehen: ",
        "verdict.legal": "Erlaubt.",
        "verdict.illegal": "VERBOTEN!",
        "verdict.cannot tell": "Nicht zu entscheiden.",
        "playing": "Spieler {number}: Auslage {side}.",
        "gin.knock": "Klopfen {side}: {points} Punkte für ihn.",
        "gin.equal": "Klopfen {side}, Gleichstand: Niemand schreibt.",
        "gin.gin": "Gin {side}: {points} Punkte.",
        "gin.big_gin": "Big Gin {side}: {points} Punkte.",
        "gin.petit_gin": "Petit Gin {side}: {points} Punkte.",
        "gin.grand_gin": "Grand Gin {side}: {points} Punkte.",
        "gin.undercut": "Klopfen {side}, unterboten: {points} Punkte für den Gegner.",
    },
}
"""Sentences by language and id; those of the rules themselves stand in `rules.catalogue`."""


_NAMELESS = ("gin.pile", "gin.put_back", "bus.table")
"""Beginnings of the rules whose sentences name nobody: they see the cards, not the hands."""
_NAMING = ("player", "players", "turn")
"""What a refusal of Trash names somebody by."""


def say(sentence: str, lang: str = "en", **params: Any) -> str:
    """A sentence of the commentary.

    Raises:
        ValueError: for a language without one.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no commentary in language {lang!r}: {', '.join(LANGUAGES)}")
    return SENTENCES[lang][sentence].format(**params)


def line(event: Mapping[str, Any], lang: str = "en") -> str | None:
    """An event as a line to be read aloud; None for one that says nothing to a listener."""
    kind, after, before = event["kind"], event["after"], event["before"]
    if kind == "card":
        return _card(event["type"], before, after, lang)
    if kind in ("verdict", "turn"):
        head = say("verdict." + after["verdict"], lang) + " " if kind == "verdict" else ""
        if event["type"] == "update":
            head = say("verdict.anew", lang) + head
        return head + _whose(after, lang) + str(after["sentence"])
    if kind == "hand":
        if event["type"] == "end":
            return say("hand.end", lang, hand=before["hand"])
        numbers = [
            say("playing", lang, number=k, side=say(f"side.{side}", lang)) for k, side in enumerate(after["players"], 1)
        ]
        return " ".join([say("hand.new", lang, hand=after["hand"], slots=_slots(after["slots"])), *numbers])
    if kind == "score" and "winner" not in after and "slots" in after:
        return say("score.slots", lang, slots=_slots(after["slots"]))
    if kind == "score" and "winner" in after:
        side = say(f"side.{after['winner']}", lang)
        side = side[0].upper() + side[1:] if lang == "en" else side
        if after["over"]:
            return say("score.game", lang, side=side)
        return say("score.won", lang, side=side, hand=after["hand"], slots=_slots(after["slots"]))
    if isinstance(after, Mapping) and "sentence" in after:
        return str(after["sentence"])
    return None


def _whose(told: Mapping[str, Any], lang: str) -> str:
    """Whose turn is judged, before a sentence that does not say it itself; empty where nobody knows."""
    rule = str(told.get("rule"))
    accused = told.get("verdict") == "illegal" and rule.startswith("trash.")
    silent = accused and fields(sentences("trash", "en").get(rule, "{player}")).isdisjoint(_NAMING)
    if told.get("player") is None or not (silent or rule.startswith(_NAMELESS)):
        return ""
    return say(f"by.{told['player']}", lang) + " "


def _slots(slots: list[int]) -> str:
    return ", ".join(map(str, slots))


def _card(type_: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, lang: str) -> str | None:
    spot = after or before
    if spot is None or spot["place"] is None:
        return None
    place = _place(str(spot["place"]), lang, "place" if after is not None else "from")
    old = None if before is None else (card_name(before["card"], lang) if before["card"] else None)
    if after is None:
        if before is not None and before["side"] == "down":
            return say("card.back_gone", lang, place=place)
        return say("card.gone", lang, before=old or "?", place=place)
    if after["side"] == "down":
        return None if spot["place"] == "stock" else say("card.down", lang, place=place)
    if after["card"] is None:
        return say("card.unread", lang, place=place)
    if after.get("uncovered"):
        # It lay there all the time; what happened is that the card on it was taken.
        return None if old is None else say("card.gone", lang, before=old, place=_place(spot["place"], lang, "from"))
    card = card_name(after["card"], lang)
    if before is not None and before["side"] == "down":
        text = say("card.turned", lang, card=card, place=place)
    elif before is not None and before["side"] == "up" and before["card"] is None:
        text = say("card.named", lang, card=card, place=place)
    elif old:
        covered = old != card
        text = say("card.covered" if covered else "card.put_back", lang, card=card, place=place, before=old)
    else:
        text = say("card.laid", lang, card=card, place=place)
    return f"{text} {after['remark']['sentence']}" if "remark" in after else text


def _place(place: str, lang: str, way: str) -> str:
    """Where a card lies ("place") or whence it was taken ("from")."""
    head, _, number = place.partition(" ")
    if head in ("stock", "discard", "table"):
        return say(f"{way}.{head}", lang)
    if head == "player":
        return say(f"{way}.player", lang, number=number)
    return say(f"{way}.slot", lang, slot=number, side=say(f"side.{head}", lang))
