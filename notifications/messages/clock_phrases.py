"""What mails say of the clock, of seats that change hands, and of pauses."""

from msgspec import Struct

from games.domain.notation import Language


class ClockPhrases(Struct, frozen=True):
    time_ran_out: str
    played_for_you: str
    passed_for_you: str
    was_played: str
    one_more: str
    may_be_taken: str
    taken_over: str
    plays_now: str
    come_back: str
    watch: str
    back: str
    back_line: str
    pause_asked: str
    asks: str
    agree: str
    paused: str
    paused_line: str
    resumed: str
    resumed_line: str
    moves: str


ENGLISH = ClockPhrases(
    time_ran_out="Your time ran out",
    played_for_you="The computer player took turn {turn} for you.",
    passed_for_you="Your turn {turn} was passed.",
    was_played="What was played",
    one_more="If you lose the next one too, your seat can be taken over.",
    may_be_taken="Your seat can be taken over now. It stays yours if you play your next turn, "
    "or say at the table that you are back.",
    taken_over="Your seat was taken over",
    plays_now="{who} plays on in your place.",
    come_back="You can have it back: take it over at the table while a computer player keeps it.",
    watch="You can go on watching the game.",
    back="You are back in your seat",
    back_line="You play {colour} again. This is where the game stands.",
    pause_asked="A pause is asked for",
    asks="{who} would like the clock to stop for a while.",
    agree="It stops when all of you have agreed, which you can do at the table.",
    paused="The game is paused",
    paused_line="All have agreed: the clock stands still. Turns can be played all the same, and "
    "any of you can end the pause.",
    resumed="The pause is over",
    resumed_line="{who} has ended it.",
    moves="{who} is to move until {when}.",
)

FRENCH = ClockPhrases(
    time_ran_out="Votre temps est écoulé",
    played_for_you="L’ordinateur a joué le tour {turn} pour vous.",
    passed_for_you="Votre tour {turn} a été passé.",
    was_played="Ce qui a été joué",
    one_more="Si vous perdez aussi le prochain, votre place pourra être reprise.",
    may_be_taken="Votre place peut maintenant être reprise. Elle reste à vous si vous jouez votre "
    "prochain tour, ou si vous dites à la table que vous êtes de retour.",
    taken_over="Votre place a été reprise",
    plays_now="{who} joue maintenant à votre place.",
    come_back="Vous pouvez la retrouver : reprenez-la à la table tant que l’ordinateur la garde.",
    watch="Vous pouvez continuer à regarder la partie.",
    back="Vous avez retrouvé votre place",
    back_line="Vous jouez de nouveau {colour}. Voici où en est la partie.",
    pause_asked="Une pause est demandée",
    asks="{who} voudrait arrêter la pendule quelque temps.",
    agree="Elle s’arrête quand tous ont accepté ; vous pouvez le faire à la table.",
    paused="La partie est en pause",
    paused_line="Tous ont accepté : la pendule est arrêtée. On peut jouer quand même, et chacun "
    "peut mettre fin à la pause.",
    resumed="La pause est finie",
    resumed_line="{who} y a mis fin.",
    moves="{who} doit jouer avant le {when}.",
)

GERMAN = ClockPhrases(
    time_ran_out="Deine Zeit ist abgelaufen",
    played_for_you="Der Computer hat Zug {turn} für dich gespielt.",
    passed_for_you="Dein Zug {turn} wurde gepasst.",
    was_played="Was gespielt wurde",
    one_more="Geht auch der nächste verloren, kann dein Platz übernommen werden.",
    may_be_taken="Dein Platz kann jetzt übernommen werden. Er bleibt deiner, wenn du den nächsten "
    "Zug spielst oder am Tisch sagst, dass du zurück bist.",
    taken_over="Dein Platz wurde übernommen",
    plays_now="{who} spielt an deiner Stelle weiter.",
    come_back="Du kannst ihn wiederhaben: Übernimm ihn am Tisch, solange der Computer ihn hält.",
    watch="Du kannst der Partie weiter zusehen.",
    back="Du hast deinen Platz wieder",
    back_line="Du spielst wieder {colour}. So steht die Partie.",
    pause_asked="Jemand möchte eine Pause",
    asks="{who} möchte die Uhr eine Weile anhalten.",
    agree="Sie hält an, wenn alle zugestimmt haben; das kannst du am Tisch tun.",
    paused="Die Partie macht Pause",
    paused_line="Alle haben zugestimmt, die Uhr steht. Ziehen kann man trotzdem, und jeder kann "
    "die Pause beenden.",
    resumed="Die Pause ist vorbei",
    resumed_line="{who} hat sie beendet.",
    moves="{who} ist am Zug bis {when}.",
)

CLOCK_PHRASES: dict[Language, ClockPhrases] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}
