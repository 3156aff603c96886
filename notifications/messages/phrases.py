"""What mails say, in English, French and German. A language that lacks a phrase is a type error."""

from datetime import datetime

from msgspec import Struct

from games.domain.notation import Language


class Phrases(Struct, frozen=True):
    your_turn: str
    late_turn: str
    your_choice: str
    choices: dict[str, str]
    still_your_turn: str
    play_by: str
    no_deadline: str
    clock_stands: str
    waits: str
    you_have: str
    out_of: str
    since: str
    so_far: str
    nothing_yet: str
    said: str
    standings: str
    points: str
    money: str
    dollars: str
    next_income: str
    bonus_tiles: str
    you: str
    free_seat: str
    computer: str
    suggestions: str
    then_left: str
    how: str
    how_lines: tuple[str, ...]
    how_choice: str
    see_table: str
    guide: str
    play_this: str
    picture: str
    why: str
    stop: str
    started: str
    begins: str
    you_begin: str
    at_table: str
    ended: str
    won: str
    you_won: str
    by_towns: str
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
    day_turn: str
    day_turns: str
    day_news: str
    day_answer: str
    day_answer_there: str
    day_could: str
    day_games: str
    day_why: str
    day_stop: str
    settings: str
    turn_taken_back: str
    head: str

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
    late_turn="Your time ran out: turn {turn} waits for you",
    your_choice="Your choice: {what}",
    choices={"towns": "a starting town", "boom": "the Boom marker", "draft": "a tile"},
    still_your_turn="Still your turn {turn}",
    play_by="Play by {when}.",
    no_deadline="Take your time: this game has no deadline.",
    clock_stands="The clock stands still: the game is paused.",
    waits="The game waits for you; if it has to wait long, your seat can be taken over.",
    you_have="You are {colour}: {points} points ({rank}), ${money}, next income ${income}.",
    out_of="rank {rank} of {seats}",
    since="Since your last turn",
    so_far="So far",
    nothing_yet="Nothing has happened yet.",
    said="Said at the table",
    standings="Standings",
    points="points",
    money="money",
    dollars="${}",
    next_income="income",
    bonus_tiles="bonus",
    you="you",
    free_seat="free",
    computer="the computer",
    suggestions="Answer with a number",
    then_left="then ${money}, next income ${income}",
    how="Or answer with orders, one a line",
    how_lines=(
        "expand to Chicago from Detroit; increase Omaha, Denver; double Omaha; bonus cash",
        "pass – do nothing; take back – undo your last turn",
        "note … – a word to the table; stop – no more reminders for this game",
    ),
    how_choice="what you choose instead, by its name",
    see_table="See the table",
    guide="How a turn is written",
    play_this="Play this",
    picture="The board, with what has changed marked",
    why="You play in {game}.",
    stop="No mails for this game",
    started="The game has started",
    begins="{who} begins.",
    you_begin="You begin.",
    at_table="At the table",
    ended="The game is over",
    won="{who} wins with {points} points",
    you_won="You win with {points} points",
    by_towns=", by more franchises in towns",
    shared="{who} share the win with {points} points",
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
    day_turn="Your turn in {game}",
    day_turns="{count} turns wait for you",
    day_news="What happened in your games",
    day_answer="To play in {game}, answer this mail: a number, or orders, one a line.",
    day_answer_there="Answer for {game}",
    day_could="You could",
    day_games="My games",
    day_why="You have asked for one mail a day.",
    day_stop="No daily mail any more",
    settings="Mail settings",
    turn_taken_back="A turn was taken back.",
    head="State of the game {head}",
)  # fmt: skip

FRENCH = Phrases(
    your_turn="À vous de jouer, tour {turn}",
    late_turn="Votre temps est écoulé : le tour {turn} vous attend",
    your_choice="À vous de choisir : {what}",
    choices={"towns": "une ville de départ", "boom": "le marqueur Boom", "draft": "une tuile"},
    still_your_turn="Toujours à vous, tour {turn}",
    play_by="Jouez avant le {when}.",
    no_deadline="Prenez votre temps : cette partie n’a pas de délai.",
    clock_stands="La pendule est arrêtée : la partie est en pause.",
    waits="La partie vous attend ; si elle attend longtemps, votre place pourra être reprise.",
    you_have="Vous êtes {colour} : {points} points ({rank}), {money} $, prochain revenu {income} $.",
    out_of="rang {rank} sur {seats}",
    since="Depuis votre dernier tour",
    so_far="Jusqu’ici",
    nothing_yet="Il ne s’est encore rien passé.",
    said="Dit à la table",
    standings="Classement",
    points="points",
    money="argent",
    dollars="{}\u00a0$",
    next_income="revenu",
    bonus_tiles="bonus",
    you="vous",
    free_seat="libre",
    computer="l’ordinateur",
    suggestions="Répondez par un numéro",
    then_left="il reste {money} $, prochain revenu {income} $",
    how="Ou par des ordres, un par ligne",
    how_lines=(
        "développer vers Chicago depuis Detroit ; augmenter Omaha, Denver ; doubler Omaha ; "
        "bonus argent",
        "passer – ne rien faire ; reprendre – annuler votre dernier tour",
        "note … – un mot à la table ; stop – plus de rappels pour cette partie",
    ),
    how_choice="ce que vous choisissez à la place, par son nom",
    see_table="Voir la table",
    guide="Comment s’écrit un tour",
    play_this="Jouer ceci",
    picture="Le plateau, avec les changements marqués",
    why="Vous jouez dans {game}.",
    stop="Plus de courriels pour cette partie",
    started="La partie a commencé",
    begins="{who} commence.",
    you_begin="Vous commencez.",
    at_table="À la table",
    ended="La partie est finie",
    won="{who} gagne avec {points} points",
    you_won="Vous gagnez avec {points} points",
    by_towns=", grâce à plus de franchises dans les villes",
    shared="{who} se partagent la victoire avec {points} points",
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
    day_turn="À vous de jouer dans {game}",
    day_turns="{count} parties attendent votre tour",
    day_news="Ce qui s’est passé dans vos parties",
    day_answer="Pour jouer dans {game}, répondez à ce courriel : un numéro, ou des ordres, un par ligne.",
    day_answer_there="Répondre pour {game}",
    day_could="Vous pourriez",
    day_games="Mes parties",
    day_why="Vous avez demandé un seul courriel par jour.",
    day_stop="Plus de courriel quotidien",
    settings="Réglages des courriels",
    turn_taken_back="Un tour a été repris.",
    head="État de la partie {head}",
)  # fmt: skip

GERMAN = Phrases(
    your_turn="Du bist am Zug (Zug {turn})",
    late_turn="Deine Zeit ist um: Zug {turn} wartet auf dich",
    your_choice="Deine Wahl: {what}",
    choices={"towns": "eine Kleinstadt zum Start", "boom": "der Boom-Marker", "draft": "ein Plättchen"},
    still_your_turn="Du bist noch am Zug (Zug {turn})",
    play_by="Spiele bis {when}.",
    no_deadline="Lass dir Zeit: Diese Partie hat keine Frist.",
    clock_stands="Die Uhr steht: Die Partie macht Pause.",
    waits="Die Partie wartet auf dich; dauert es lange, kann dein Platz übernommen werden.",
    you_have="Du bist {colour}: {points} Punkte ({rank}), {money} $, nächstes Einkommen {income} $.",
    out_of="Platz {rank} von {seats}",
    since="Seit deinem letzten Zug",
    so_far="Bisher",
    nothing_yet="Noch ist nichts geschehen.",
    said="Am Tisch gesagt",
    standings="Stand",
    points="Punkte",
    money="Geld",
    dollars="{}\u00a0$",
    next_income="Einkommen",
    bonus_tiles="Bonus",
    you="du",
    free_seat="frei",
    computer="der Computer",
    suggestions="Antworte mit einer Nummer",
    then_left="dann {money} $, nächstes Einkommen {income} $",
    how="Oder mit Befehlen, einem je Zeile",
    how_lines=(
        "expandieren nach Chicago von Detroit; vergrößern Omaha, Denver; verdoppeln Omaha; "
        "Bonus Dollar",
        "passen – nichts tun; zurücknehmen – den letzten Zug rückgängig machen",
        "notiz … – ein Wort an den Tisch; stopp – keine Erinnerungen mehr für diese Partie",
    ),
    how_choice="was du stattdessen wählst, beim Namen",
    see_table="Zum Tisch",
    guide="Wie man einen Zug schreibt",
    play_this="Das spielen",
    picture="Der Plan, Änderungen sind markiert",
    why="Du spielst mit bei {game}.",
    stop="Keine Mails mehr zu dieser Partie",
    started="Die Partie hat begonnen",
    begins="{who} beginnt.",
    you_begin="Du beginnst.",
    at_table="Am Tisch",
    ended="Die Partie ist zu Ende",
    won="{who} gewinnt mit {points} Punkten",
    you_won="Du gewinnst mit {points} Punkten",
    by_towns=", dank mehr Filialen in Kleinstädten",
    shared="{who} gewinnen gemeinsam mit {points} Punkten",
    final_scoring="Schlusswertung",
    towns="Kleinstädte",
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
    day_turn="Du bist am Zug bei {game}",
    day_turns="In {count} Partien bist du am Zug",
    day_news="Was in deinen Partien geschah",
    day_answer="Für {game} antworte auf diese Mail: mit einer Nummer oder mit Befehlen, einer in jeder Zeile.",
    day_answer_there="Antworten für {game}",
    day_could="Du könntest",
    day_games="Meine Partien",
    day_why="Du möchtest eine Mail am Tag.",
    day_stop="Keine tägliche Mail mehr",
    settings="Mail-Einstellungen",
    turn_taken_back="Ein Zug wurde zurückgenommen.",
    head="Stand der Partie {head}",
)  # fmt: skip

PHRASES: dict[Language, Phrases] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}
