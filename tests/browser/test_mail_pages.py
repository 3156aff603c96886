"""The pages about mails, as somebody sees and uses them."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.edge import now
from games.models import Person
from notifications.links import no_invitations_url
from tests.browser.conftest import Check, SignIn
from tests.people import Cast


@pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
def test_a_refused_address_is_told_on_every_page_and_tried_again(
    context: BrowserContext,
    page: Page,
    server: str,
    sign_in: SignIn,
    accessible: Check,
    people: Cast,
) -> None:
    mine = Person.objects.filter(pk=people.ada.pk)
    mine.update(email="ada@example.org", mail_refused=now())
    sign_in(context, people.ada)
    page.goto(server)
    warning = page.get_by_text("Your address ada@example.org turned our mail away on")
    expect(warning).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Send mail there again").click()
    expect(warning).to_have_count(0)
    assert mine.get().mail_refused is None


@pytest.mark.parametrize("browser_context_args", ["phone"], indirect=True)
def test_an_address_is_never_invited_again(page: Page, server: str) -> None:
    path = no_invitations_url("zoe@example.org").split("/", 3)[3]
    page.goto(f"{server}/{path}")
    page.get_by_role("button", name="Send none").click()
    expect(page.get_by_role("heading", level=1, name="No more invitations")).to_be_visible()
