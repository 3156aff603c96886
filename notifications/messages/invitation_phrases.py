"""What invitations say, in English, French and German."""

from msgspec import Struct

from games.domain.notation import Language


class InvitationPhrases(Struct, frozen=True):
    title: str
    invites: str
    seats: dict[int, str]
    paces: dict[int | None, str]
    printed: str
    with_: str
    and_: str
    options: dict[str, str]
    about: str
    what_it_is: str
    look: str
    see: str
    why: str
    stop: str


ENGLISH = InvitationPhrases(
    title="You are invited to a game of Franchise",
    invites="{who} invites you to “{game}”.",
    seats={
        2: "A game for two", 3: "A game for three", 4: "A game for four", 5: "A game for five",
    },
    paces={
        None: "no clock", 12: "12 hours for a turn", 24: "a day for a turn",
        48: "two days for a turn", 72: "three days for a turn", 168: "a week for a turn",
    },
    printed="as the printed rules have it",
    with_="with {options}",
    and_="and",
    options={
        "introductory": "starting towns given out",
        "expert": "tiles laid anew",
        "milestones": "milestones",
        "boom": "the Boom marker",
        "region_tiles": "more region tiles",
    },
    about="What this is",
    what_it_is="Franchise is a board game for 2 to 5: you open branches all over the United States. "
    "Here it is played over days, some minutes a day: whoever is to move gets a mail, and plays by "
    "answering it.",
    look="The link shows the invitation. Looking at it does nothing; only the button there takes a "
    "seat.",
    see="See the invitation",
    why="{who} gave us this address, and this is all that we write to it.",
    stop="No more invitations to this address",
)  # fmt: skip

FRENCH = InvitationPhrases(
    title="Invitation à une partie de Franchise",
    invites="{who} vous invite à « {game} ».",
    seats={
        2: "Une partie à deux", 3: "Une partie à trois", 4: "Une partie à quatre",
        5: "Une partie à cinq",
    },
    paces={
        None: "sans pendule", 12: "12 heures par tour", 24: "un jour par tour",
        48: "deux jours par tour", 72: "trois jours par tour", 168: "une semaine par tour",
    },
    printed="selon les règles imprimées",
    with_="avec {options}",
    and_="et",
    options={
        "introductory": "des villes de départ données",
        "expert": "des tuiles redistribuées",
        "milestones": "les étapes",
        "boom": "le marqueur Boom",
        "region_tiles": "plus de tuiles Région",
    },
    about="De quoi il s’agit",
    what_it_is="Franchise est un jeu de plateau de 2 à 5 joueurs : on ouvre des franchises partout "
    "aux États-Unis. Ici, une partie dure des jours, quelques minutes par jour : qui doit jouer "
    "reçoit un courriel, et joue en y répondant.",
    look="Le lien montre l’invitation. La regarder ne fait rien ; seul le bouton de cette page prend "
    "une place.",
    see="Voir l’invitation",
    why="{who} nous a donné cette adresse, et nous n’y écrivons rien d’autre.",
    stop="Plus d’invitations à cette adresse",
)  # fmt: skip

GERMAN = InvitationPhrases(
    title="Einladung zu einer Partie Franchise",
    invites="{who} lädt dich zu „{game}“ ein.",
    seats={
        2: "Eine Partie zu zweit", 3: "Eine Partie zu dritt", 4: "Eine Partie zu viert",
        5: "Eine Partie zu fünft",
    },
    paces={
        None: "ohne Uhr", 12: "12 Stunden für einen Zug", 24: "ein Tag für einen Zug",
        48: "zwei Tage für einen Zug", 72: "drei Tage für einen Zug",
        168: "eine Woche für einen Zug",
    },
    printed="nach den gedruckten Regeln",
    with_="mit {options}",
    and_="und",
    options={
        "introductory": "vergebenen Kleinstädten",
        "expert": "neu gelegten Plättchen",
        "milestones": "Etappen",
        "boom": "dem Boom-Marker",
        "region_tiles": "mehr Regionenplättchen",
    },
    about="Worum es geht",
    what_it_is="Franchise ist ein Brettspiel für 2 bis 5: Man eröffnet Filialen in den ganzen USA. "
    "Hier dauert eine Partie Tage, mit ein paar Minuten am Tag: Wer am Zug ist, bekommt eine Mail "
    "und zieht, indem er darauf antwortet.",
    look="Der Link zeigt die Einladung. Ansehen bewirkt nichts; erst der Knopf auf der Seite nimmt "
    "einen Platz.",
    see="Einladung ansehen",
    why="{who} hat uns diese Adresse gegeben; mehr als dies schreiben wir nicht dorthin.",
    stop="Keine Einladungen mehr an diese Adresse",
)  # fmt: skip

INVITATIONS: dict[Language, InvitationPhrases] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}
