"""What people and their mail programs write around an order, in English, French and German.

All but the expressions for quotes match plain text: lower case, no accents, no punctuation,
umlauts written out.
"""

import re
from collections.abc import Iterable

from games.domain.notation.names import normalize

LONGEST_LINE = 500

AWAY = re.compile(
    r"(?:auto|automatic reply|autoreply|auto reply|out of office|out of the office"
    r"|on (?:vacation|holiday)|abwesenheit\w*|automatische antwort|nicht im buero"
    r"|reponse automatique|absence du bureau|absent|message d absence"
    r"|undelivered mail|undeliverable|mail delivery|delivery status|returned mail"
    r"|unzustellbar)\b"
)
GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|dear|good (?:morning|evening|afternoon)|moin|hallo|servus|liebe|lieber"
    r"|guten (?:tag|morgen|abend)|gruess gott|sehr geehrte\w*|bonjour|bonsoir|salut|coucou|chere?"
    r")(?: [a-z0-9]+){0,3}"
)
THANKS = re.compile(
    r"(?:(?:many |so )?thanks?(?: (?:you|a lot|again|all|everyone|for .*|and .*))?"
    r"|thx|ty|ta|danke(?: (?:dir|euch|schoen|sehr|fuer .*))?|vielen dank.{0,60}|besten dank"
    r"|merci(?: (?:beaucoup|bien|d avance|pour .*|a tous))?|please|bitte|s il (?:vous|te) plait"
    r"|good (?:game|luck)(?: (?:all|everyone))?|have fun|viel (?:spass|glueck)|bonne (?:chance|partie))"
)
CLOSING = re.compile(
    r"(?:(?:best|kind|warm)(?: regards| wishes)?|regards|cheers|yours(?: sincerely| truly)?|sincerely"
    r"|greetings|love|xx?o?x?o?|see you(?: soon)?|bye|lg|vg|mfg|gruss|gruesse|beste gruesse"
    r"|(?:viele|liebe|schoene|herzliche|freundliche)(?: liebe)? gruesse.{0,30}"
    r"|mit (?:freundlichen|besten|lieben) gruessen|bis (?:bald|dann)|tschuess|ciao"
    r"|cordialement|bien (?:a (?:toi|vous)|cordialement)|amicalement|a (?:bientot|plus|demain)"
    r"|bises|bisous|amities|sinceres salutations)"
)
MOBILE = re.compile(
    r"(?:sent (?:from|with|via|using) .{1,60}|get outlook for .*|get bluemail .*"
    r"|von meinem .{1,40} gesendet|(?:von|mit|aus) .{1,40} gesendet"
    r"|gesendet (?:von|mit|ueber) .{1,60}"
    r"|diese nachricht wurde von meinem .{1,60}gesendet|outlook fuer .{1,20} (?:beziehen|herunterladen)"
    r"|holen sie sich outlook .*|(?:envoye|expedie) (?:de|depuis|a partir|avec) .{1,60}"
    r"|telecharge[rz] outlook .*|obtenez outlook .*|provenance courrier .*"
    r"|please excuse (?:my )?(?:brevity|typos).*)"
    r"(?: https? .*)?"
)

HEADER_BEGINS = re.compile(r"(?:From|Von|De)\s?:\s*\S", re.IGNORECASE)
HEADER_GOES_ON = re.compile(
    r"(?:Sent|Date|To|Cc|Subject|Reply-To|Gesendet|Datum|An|Betreff|Envoyé|À|Objet)\s?:",
    re.IGNORECASE,
)
DIVIDER = re.compile(
    r"-{2,}\s*(?:Original[ -](?:Message|Nachricht|Mail)|Originalnachricht|Ursprüngliche Nachricht"
    r"|Message d['\u2019]origine|Message original|Message transféré|Forwarded message|Reply message"
    r"|Weitergeleitete Nachricht|Begin forwarded message|On\s.{1,300}\swrote)\s*:?\s*-{2,}"
    r"|_{10,}",
    re.IGNORECASE,
)
ATTRIBUTION_BEGINS = re.compile(r"(?:On|Am|Le|Op)\s", re.IGNORECASE)
ATTRIBUTION = re.compile(
    r"(?:On\s.{5,500}\swrote|Am\s.{5,500}\sschrieb\b.{0,400}|Le\s.{5,500}\sa\sécrit)\s?:",
    re.IGNORECASE,
)
REPLY_PREFIX = re.compile(r"(?:(?:re|aw|antw|tr|wg|fwd?)\s?:\s*)++", re.IGNORECASE)
DATED = re.compile(r"\d")


def is_away_subject(subject: str) -> bool:
    return AWAY.match(normalize(subject)) is not None


def is_polite(line: str) -> bool:
    """Whether a line only greets, thanks or closes a mail."""
    text = normalize(line[:LONGEST_LINE])
    if not text or len(text) > 100:
        return not text and not any(c.isalnum() for c in line)
    return any(each.fullmatch(text) for each in (GREETING, THANKS, CLOSING))


def is_closing(line: str) -> bool:
    return CLOSING.fullmatch(normalize(line[:LONGEST_LINE])) is not None


def is_mobile_signature(line: str) -> bool:
    return len(line) <= 200 and MOBILE.fullmatch(normalize(line)) is not None


def is_attribution(lines: Iterable[str]) -> bool:
    """Whether these lines say who wrote the text that they quote below, and when."""
    text = " ".join(" ".join(lines).replace("*", "").split())
    return ATTRIBUTION.fullmatch(text) is not None and DATED.search(text) is not None


def without_reply_prefix(subject: str) -> str:
    return REPLY_PREFIX.sub("", subject)
