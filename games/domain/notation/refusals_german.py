"""What refusals say in German."""

from games.domain.notation.sentences import Sentences

GERMAN = Sentences(
    sentences={
        "unreadable": "{path}: {problem}.",
        "unplayable": "So lässt sich die Partie nicht spielen: {problem}.",
        "wrong-moment": "Die Partie wartet auf {awaited}, nicht auf {value}.",
        "not-your-turn": "{value} ist nicht am Zug.",
        "town-not-free": "{value} ist keine freie Kleinstadt für den Anfang.",
        "no-such-tile-left": "Ein Plättchen {value} ist nicht mehr da.",
        "tile-not-to-choose": "Ein Regionenplättchen {value} steht nicht mehr zur Wahl.",
        "space-not-open": "{value} wartet auf kein Plättchen.",
        "wrong-back": "Ein Plättchen mit {tile} hat nicht die Rückseite von {value}.",
        "no-boom-in-this-game": "Diese Partie wird ohne den Boom-Marker gespielt.",
        "boom-cannot-stand-there": (
            "Der Boom-Marker kann nicht in {value} beginnen: "
            "Er braucht eine ungewertete Stadt, die im Spiel ist."
        ),
        "boom-cannot-reach": "Der Boom-Marker kommt in diesem Zug nicht nach {value}.",
        "no-franchise-there": "In {value} hast du keine Filiale, von der aus du expandierst.",
        "no-link": "Von {origin} führt keine Strecke nach {value}.",
        "region-out-of-play": "{value} liegt in einer Region, die nicht im Spiel ist.",
        "town-occupied": "{value} ist eine Kleinstadt und schon besetzt.",
        "city-already-scored": "{value} ist schon gewertet.",
        "already-present": "In {value} hast du schon eine Filiale.",
        "cannot-pay": "{value} kostet {cost} $, und du hast {money} $.",
        "too-many-expansions": (
            "{value} Expansionen in einem Zug: eine, oder zwei mit einem Bonusplättchen."
        ),
        "second-expansion-needs-bonus": (
            "Auch nach {value} zu expandieren kostet ein Bonusplättchen (doppelt expandieren)."
        ),
        "bonus-needs-second-expansion": (
            "Das Bonusplättchen für doppelte Expansion braucht zwei Ziele, nicht {value}."
        ),
        "same-place-twice": "Du kannst in einem Zug nicht zweimal nach {value} expandieren.",
        "cannot-increase": "In {value} kannst du deinen Marktanteil nicht vergrößern.",
        "increased-twice": (
            "Der Marktanteil wächst je Stadt und Zug nur einmal; {value} steht zweimal da."
        ),
        "cannot-pay-increase": "In {value} zu vergrößern kostet 1 $, und du hast 0 $.",
        "supply-empty": "In deinem Vorrat ist keine Filiale mehr für {value}.",
        "no-bonus-in-first-turn": "Im ersten Zug darf niemand ein Bonusplättchen einsetzen.",
        "no-bonus-tile": "Du hast kein Bonusplättchen mehr für {value}.",
        "double-needs-bonus": (
            "In {value} zu verdoppeln kostet ein Bonusplättchen (doppelter Marktanteil)."
        ),
        "bonus-needs-double": (
            "Das Bonusplättchen für doppelten Marktanteil braucht eine Stadt zum Verdoppeln."
        ),
        "double-needs-increase": (
            "Verdoppeln kannst du nur, wo du in diesem Zug vergrößerst, nicht in {value}."
        ),
        "double-needs-room": "Verdoppeln braucht zwei leere Felder, und {value} hat nur eines.",
        "not-your-tool": "Du hast das {value} nicht.",
        "tool-needs-expansion": "Das {value} wird mit einer Expansion eingesetzt.",
        "via-needs-development": (
            "Über eine erste Strecke hinaus führt nur das Expansionsplättchen, hier über {value}."
        ),
        "development-not-needed": (
            "{value} liegt neben einer deiner Filialen; das Expansionsplättchen führt weiter."
        ),
        "chain-out-of-play": "Eine Kette kann nicht über {value} führen: nicht im Spiel.",
        "broken-chain": "Von {origin} führt keine Strecke weiter nach {value}.",
        "order-not-there": (
            "Die Reihenfolge kann {value} nicht nennen: In diesem Zug kommt dort keine Filiale "
            "hinzu, oder der Ort ist schon genannt."
        ),
        "region-not-scored": (
            "Die Reihenfolge kann {value} nicht nennen: Die Region wird in diesem Zug nicht "
            "gewertet, oder sie ist schon genannt."
        ),
        "unreadable-order": "„{value}“ ist kein Befehl.",
        "unknown-name": "{what} „{value}“ gibt es nicht.",
        "ambiguous-name": "{what} „{value}“ gibt es mehrfach.",
        "contradictory-orders": "„{value}“ widerspricht einer anderen Zeile.",
        "bad-terms": "{problem}.",
        "not-open": "Die Partie ist {value}; dafür muss sie offen sein.",
        "not-under-way": "Die Partie ist {value}; dafür muss sie im Gang sein.",
        "seat-not-free": "Der Platz von {value} ist nicht frei.",
        "table-full": "An diesem Tisch ist kein Platz mehr frei.",
        "no-such-seat": "Einen Platz {value} gibt es an diesem Tisch nicht.",
        "seat-empty": "{value} spielt niemand.",
        "seat-not-yours": "{value} spielt jemand anderes.",
        "already-seated": "Spieler {value} sitzt schon an diesem Tisch.",
        "nobody-named": "Auf einen Platz kommt ein Mensch oder ein Computerspieler.",
        "seats-not-taken": "Die Partie kann nicht beginnen: Die Plätze {value} sind leer.",
        "not-due": "Die Zeit von {value} ist nicht um.",
        "no-stand-in": "Für {value} soll gezogen werden, und niemand hat gewählt, was.",
        "no-clock": "In dieser Partie läuft keine Uhr, die man anhalten könnte.",
        "already-agreed": "{value} hat einer Pause schon zugestimmt.",
        "not-paused": "Hier gibt es keine Pause zu beenden, oder es ist die des Gastgebers.",
        "seat-not-given-up": (
            "Der Platz von {value} kann übernommen werden, wenn zwei Züge hintereinander "
            "an die Uhr verloren sind."
        ),
        "no-take-back": "Der Zug kann nicht bis {value} zurückgenommen werden: {problem}.",
        "bad-holiday": "{problem}.",
        "too-many-holidays": (
            "Das wären {days} Urlaubstage in {value}; ein Jahr hat höchstens {most}."
        ),
        "no-such-version": "Bis zur Version {value} ist die Partie noch nicht gekommen.",
        "inside-a-step": "Version {value} liegt mitten in einem Zug oder einer Wahl.",
        "no-such-suggestion": "Einen Vorschlag {value} gibt es nicht.",
        "no-version": "Das Formular sagt nicht, für welchen Stand es gemacht wurde.",
        "nothing-chosen": "Noch ist nichts gewählt.",
        "nothing-awaited": "Die Partie ist {value}; es wird auf keinen Befehl gewartet.",
        "too-many-lines": "{value} Zeilen mit Befehlen sind zu viele.",
        "one-thing-only": "„{value}“ steht allein: Andere Befehle dürfen nicht dabei sein.",
        "too-many-webhooks": ("Du hast {value} Webhooks, mehr geht nicht; entferne zuerst einen."),
        "url-refused": "Diese Adresse geht nicht: {why}",
        "too-many-invitations": (
            "Du hast an einem Tag {value} Einladungen per Mail verschickt, mehr geht nicht. "
            "Gib den Link selbst weiter, oder warte bis morgen."
        ),
        "too-many-calls": "Mehr als {value} Aufrufe in der Minute gehen nicht; warte etwas.",
        "too-many-pauses": (
            "An einem Tisch kannst du {value}-mal am Tag einer Pause zustimmen oder sie beenden; "
            "warte bis morgen."
        ),
        "too-many-take-backs": (
            "An einem Tisch kannst du {value} Züge am Tag zurücknehmen; warte bis morgen."
        ),
        "too-many-new-tables": (
            "Mehr als {value} neue Tische an einem Tag gehen nicht; warte bis morgen."
        ),
        "too-many-links": (
            "Mehr als {value} Einladungen an einen Tisch gehen an einem Tag nicht; warte bis morgen."
        ),
        "too-many-pictures": (
            "Mehr als {value} Bilder in einer Minute gehen nicht; "
            "in einer Minute können weitere gezeichnet werden."
        ),
        "too-many-guests": (
            "Von einem Ort aus kann man {value} Partien in der Stunde probieren; warte eine Weile."
        ),
        "too-many-codes": (
            "Von hier aus wurden zu viele Codes verlangt; warte eine Weile und versuche es dann wieder."
        ),
        "too-many-tries": (
            "Von hier aus kamen zu viele Versuche; warte eine Weile und versuche es dann wieder."
        ),
        "too-restless": (
            "An einem Tisch kannst du dich {value}-mal in der Stunde setzen oder aufstehen; "
            "warte eine Weile."
        ),
        "too-restless-today": (
            "An einem Tisch kannst du dich {value}-mal am Tag setzen oder aufstehen; "
            "warte bis morgen."
        ),
        "table-too-restless": (
            "Hier hat man sich an einem Tag {value}-mal gesetzt oder ist aufgestanden; "
            "mehr geht nicht."
        ),
        "nothing-said": "Darin steht nichts, was sich sagen ließe.",
        "too-long": "{value} Zeichen sind zu viele: Höchstens {most} passen hinein.",
        "too-much-said": "{value} Beiträge in einer Stunde sind das Höchste; sag den Rest später.",
        "no-more-lines": "Du behältst {value} Varianten dieser Partie, mehr geht nicht; lösche zuerst eine.",
        "number-missing": "Der Tisch nennt Person {value}, die keine Nummer bekommt.",
        "same-number": "Zwei Personen können nicht beide Nummer {value} sein.",
        "too-many-numbers": "Der Tisch nennt {named} Personen, und {value} bekommen eine Nummer.",
        "number-taken": (
            "Der Tisch nennt eine andere Person {value}, deren Nummer niemand sonst haben kann."
        ),
        "no-address": (
            "{value} ist keine Mailadresse: Schreib sie wie name@example.org, mit einfachen "
            "Buchstaben vor dem @ und einer Domain dahinter, ohne Anführungszeichen und Klammern."
        ),
        "invitation-used": (
            "Diese Einladung hat schon jemanden an den Tisch gebracht; jede gilt für eine Person, "
            "ein Mal."
        ),
        "invitation-revoked": "Diese Einladung wurde von der Person zurückgezogen, der der Tisch gehört.",
        "invitation-expired": "Diese Einladung galt {value} Tage; bitte um eine neue.",
        "sent-away": (
            "Du wurdest gebeten, diesen Tisch zu verlassen; nur eine neuere Einladung führt zurück."
        ),
        "too-many-tables": (
            "{value} Tische, die du aufgemacht hast, sind noch nicht zu Ende, mehr geht nicht; "
            "beende oder schließe zuerst einen davon."
        ),
        "line-too-long": "Eine Variante hat höchstens {value} Schritte.",
        "nothing-to-undo": "Diese Variante hat keinen Schritt, der sich zurücknehmen ließe.",
        "no-name": "Eine Variante hat einen Namen von 1 bis {value} Zeichen.",
    },
    faults={
        "tiles that the players choose are placed at random": (
            "Plättchen, die die Spieler wählen, werden zufällig verteilt"
        ),
        "a tile set takes region_tiles 1, 2 or 3": (
            "ein Satz Plättchen braucht region_tiles 1, 2 oder 3"
        ),
        "region tiles share the id {value}": "zwei Regionenplättchen heißen {value}",
        "{value!r} is no id: small letters, digits, hyphens": (
            "{value!r} ist kein Name: Kleinbuchstaben, Ziffern, Bindestriche"
        ),
        "the region tile {tile} takes away": "das Regionenplättchen {tile} nimmt Punkte weg",
        "there is one {kind}, not {value}": "es gibt ein {kind}, nicht {value}",
        "{needed} region tiles are needed, not {value}": (
            "{needed} Regionenplättchen sind nötig, nicht {value}"
        ),
        "{value} is no region in play": "{value} ist keine Region, die im Spiel ist",
        "there is no region tile {value} to lay": "ein Regionenplättchen {value} gibt es nicht",
        "no tile is laid in {region}": "in der Region {region} liegt kein Plättchen",
        "the region tile {value} lies in two regions": (
            "das Regionenplättchen {value} liegt in zwei Regionen"
        ),
        "{value} is no city in play": "{value} ist keine Stadt, die im Spiel ist",
        "{city} takes a tile of {back}, not {value}": (
            "{city} braucht ein Plättchen aus {back}, nicht {value}"
        ),
        "the layout does not use the tiles of the box, left over: {left}": (
            "die Auslage braucht nicht alle Plättchen der Schachtel, übrig sind {left}"
        ),
        "{value} players cannot play this map": "diese Karte spielt man nicht zu {value}",
        "there is no ruleset {value}": "Regeln {value} gibt es nicht",
        "there is no seat {value}": "einen Platz {value} gibt es nicht",
        "options: {error}": "Optionen: {error}",
        "a name has 1 to {most} characters": "Ein Name hat 1 bis {most} Zeichen",
        "a name is one line of characters that can be printed": (
            "Ein Name ist eine Zeile aus druckbaren Zeichen"
        ),
        "a turn takes 12, 24, 48, 72 or 168 hours": (
            "Ein Zug dauert 12, 24, 48, 72 oder 168 Stunden"
        ),
        "a time bank has up to {most} hours": "Ein Zeitkonto hat höchstens {most} Stunden",
        "a time bank needs a pace": "Ein Zeitkonto braucht eine Bedenkzeit",
        "no played turn began there": "dort hat kein gespielter Zug begonnen",
        "this game is played without take-backs": ("in dieser Partie wird nichts zurückgenommen"),
        "that turn was lost to the clock": "dieser Zug ging an die Uhr verloren",
        "only your own last turn can": "nur bei deinem eigenen letzten Zug geht das",
        "another player has played since, or you have not": (
            "seitdem hat jemand anderes gezogen, oder du selbst noch nicht"
        ),
        "a holiday ends before it begins": "Dieser Urlaub endet, bevor er beginnt",
        "a holiday begins today or later": "Ein Urlaub beginnt heute oder später",
        "a holiday lies within the next two years": (
            "Ein Urlaub liegt in den nächsten zwei Jahren"
        ),
    },
    words={
        "a turn": "einen Zug",
        "a starting town": "eine Kleinstadt für den Anfang",
        "a city for the Boom marker": "eine Stadt für den Boom-Marker",
        "a city tile": "ein Stadtplättchen",
        "a choice of a region tile": "die Wahl eines Regionenplättchens",
        "a region tile": "ein Regionenplättchen",
        "nothing": "nichts",
        "open": "offen",
        "draft": "bei der Wahl der Plättchen",
        "towns": "bei der Wahl der Kleinstädte",
        "boom": "bei der Wahl für den Boom-Marker",
        "playing": "im Gang",
        "ended": "zu Ende",
        "abandoned": "abgebrochen",
        "place": "Einen Ort",
        "region": "Eine Region",
        "tile": "Ein Plättchen",
        "use of a bonus tile": "Einen Bonus",
        "tile to use": "Ein Plättchen",
        "expand": "eine zweite Expansion",
        "share": "einen doppelten Marktanteil",
        "cash": "Dollar",
        "route": "Streckenplättchen",
        "development": "Expansionsplättchen",
        "any place of yours": "einem deiner Orte",
    },
)
