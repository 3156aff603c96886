"""What each call is for, in words, under the headings by which the schema orders them."""

from typing import NamedTuple


class Heading(NamedTuple):
    name: str
    about: str
    calls: dict[str, str]


HEADINGS = (
    Heading(
        "Tables",
        "Games are made, joined, started, paused and agreed on.",
        {
            "listGames": "Public games, or with `mine=true` those where you sit or that you made. Go "
            "on with the address in `next` until it is null.",
            "createGame": "Options of the rules, the clock and who may watch are chosen here and stay. "
            "You have no seat yet: take one by `join/`.",
            "getGame": "The whole table with what was agreed on around it. Keep its `ETag`: a move is "
            "sent with it in `If-Match`. `expand=people,options` adds names and what may be done.",
            "joinGame": "`{}` takes the first free seat; `invitation` is needed at a private table "
            "that is not yours. With `bot`, who made the table seats a computer player.",
            "listComputerPlayers": "`name` is what `bot` of `join/` takes. Games that began before "
            "there were these name one `greedy`, which plays as `regular`.",
            "leaveGame": "Only before the game has started. Who made the table may free any seat.",
            "startGame": "For who made the table, once every seat is taken.",
            "inviteToGame": "For who made the table. The secret in `invitation` seats one person once; "
            "with an `address` it is mailed there as well.",
            "listInvitations": "The latest first, without their secrets.",
            "revokeInvitation": "One that has seated somebody stays as it is.",
            "abandonGame": "For who made the table, before it has started: whoever sits there is told.",
            "pauseGame": "With the last person who agrees the clock stops.",
            "resumeGame": "Ends an agreed pause at once, or takes your agreement to one back.",
            "chooseRuleset": "With the last person who agrees the game goes on by that ruleset, from "
            "where it stands. The game’s own ruleset takes your agreement back.",
            "chooseComputer": "For a seat that a computer player has. With the last person who wants the "
            "same one it plays on there; without `bot` you take your wish back.",
            "playAgain": "For whoever sat at a game that has ended: on the same terms, everybody a seat "
            "further, the others invited by mail. 201 made it, 200 seated you in the one that is "
            "made.",
            "takeOverSeat": "A seat whose player gave up or was put out, or your own again from the "
            "computer player that stood in for you.",
        },
    ),
    Heading(
        "Play",
        "What may be done is offered, tried out, played and taken back.",
        {
            "getOptions": "All that may be chosen now, each with its cost; `kind` says which call "
            "takes it: `town` goes to `towns/`, `draft` to `draft/`, `boom` to `boom/`, `turn` to "
            "`turns/`.",
            "getHints": "For who is to move, where the table has suggestions. The same turns as a mail "
            "suggests, by the same numbers.",
            "previewTurn": "The events that the order would lead to and the table after them. For "
            "whoever is to move, whoever asks.",
            "chooseTown": "While the game is at `towns`, and you are to move.",
            "placeBoom": "While the game is at `boom`, and you are to move.",
            "draft": "While the game is at `draft`, and you are to move. A city tile goes to a "
            "`place`, a region tile to a `region`; a tile alone is chosen for the game.",
            "takeTurn": "While the game is at `playing`, and you are to move. Income comes first, then "
            "what you name in one go: it is all played, or refused with nothing played. `{}` passes.",
            "takeBack": "Back to a version at which a turn began, as far as `take_backs` of the game "
            "lets you. The events stay; the table is again that of the version.",
            "whatIf": "From any version between turns, up to 40 orders by whoever is to move then.",
        },
    ),
    Heading(
        "History",
        "What happened never changes, and can be followed, replayed and checked.",
        {
            "getEvents": "The events after a version, oldest first. Go on with `after` = `next` while "
            "`more`; then wait for `Retry-After` seconds and ask with the `ETag` in `If-None-Match`.",
            "getTable": "As it was after the event of that version. What is null is left out.",
            "getReplay": "A viewer needs no rules: apply the patch of each step to the table before.",
            "getReplayUpTo": "The replay that ends with this version; it is the same for ever.",
            "getRecord": "All events with the chain of their hashes, so that anybody can check the "
            "game without this server.",
            "getAnalysis": "404 before the game has ended. The computer reviews a turn at a time: ask again "
            "after `Retry-After` seconds until `result` is there. `best` is taken by `what-if/` with "
            "`at` = `version`.",
            "getRuleset": "Places and links, regions, charts and tiles of the map that it is played on.",
        },
    ),
    Heading(
        "Talk",
        "The chat of a table, and what you alone keep about a game: a note, what-if lines.",
        {
            "getChat": "The latest hundred lines, oldest first; go back with `before` = `earlier` until it is "
            "null. Who only watches may not read it.",
            "say": "One line to all at the table.",
            "changeLine": "Only your own, unless the host has hidden it; it says that it was changed.",
            "deleteLine": "Only your own. A report of it stays.",
            "reportLine": "The report keeps the line as it is. Nobody at the table learns of it; who "
            "reports a line twice has reported it as it is now.",
            "getNote": "Whoever may see a game may keep a note about it. Nobody else reads it.",
            "keepNote": "With the `ETag` of the one before in `If-Match`, only if you have not "
            "changed it elsewhere since.",
            "listVariations": "Without their orders and tables.",
            "keepVariation": "From any version between turns, up to 60 orders by whoever is to move "
            "then, each judged by the rules. What is drawn in it tells nothing of the game.",
            "getVariation": "With the table after each order.",
            "changeVariation": "What is left out stays. `turns` are all orders anew.",
            "deleteVariation": "Its link leads nowhere from now on.",
        },
    ),
    Heading(
        "Account",
        "Who you are here, and what may act for you.",
        {
            "whoAmI": "The person that the token is of.",
            "listTurns": "The earliest deadline first. Poll it with `If-None-Match`: as long as "
            "nothing is new the answer is 304, which counts against no limit.",
            "listHolidays": "Past ones as well: they count among the days of their year.",
            "takeHoliday": "The deadlines of turns that wait for you move at once, so it cannot be "
            "given back.",
            "getPreferences": "In general, and of games of which you want something else.",
            "changePreferences": "What is left out stays as it is.",
            "changeGamePreference": "Of a game in which you sit and that is not over.",
            "listTokens": "Without their secrets: those are told once, when they are made.",
            "createToken": "Only from the page, by the session of its browser: a token makes no tokens.",
            "revokeToken": "It is refused from now on.",
            "listSessions": "Where, by which browser, and when last.",
            "endSessions": "Their pages ask for a sign-in at the next click.",
            "endSession": "Its pages ask for a sign-in at the next click.",
        },
    ),
    Heading(
        "Webhooks",
        "Posts to an address of yours when something happens in your games.",
        {
            "listWebhooks": "Without their secrets.",
            "createWebhook": "The answer alone tells the secret that signs the posts.",
            "getWebhook": "Without its secret.",
            "changeWebhook": "What is left out stays. One that was switched off is switched on again "
            "by `active`.",
            "renewWebhookSecret": "The answer alone tells the new secret; the old one signs beside it "
            "for a time.",
            "pingWebhook": "A post that says nothing, to see whether it arrives and is read.",
            "listDeliveries": "What was posted lately, and what came of it.",
            "sendAgain": "The same message under the same id.",
            "removeWebhook": "Nothing is posted to it from now on.",
        },
    ),
)
IN_PATHS = {
    "game_id": "The game’s id.",
    "version": "How many events the game had.",
    "ruleset": "A ruleset by its name, as `franchise-2`.",
    "variation": "The what-if line’s number at this table.",
    "line": "The line’s number at this table.",
    "invitation": "The invitation’s number at this table.",
    "token": "How the token begins.",
    "session": "The session’s number.",
    "webhook": "The webhook’s number.",
    "delivery": "The delivery’s id.",
}
ABOUT = {name: (each.name, text) for each in HEADINGS for name, text in each.calls.items()}
TAGS = [{"name": each.name, "description": each.about} for each in HEADINGS]
