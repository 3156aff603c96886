"""What answers to order mails say, in English, French and German."""

from msgspec import Struct

from games.domain.notation import Language


class Says(Struct, frozen=True):
    played: str
    did: str
    taken_back: str
    not_played: str
    late: str
    nothing: str
    no_order: str
    possible: str
    rule: str
    suggestions: str
    unread: str
    noted: str
    stopped: str
    table: str
    your_turn: str
    answer_it: str


ENGLISH = Says(
    played="Played",
    did="What happened",
    taken_back="Your turn is taken back.",
    not_played="Not played",
    late="The game has gone on since the mail that you answered.",
    nothing="Nothing was played",
    no_order="No order could be found in your mail.",
    possible="Possible",
    rule="rule",
    suggestions="Answer with orders, or with the number of one of these",
    unread="These lines were not read as orders",
    noted="Your note stands at the table",
    stopped="No more reminders of this game will be sent to you.",
    table="The table now",
    your_turn="It is your turn",
    answer_it="Answer this mail to play.",
)

FRENCH = Says(
    played="Joué",
    did="Ce qui s’est passé",
    taken_back="Votre tour est repris.",
    not_played="Pas joué",
    late="La partie a continué depuis le courriel auquel vous avez répondu.",
    nothing="Rien n’a été joué",
    no_order="Aucun ordre n’a été trouvé dans votre courriel.",
    possible="Possible",
    rule="règle",
    suggestions="Répondez par des ordres, ou par le numéro de l’une de ces propositions",
    unread="Ces lignes n’ont pas été lues comme des ordres",
    noted="Votre note est à la table",
    stopped="Aucun rappel de cette partie ne vous sera plus envoyé.",
    table="La table maintenant",
    your_turn="C’est à vous",
    answer_it="Répondez à ce courriel pour jouer.",
)

GERMAN = Says(
    played="Gespielt",
    did="Was geschah",
    taken_back="Dein Zug ist zurückgenommen.",
    not_played="Nicht gespielt",
    late="Die Partie ist seit der Mail, auf die du antwortest, weitergegangen.",
    nothing="Nichts gespielt",
    no_order="In deiner Mail war kein Befehl zu finden.",
    possible="Möglich",
    rule="Regel",
    suggestions="Antworte mit Befehlen oder mit der Nummer eines dieser Vorschläge",
    unread="Diese Zeilen wurden nicht als Befehle gelesen",
    noted="Deine Notiz steht am Tisch",
    stopped="Du bekommst keine Erinnerungen an diese Partie mehr.",
    table="Der Tisch jetzt",
    your_turn="Du bist am Zug",
    answer_it="Antworte auf diese Mail, um zu ziehen.",
)

SAYS: dict[Language, Says] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}
