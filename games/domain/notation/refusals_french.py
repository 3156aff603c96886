"""What refusals say in French."""

from games.domain.notation.sentences import Sentences

FRENCH = Sentences(
    sentences={
        "unreadable": "{path} : {problem}.",
        "unplayable": "Cette partie ne peut pas être jouée ainsi : {problem}.",
        "wrong-moment": "La partie attend {awaited}, et non {value}.",
        "not-your-turn": "Ce n’est pas à {value} de jouer.",
        "town-not-free": "{value} n’est pas une ville libre pour commencer.",
        "no-such-tile-left": "Il ne reste pas de tuile {value} à placer.",
        "tile-not-to-choose": "Il ne reste pas de tuile Région {value} à choisir.",
        "space-not-open": "{value} n’attend pas de tuile.",
        "wrong-back": "Une tuile de {tile} n’a pas le dos demandé par {value}.",
        "no-boom-in-this-game": "Cette partie se joue sans le marqueur Boom.",
        "boom-cannot-stand-there": (
            "Le marqueur Boom ne peut pas commencer à {value} : "
            "il lui faut une métropole en jeu et non évaluée."
        ),
        "boom-cannot-reach": "Le marqueur Boom ne peut pas aller à {value} à ce tour.",
        "no-franchise-there": "Vous n’avez aucune franchise à {value} d’où vous développer.",
        "no-link": "Aucune route ne mène à {value} depuis {origin}.",
        "region-out-of-play": "{value} se trouve dans une région hors jeu.",
        "town-occupied": "{value} est une ville déjà occupée.",
        "city-already-scored": "{value} est déjà évaluée.",
        "already-present": "Vous avez déjà une franchise à {value}.",
        "cannot-pay": "{value} coûte {cost} $, et vous avez {money} $.",
        "too-many-expansions": (
            "{value} développements en un tour : un seul, ou deux avec une tuile Bonus."
        ),
        "second-expansion-needs-bonus": (
            "Vous développer aussi à {value} demande la tuile Bonus du deuxième développement."
        ),
        "bonus-needs-second-expansion": (
            "La tuile Bonus du deuxième développement demande deux lieux où vous développer, "
            "et non {value}."
        ),
        "same-place-twice": "Vous ne pouvez pas vous développer deux fois à {value} en un tour.",
        "cannot-increase": "Vous ne pouvez pas augmenter vos parts de marché à {value}.",
        "increased-twice": (
            "Les parts de marché augmentent une fois par métropole et par tour ; "
            "{value} est nommée deux fois."
        ),
        "cannot-pay-increase": "Une augmentation à {value} coûte 1 $, et vous avez 0 $.",
        "supply-empty": "Il ne reste aucune franchise dans votre réserve pour {value}.",
        "no-bonus-in-first-turn": (
            "Aucune tuile Bonus ne peut servir au premier tour d’un joueur."
        ),
        "no-bonus-tile": "Il ne vous reste aucune tuile Bonus pour {value}.",
        "double-needs-bonus": "Doubler à {value} demande la tuile Bonus des parts de marché.",
        "bonus-needs-double": (
            "La tuile Bonus des parts de marché demande une métropole où doubler."
        ),
        "double-needs-increase": (
            "Vous ne pouvez doubler que là où vous augmentez à ce tour, et non à {value}."
        ),
        "double-needs-room": "Doubler demande deux cases vides, et {value} n’en a qu’une.",
        "not-your-tool": "Vous n’avez pas la tuile {value}.",
        "tool-needs-expansion": "La tuile {value} s’utilise avec un développement.",
        "via-needs-development": (
            "Seule la tuile Développement mène au-delà d’une première route, ici par {value}."
        ),
        "development-not-needed": (
            "{value} est voisine d’une de vos franchises ; la tuile Développement mène plus loin."
        ),
        "chain-out-of-play": "Une chaîne ne peut pas passer par {value}, qui est hors jeu.",
        "broken-chain": "Aucune route ne mène de {origin} à {value}.",
        "order-not-there": (
            "L’ordre ne peut pas nommer {value} : aucune franchise n’y arrive à ce tour, "
            "ou elle est déjà nommée."
        ),
        "region-not-scored": (
            "L’ordre ne peut pas nommer {value} : cette région n’est pas évaluée à ce tour, "
            "ou elle est déjà nommée."
        ),
        "unreadable-order": "« {value} » n’est pas un ordre.",
        "unknown-name": "Il n’y a pas {what} « {value} ».",
        "ambiguous-name": "« {value} » est le début de plus d’un nom {what}.",
        "contradictory-orders": "« {value} » contredit une autre ligne.",
        "bad-terms": "{problem}.",
        "not-open": "La partie est {value} ; il en faut une qui soit ouverte.",
        "not-under-way": "La partie est {value} ; il en faut une qui soit en cours.",
        "seat-not-free": "La place de {value} n’est pas libre.",
        "table-full": "Il n’y a plus de place libre à cette table.",
        "no-such-seat": "Il n’y a pas de place {value} à cette table.",
        "seat-empty": "Personne ne joue {value}.",
        "seat-not-yours": "Quelqu’un d’autre joue {value}.",
        "already-seated": "Le joueur {value} est déjà à cette table.",
        "nobody-named": "Une place revient à un joueur ou à l’ordinateur.",
        "seats-not-taken": "La partie ne peut pas commencer : places libres {value}.",
        "not-due": "Le temps de {value} n’est pas écoulé.",
        "no-stand-in": "Il faut jouer pour {value}, et personne n’a choisi quoi.",
        "no-clock": "Il n’y a pas de pendule à arrêter dans cette partie.",
        "already-agreed": "{value} a déjà accepté une pause.",
        "not-paused": "Il n’y a pas de pause à terminer ici, ou c’est celle de l’hôte.",
        "seat-not-given-up": (
            "La place de {value} peut être reprise après deux tours de suite perdus faute de temps."
        ),
        "no-take-back": "Le tour ne peut pas être repris à {value} : {problem}.",
        "bad-holiday": "{problem}.",
        "too-many-holidays": (
            "Cela ferait {days} jours de congé en {value} ; une année en compte au plus {most}."
        ),
        "no-such-version": "La partie n’est pas encore arrivée à la version {value}.",
        "inside-a-step": "La version {value} se trouve au milieu d’un tour ou d’un choix.",
        "no-such-suggestion": "Il n’y a pas de proposition {value}.",
        "no-version": "Le formulaire ne dit pas pour quelle table il a été fait.",
        "nothing-chosen": "Rien n’est encore choisi.",
        "nothing-awaited": "La partie est {value} ; aucun ordre n’est attendu.",
        "too-many-lines": "{value} lignes d’ordres, c’est trop pour être lu.",
        "one-thing-only": "« {value} » va seul : on ne peut pas l’envoyer avec d’autres ordres.",
        "too-many-webhooks": "Vous avez {value} webhooks, le maximum ; retirez-en un d’abord.",
        "url-refused": "Cette adresse n’est pas acceptée : {why}",
        "too-many-invitations": (
            "Vous avez envoyé {value} invitations par courriel en un jour, le maximum. "
            "Donnez le lien vous-même, ou attendez demain."
        ),
        "too-many-calls": "{value} appels par minute, c’est le maximum ; attendez un peu.",
        "too-many-pauses": (
            "Vous pouvez accepter ou terminer une pause {value} fois par jour à une même table ; "
            "attendez demain."
        ),
        "too-many-take-backs": (
            "Vous pouvez reprendre {value} tours par jour à une même table ; attendez demain."
        ),
        "too-many-new-tables": (
            "{value} tables créées en un jour, c’est le maximum ; attendez demain."
        ),
        "too-many-links": (
            "{value} invitations à une table en un jour, c’est le maximum ; attendez demain."
        ),
        "too-many-pictures": (
            "{value} images par minute, c’est le maximum ; d’autres pourront être dessinées "
            "dans une minute."
        ),
        "too-many-guests": (
            "{value} parties par heure peuvent être essayées d’un même endroit ; attendez un moment."
        ),
        "too-many-codes": (
            "Trop de codes ont été demandés d’ici ; attendez un moment, puis réessayez."
        ),
        "too-many-tries": (
            "Trop d’essais sont venus de là où vous êtes ; attendez un moment, puis réessayez."
        ),
        "too-restless": (
            "Vous pouvez vous asseoir ou vous lever {value} fois par heure à une même table ; "
            "attendez un moment."
        ),
        "too-restless-today": (
            "Vous pouvez vous asseoir ou vous lever {value} fois par jour à une même table ; "
            "attendez demain."
        ),
        "table-too-restless": (
            "On s’est assis et levé ici {value} fois en un jour, c’est le maximum."
        ),
        "nothing-said": "Le message est vide.",
        "too-long": "{value} caractères, c’est trop : {most} au plus tiennent.",
        "too-much-said": "{value} messages en une heure, c’est le maximum ; dites la suite plus tard.",
        "no-more-lines": "Vous gardez {value} variantes de cette partie, c’est le maximum ; supprimez-en une d’abord.",
        "number-missing": "La table nomme la personne {value}, qui ne reçoit aucun numéro.",
        "same-number": "Deux personnes ne peuvent pas avoir toutes deux le numéro {value}.",
        "too-many-numbers": "La table nomme {named} personnes, et {value} reçoivent un numéro.",
        "number-taken": (
            "La table nomme une autre personne {value}, dont personne d’autre ne peut avoir le numéro."
        ),
        "no-address": (
            "{value} n’est pas une adresse de courriel : écrivez-la comme nom@example.org, avec "
            "des lettres simples avant le @ et un domaine après, sans guillemets ni crochets."
        ),
        "invitation-used": (
            "Cette invitation a déjà servi, et chacune ne place qu’une personne, une fois."
        ),
        "invitation-revoked": "Cette invitation a été retirée par la personne qui a créé la table.",
        "invitation-expired": "Cette invitation valait {value} jours ; demandez-en une autre.",
        "sent-away": (
            "On vous a demandé de quitter cette table ; seule une invitation plus récente y ramène."
        ),
        "too-many-tables": (
            "{value} tables que vous avez créées ne sont pas terminées, c’est le maximum ; "
            "terminez-en ou fermez-en une d’abord."
        ),
        "line-too-long": "Une variante a au plus {value} coups.",
        "nothing-to-undo": "Cette variante n’a aucun coup à annuler.",
        "no-name": "Une variante a un nom de 1 à {value} caractères.",
    },
    faults={
        "tiles that the players choose are placed at random": (
            "les tuiles que les joueurs choisissent sont placées au hasard"
        ),
        "a tile set takes region_tiles 1, 2 or 3": (
            "un jeu de tuiles demande region_tiles 1, 2 ou 3"
        ),
        "region tiles share the id {value}": "deux tuiles Région portent le nom {value}",
        "{value!r} is no id: small letters, digits, hyphens": (
            "{value!r} n’est pas un nom : minuscules, chiffres, traits d’union"
        ),
        "the region tile {tile} takes away": "la tuile Région {tile} enlève des points",
        "there is one {kind}, not {value}": "il y a une seule tuile {kind}, et non {value}",
        "{needed} region tiles are needed, not {value}": (
            "il faut {needed} tuiles Région, et non {value}"
        ),
        "{value} is no region in play": "{value} n’est pas une région en jeu",
        "there is no region tile {value} to lay": "il n’y a pas de tuile Région {value} à placer",
        "no tile is laid in {region}": "aucune tuile n’est placée dans la région {region}",
        "the region tile {value} lies in two regions": (
            "la tuile Région {value} se trouve dans deux régions"
        ),
        "{value} is no city in play": "{value} n’est pas une métropole en jeu",
        "{city} takes a tile of {back}, not {value}": (
            "{city} demande une tuile parmi {back}, et non {value}"
        ),
        "the layout does not use the tiles of the box, left over: {left}": (
            "la mise en place n’utilise pas toutes les tuiles de la boîte, il reste : {left}"
        ),
        "{value} players cannot play this map": "cette carte ne se joue pas à {value}",
        "there is no ruleset {value}": "il n’y a pas de règles {value}",
        "there is no seat {value}": "il n’y a pas de place {value}",
        "options: {error}": "options : {error}",
        "a name has 1 to {most} characters": "Un nom compte de 1 à {most} caractères",
        "a name is one line of characters that can be printed": (
            "Un nom est une seule ligne de caractères imprimables"
        ),
        "a turn takes 12, 24, 48, 72 or 168 hours": ("Un tour dure 12, 24, 48, 72 ou 168 heures"),
        "a time bank has up to {most} hours": "Une réserve de temps a au plus {most} heures",
        "a time bank needs a pace": "Une réserve de temps demande un rythme",
        "no played turn began there": "aucun tour joué n’a commencé là",
        "this game is played without take-backs": "cette partie se joue sans reprises",
        "that turn was lost to the clock": "ce tour a été perdu faute de temps",
        "only your own last turn can": "seul votre propre dernier tour peut l’être",
        "another player has played since, or you have not": (
            "un autre joueur a joué depuis, ou vous n’avez pas joué"
        ),
        "a holiday ends before it begins": "Ces congés finissent avant de commencer",
        "a holiday begins today or later": "Les congés commencent aujourd’hui ou plus tard",
        "a holiday lies within the next two years": (
            "Les congés se prennent dans les deux ans qui viennent"
        ),
    },
    words={
        "a turn": "un tour",
        "a starting town": "une ville de départ",
        "a city for the Boom marker": "une métropole pour le marqueur Boom",
        "a city tile": "une tuile Métropole",
        "a choice of a region tile": "le choix d’une tuile Région",
        "a region tile": "une tuile Région",
        "nothing": "rien",
        "open": "ouverte",
        "draft": "au choix des tuiles",
        "towns": "au choix des villes",
        "boom": "au choix du marqueur Boom",
        "playing": "en cours",
        "ended": "finie",
        "abandoned": "abandonnée",
        "place": "de lieu",
        "region": "de région",
        "tile": "de tuile",
        "use of a bonus tile": "d’emploi d’une tuile Bonus",
        "tile to use": "de tuile à utiliser",
        "expand": "un deuxième développement",
        "share": "des parts de marché",
        "cash": "de l’argent",
        "route": "Route",
        "development": "Développement",
        "any place of yours": "un lieu à vous",
    },
)
