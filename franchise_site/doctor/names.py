"""The DNS names that a site and its mail need."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from dns.exception import DNSException
from dns.resolver import NXDOMAIN, NoAnswer, Resolver

from franchise_site.doctor.findings import Finding, look, ok, wrong

SPF = "v=spf1"
DMARC = "v=dmarc1"
LETS_ANYBODY = ("+all", "all")
NO_MAIL = "."


class Names(NamedTuple):
    """`mail` is the domain of reply addresses and envelopes, `sender` that of the visible From."""

    site: str
    mail: str
    sender: str
    selector: str


def examine_names(resolver: Resolver, names: Names) -> Iterator[Finding]:
    parts = (
        ("A", names.site, _examine_site),
        ("MX", names.mail, _examine_mx),
        ("SPF", names.mail, _examine_spf),
        ("DKIM", f"{names.selector or 'SELECTOR'}._domainkey.{names.sender}", _examine_dkim),
        ("DMARC", f"_dmarc.{names.sender}", _examine_dmarc),
    )
    for what, name, examine in parts:
        try:
            yield examine(resolver, names)
        except DNSException as error:
            kind = what if what in ("A", "MX") else "TXT"
            text = f"the name servers did not answer ({error}); ask by: dig +short {kind} {name}"
            yield look(f"{what} of {name}", text)


def _examine_site(resolver: Resolver, names: Names) -> Finding:
    addresses = _addresses(resolver, names.site)
    if addresses:
        return ok(f"A of {names.site}", ", ".join(addresses))
    return wrong(f"A of {names.site}", "the site's name leads nowhere. Add an A or AAAA record.")


def _examine_mx(resolver: Resolver, names: Names) -> Finding:
    thing = f"MX of {names.mail}"
    servers = [str(each.exchange) for each in _records(resolver, names.mail, "MX")]
    if not servers or servers == [NO_MAIL]:
        text = "answers to mails cannot come in. Add: MX 10, with the name of your mail server."
        return wrong(thing, text)
    lost = [server for server in servers if not _addresses(resolver, server)]
    if lost:
        return wrong(thing, f"{', '.join(lost)} has no address. Add an A or AAAA record for it.")
    return ok(thing, ", ".join(servers))


def _examine_spf(resolver: Resolver, names: Names) -> Finding:
    """Of the envelope's sender, which is at the domain of reply addresses."""
    thing = f"SPF of {names.mail}"
    records = _texts(resolver, names.mail, SPF)
    if not records:
        text = 'nobody knows which servers send your mail. Add, with yours: TXT "v=spf1 mx -all"'
        return wrong(thing, text)
    if len(records) > 1:
        return wrong(thing, f"there are {len(records)} of them, and so none counts. Keep one.")
    if records[0].split()[-1].lower() in LETS_ANYBODY:
        return wrong(thing, f"{records[0]!r} lets anybody send in your name. End it with -all.")
    return ok(thing, records[0])


def _examine_dkim(resolver: Resolver, names: Names) -> Finding:
    if not names.selector:
        name = f"SELECTOR._domainkey.{names.sender}"
        text = (
            "give the selector that your mail server signs with as --dkim-selector, or ask by:"
            f" dig +short TXT {name}"
        )
        return look(f"DKIM of {names.sender}", text)
    name = f"{names.selector}._domainkey.{names.sender}"
    records = [each for each in _texts(resolver, name) if "p=" in each.replace(" ", "")]
    keys = [each.replace(" ", "").partition("p=")[2].partition(";")[0] for each in records]
    if any(keys):
        return ok(f"DKIM of {name}", "there is a key")
    return wrong(f"DKIM of {name}", "there is no key. Add the TXT record that your signer printed.")


def _examine_dmarc(resolver: Resolver, names: Names) -> Finding:
    """The domain's own record, or that of a domain above it."""
    labels = names.sender.split(".")
    for above in range(max(1, len(labels) - 1)):
        name = f"_dmarc.{'.'.join(labels[above:])}"
        if records := _texts(resolver, name, DMARC):
            return ok(f"DMARC of {names.sender}", f"{records[0]} ({name})")
    text = f'big providers want one. Add: _dmarc.{names.sender} TXT "v=DMARC1; p=none"'
    return wrong(f"DMARC of {names.sender}", text)


def _addresses(resolver: Resolver, name: str) -> list[str]:
    return [str(each) for kind in ("A", "AAAA") for each in _records(resolver, name, kind)]


def _texts(resolver: Resolver, name: str, beginning: str = "") -> list[str]:
    records = _records(resolver, name, "TXT")
    texts = [b"".join(each.strings).decode("utf-8", "replace") for each in records]
    return [text for text in texts if text.lower().startswith(beginning)]


def _records(resolver: Resolver, name: str, kind: str) -> list[Any]:
    try:
        return list(resolver.resolve(name, kind))
    except (NXDOMAIN, NoAnswer):
        return []
