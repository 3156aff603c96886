"""What mails say, in English, French and German. A language that lacks a phrase is a type error."""

from datetime import datetime

from msgspec import Struct

from games.domain.notation import Language


class Phrases(Struct, frozen=True):
    your_turn: str
    your_choice: str
    choices: dict[str, str]
    still_your_turn: str
    play_by: str
    no_deadline: str
    you_have: str
    out_of: str
    since: str
    so_far: str
    nothing_yet: str
    standings: str
    points: str
    money: str
    next_income: str
    bonus_tiles: str
    you: str
    free_seat: str
    computer: str
    suggestions: str
    then_left: str
    how: str
    how_lines: tuple[str, ...]
    see_table: str
    play_this: str
    picture: str
    why: str
    stop: str
    started: str
    begins: str
    ended: str
    won: str
    shared: str
    final_scoring: str
    towns: str
    abandoned: str
    abandoned_line: str
    replaced: str
    replaced_line: str
    replay_it: str
    days: tuple[str, ...]
    months: tuple[str, ...]
    moment: str

    def at(self, when: datetime) -> str:
        """In the time zone that it stands in."""
        return self.moment.format(
            weekday=self.days[when.weekday()],
            day=when.day,
            month=self.months[when.month - 1],
            time=f"{when:%H:%M}",
        )


ENGLISH = Phrases(
    your_turn="Your turn {turn}",
    your_choice="Your choice: {what}",
    choices={"towns": "a starting town", "boom": "the Boom marker", "draft": "a tile"},
    still_your_turn="Still your turn {turn}",
    play_by="Play by {when}.",
    no_deadline="Take your time: this game has no deadline.",
    you_have="You are {colour}: {points} points ({rank}), ${money}, ${income} to come.",
    out_of="{rank} of {seats}",
    since="Since your last turn",
    so_far="So far",
    nothing_yet="Nothing has happened yet.",
    standings="Standings",
    points="points",
    money="money",
    next_income="to come",
    bonus_tiles="bonus",
    you="you",
    free_seat="free",
    computer="computer",
    suggestions="Answer with a number",
    then_left="then ${money}, and ${income} to come",
    how="Or answer with orders, one a line",
    how_lines=(
        "pass – do nothing; take back – undo your last turn",
        "note … – a word to the table; stop – no more reminders for this game",
    ),
    see_table="See the table",
    play_this="Play this",
    picture="The board, with what has changed marked",
    why="You play in {game}.",
    stop="No mails for this game",
    started="The game has started",
    begins="{who} begins.",
    ended="The game is over",
    won="{who} wins with {points} points.",
    shared="{who} share the win with {points} points.",
    final_scoring="Final scoring",
    towns="towns",
    abandoned="The game was abandoned",
    abandoned_line="It ended without a winner. What was played can still be looked at.",
    replaced="You have taken a seat",
    replaced_line="You play {colour} from here on. This is where the game stands.",
    replay_it="See the whole game again",
    days=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    months=(
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ),
    moment="{weekday} {day} {month}, {time}",
)  # fmt: skip

FRENCH = Phrases(
    your_turn="À vous de jouer, tour {turn}",
    your_choice="À vous de choisir : {what}",
    choices={"towns": "une ville de départ", "boom": "le marqueur Boom", "draft": "une tuile"},
    still_your_turn="Toujours à vous, tour {turn}",
    play_by="Jouez avant le {when}.",
    no_deadline="Prenez votre temps : cette partie n’a pas de délai.",
    you_have="Vous êtes {colour} : {points} points ({rank}), {money} $, {income} $ à venir.",
    out_of="{rank} sur {seats}",
    since="Depuis votre dernier tour",
    so_far="Jusqu’ici",
    nothing_yet="Il ne s’est encore rien passé.",
    standings="Classement",
    points="points",
    money="argent",
    next_income="à venir",
    bonus_tiles="bonus",
    you="vous",
    free_seat="libre",
    computer="ordinateur",
    suggestions="Répondez par un numéro",
    then_left="il reste {money} $, et {income} $ à venir",
    how="Ou répondez par des ordres, un par ligne",
    how_lines=(
        "passer – ne rien faire ; reprendre – annuler votre dernier tour",
        "note … – un mot à la table ; stop – plus de rappels pour cette partie",
    ),
    see_table="Voir la table",
    play_this="Jouer ceci",
    picture="Le plateau, avec les changements marqués",
    why="Vous jouez dans {game}.",
    stop="Plus de courriels pour cette partie",
    started="La partie a commencé",
    begins="{who} commence.",
    ended="La partie est finie",
    won="{who} gagne avec {points} points.",
    shared="{who} se partagent la victoire avec {points} points.",
    final_scoring="Décompte final",
    towns="villes",
    abandoned="La partie a été abandonnée",
    abandoned_line="Elle finit sans vainqueur. On peut encore la regarder.",
    replaced="Vous avez pris une place",
    replaced_line="Vous jouez {colour} à partir d’ici. Voici où en est la partie.",
    replay_it="Revoir toute la partie",
    days=("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    months=(
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
        "octobre", "novembre", "décembre",
    ),
    moment="{weekday} {day} {month} à {time}",
)  # fmt: skip

GERMAN = Phrases(
    your_turn="Du bist am Zug, Zug {turn}",
    your_choice="Deine Wahl: {what}",
    choices={"towns": "ein Startort", "boom": "der Boom-Marker", "draft": "ein Plättchen"},
    still_your_turn="Du bist noch am Zug, Zug {turn}",
    play_by="Spiele bis {when}.",
    no_deadline="Lass dir Zeit: Diese Partie hat keine Frist.",
    you_have="Du bist {colour}: {points} Punkte ({rank}), {money} $, {income} $ kommen.",
    out_of="{rank}. von {seats}",
    since="Seit deinem letzten Zug",
    so_far="Bisher",
    nothing_yet="Noch ist nichts geschehen.",
    standings="Stand",
    points="Punkte",
    money="Geld",
    next_income="kommt",
    bonus_tiles="Bonus",
    you="du",
    free_seat="frei",
    computer="Computer",
    suggestions="Antworte mit einer Nummer",
    then_left="dann {money} $, und {income} $ kommen",
    how="Oder antworte mit Befehlen, einer in jeder Zeile",
    how_lines=(
        "passen – nichts tun; zurücknehmen – deinen letzten Zug",
        "notiz … – ein Wort an den Tisch; stopp – keine Erinnerungen mehr für diese Partie",
    ),
    see_table="Zum Tisch",
    play_this="Das spielen",
    picture="Der Plan, Änderungen sind markiert",
    why="Du spielst mit bei {game}.",
    stop="Keine Mails mehr zu dieser Partie",
    started="Die Partie hat begonnen",
    begins="{who} beginnt.",
    ended="Die Partie ist zu Ende",
    won="{who} gewinnt mit {points} Punkten.",
    shared="{who} gewinnen gemeinsam mit {points} Punkten.",
    final_scoring="Schlusswertung",
    towns="Orte",
    abandoned="Die Partie wurde abgebrochen",
    abandoned_line="Sie endet ohne Sieger. Man kann sie weiter ansehen.",
    replaced="Du hast einen Platz übernommen",
    replaced_line="Ab hier spielst du {colour}. So steht die Partie.",
    replay_it="Die ganze Partie noch einmal ansehen",
    days=("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
    months=(
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
        "Oktober", "November", "Dezember",
    ),
    moment="{weekday}, {day}. {month}, {time}",
)  # fmt: skip

PHRASES: dict[Language, Phrases] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}
