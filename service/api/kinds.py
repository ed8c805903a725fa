"""The kinds of problem there are: status, title and what to do about it, in English, French and German.

A title is the same for every problem of its kind, but for the language (RFC 9457, 3.1.3).
"""

from __future__ import annotations

from typing import Final

STATUS: Final[dict[str, int]] = {
    "bad-request": 400,
    "key-needed": 401,
    "not-allowed": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "too-slow": 408,
    "conflict": 409,
    "illegal-move": 409,
    "over": 409,
    "too-large": 413,
    "unsupported-type": 415,
    "bad-input": 422,
    "bad-picture": 422,
    "too-many": 429,
    "internal": 500,
    "unavailable": 503,
    "timeout": 504,
}

WORDS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "en": {
        "bad-request": (
            "The request cannot be understood",
            "The body or a header is malformed; detail says where.",
        ),
        "key-needed": ("A key is needed", "Send one of the server's keys as 'Authorization: Bearer KEY'."),
        "not-allowed": (
            "Not allowed",
            "The request comes from a page, a host or a camera that the owner has not allowed.",
        ),
        "not-found": ("Not found", "Nothing is kept under this address."),
        "method-not-allowed": ("Method not allowed", "The header Allow lists the methods of this address."),
        "too-slow": ("The body came too slowly", "Send the whole body within the time in detail."),
        "conflict": ("In conflict with what is kept", "Fetch the present state and try again on it."),
        "illegal-move": (
            "The move is illegal",
            "rule names the rule, detail says it in a sentence, legal moves can be listed.",
        ),
        "over": ("It is over", "A finished match or a closed table takes nothing more."),
        "too-large": ("Too large", "detail names the limit in bytes or pixels."),
        "unsupported-type": ("Unsupported content type", "detail names the content types accepted here."),
        "bad-input": ("The input is not usable", "errors names every field at fault, its value and the rule."),
        "bad-picture": ("The picture is not usable", "detail says what is wrong with the picture."),
        "too-many": ("Too many at once", "Wait as long as the header Retry-After says and try again."),
        "internal": ("The server failed", "The failure is in the server's log under the request id."),
        "unavailable": ("Not available now", "detail says what is missing."),
        "timeout": ("It took too long", "The work was given up after the time in detail."),
    },
    "fr": {
        "bad-request": (
            "La requête est incompréhensible",
            "Le corps ou un en-tête est mal formé ; detail dit où.",
        ),
        "key-needed": ("Il faut une clé", "Envoyez une des clés du serveur : « Authorization: Bearer CLÉ »."),
        "not-allowed": (
            "Non permis",
            "La requête vient d’une page, d’un hôte ou d’une caméra que le propriétaire n’a pas permis.",
        ),
        "not-found": ("Introuvable", "Rien n’est gardé à cette adresse."),
        "method-not-allowed": ("Méthode non permise", "L’en-tête Allow donne les méthodes de cette adresse."),
        "too-slow": ("Le corps est venu trop lentement", "Envoyez tout le corps dans le temps que dit detail."),
        "conflict": ("En conflit avec ce qui est gardé", "Demandez l’état présent et réessayez à partir de lui."),
        "illegal-move": (
            "Le coup est interdit",
            "rule nomme la règle, detail la dit en une phrase, les coups permis peuvent être demandés.",
        ),
        "over": ("C’est fini", "Une partie finie ou une table fermée ne prend plus rien."),
        "too-large": ("Trop grand", "detail dit la limite en octets ou en pixels."),
        "unsupported-type": ("Type de contenu non accepté", "detail nomme les types de contenu acceptés ici."),
        "bad-input": (
            "L’entrée est inutilisable",
            "errors nomme chaque champ en faute, sa valeur et la règle.",
        ),
        "bad-picture": ("L’image est inutilisable", "detail dit ce qui ne va pas dans l’image."),
        "too-many": ("Trop à la fois", "Attendez autant que le dit l’en-tête Retry-After, puis réessayez."),
        "internal": ("Le serveur a échoué", "L’échec est dans le journal du serveur, sous l’id de la requête."),
        "unavailable": ("Indisponible pour l’instant", "detail dit ce qui manque."),
        "timeout": ("C’était trop long", "Le travail a été abandonné après le temps que dit detail."),
    },
    "de": {
        "bad-request": (
            "Die Anfrage ist nicht zu verstehen",
            "Der Inhalt oder eine Kopfzeile ist fehlerhaft; detail sagt, wo.",
        ),
        "key-needed": (
            "Ein Schlüssel ist nötig",
            "Einen der Schlüssel des Servers als „Authorization: Bearer SCHLÜSSEL“ senden.",
        ),
        "not-allowed": (
            "Nicht erlaubt",
            "Die Anfrage kommt von einer Seite, einem Rechner oder einer Kamera, die der Besitzer nicht erlaubt hat.",
        ),
        "not-found": ("Nicht gefunden", "Unter dieser Adresse ist nichts aufbewahrt."),
        "method-not-allowed": ("Methode nicht erlaubt", "Die Kopfzeile Allow nennt die Methoden dieser Adresse."),
        "too-slow": ("Der Inhalt kam zu langsam", "Den ganzen Inhalt in der Zeit senden, die detail nennt."),
        "conflict": (
            "Im Widerspruch zum Aufbewahrten",
            "Den jetzigen Stand holen und es von ihm aus noch einmal versuchen.",
        ),
        "illegal-move": (
            "Der Zug ist nicht erlaubt",
            "rule nennt die Regel, detail sagt sie in einem Satz, erlaubte Züge lassen sich auflisten.",
        ),
        "over": ("Es ist vorbei", "Eine beendete Partie oder ein geschlossener Tisch nimmt nichts mehr an."),
        "too-large": ("Zu groß", "detail nennt die Grenze in Bytes oder Pixeln."),
        "unsupported-type": ("Inhaltstyp nicht angenommen", "detail nennt die hier angenommenen Inhaltstypen."),
        "bad-input": (
            "Die Eingabe ist unbrauchbar",
            "errors nennt jedes fehlerhafte Feld, seinen Wert und die Regel.",
        ),
        "bad-picture": ("Das Bild ist unbrauchbar", "detail sagt, was mit dem Bild nicht stimmt."),
        "too-many": (
            "Zu viele auf einmal",
            "So lange warten, wie die Kopfzeile Retry-After sagt, und es noch einmal versuchen.",
        ),
        "internal": (
            "Der Server hat versagt",
            "Der Fehler steht im Protokoll des Servers unter der Kennung der Anfrage.",
        ),
        "unavailable": ("Jetzt nicht verfügbar", "detail sagt, was fehlt."),
        "timeout": ("Es hat zu lange gedauert", "Die Arbeit wurde nach der Zeit aufgegeben, die detail nennt."),
    },
}
"""Title and advice of every kind, by language."""


def title(kind: str, lang: str = "en") -> str:
    """The title of a kind; in English where there is no such language."""
    return WORDS.get(lang, WORDS["en"])[kind][0]


def advice(kind: str, lang: str = "en") -> str:
    """What to do about a kind."""
    return WORDS.get(lang, WORDS["en"])[kind][1]
