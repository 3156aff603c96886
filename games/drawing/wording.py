"""The words on the board, in three languages, besides those of the notation."""

from msgspec import Struct

from games.domain.notation.words import Language


class Wording(Struct, frozen=True):
    turn: str
    to_move: str
    points: str
    town: str
    city: str
    city_of: str
    spaces: str
    scored: str
    scored_city: str
    stayed: str
    free: str
    empty: str
    nobody: str
    closed: str
    no_tile: str
    track: str
    red_zone: str
    milestones: str
    bonus: str
    boom: str
    link: str
    changed: str
    arriving: str
    influence: str
    money: str
    income: str
    holders: str


WORDING: dict[Language, Wording] = {
    "en": Wording(
        turn="Turn {}",
        to_move="{} to move",
        points="IP",
        town="town",
        city="City",
        city_of="city of {}",
        spaces="its value, its spaces from the star on",
        scored="scored",
        scored_city="Scored city",
        stayed="and who stayed there",
        free="free",
        empty="{} empty",
        nobody="nobody",
        closed="out of play",
        no_tile="no tile yet",
        track="Region track",
        red_zone="the game ends",
        milestones="Milestones",
        bonus="bonus tile",
        boom="Boom",
        link="${}",
        changed="changed",
        arriving="arriving",
        influence="Influence",
        money="Money",
        income="Income",
        holders="Who holds each region",
    ),
    "fr": Wording(
        turn="Tour {}",
        to_move="À {} de jouer",
        points="PI",
        town="ville",
        city="Métropole",
        city_of="métropole de {}",
        spaces="sa valeur, ses cases depuis l\u2019étoile",
        scored="évaluée",
        scored_city="Métropole évaluée",
        stayed="et qui y est resté",
        free="libre",
        empty="{} vides",
        nobody="personne",
        closed="hors jeu",
        no_tile="sans tuile",
        track="Piste de région",
        red_zone="fin de la partie",
        milestones="Étapes",
        bonus="tuile Bonus",
        boom="Boom",
        link="{} $",
        changed="changé",
        arriving="en arrivée",
        influence="Influence",
        money="Argent",
        income="Revenu",
        holders="Qui tient chaque région",
    ),
    "de": Wording(
        turn="Zug {}",
        to_move="{} ist am Zug",
        points="EP",
        town="Kleinstadt",
        city="Stadt",
        city_of="Stadt mit {}",
        spaces="ihr Wert, ihre Felder ab dem Stern",
        scored="gewertet",
        scored_city="Gewertete Stadt",
        stayed="und wer dort blieb",
        free="frei",
        empty="{} leer",
        nobody="niemand",
        closed="nicht im Spiel",
        no_tile="noch ohne Plättchen",
        track="Regionenleiste",
        red_zone="das Spiel endet",
        milestones="Etappen",
        bonus="Bonusplättchen",
        boom="Boom",
        link="{} $",
        changed="geändert",
        arriving="kommt an",
        influence="Einfluss",
        money="Geld",
        income="Einkommen",
        holders="Wer jede Region hält",
    ),
}
