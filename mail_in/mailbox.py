"""The pages of the mailbox, where a developer reads every mail and answers it."""

from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage as Answer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_http_methods, require_safe

from games.edge import now
from mail_in.receiving import receive
from notifications.mailbox import find_mail, mails
from notifications.outbox.queue import send_due

# Mail programs load no pictures from elsewhere; `icon` is the browser tab's.
AS_MAIL_PROGRAMS_DO = "default-src 'self'; img-src data: {icon}; style-src 'self' 'unsafe-inline'"


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    _require_mail_in_files()
    return render(request, "mail_in/mailbox.html", {"mails": mails()})


@require_http_methods(["GET", "POST"])
def mailbox_mail(request: HttpRequest, name: str) -> HttpResponse:
    _require_mail_in_files()
    mail = find_mail(name)
    if mail is None:
        raise Http404
    if request.method == "POST" and mail.reply_to:
        answer = Answer(
            f"Re: {mail.subject}", request.POST.get("answer", ""), mail.to, [mail.reply_to]
        )
        answer.extra_headers = {"In-Reply-To": mail.message_id}
        receive(answer.message().as_bytes(), mail.to, [mail.reply_to], now())
        send_due(now())
        messages.info(request, "Your answer was sent. What came of it is here, the newest first.")
        return redirect("mailbox")
    page = render(request, "mail_in/mailbox_mail.html", {"mail": mail})
    icon = request.build_absolute_uri(static("img/wheel.svg"))
    page["Content-Security-Policy"] = AS_MAIL_PROGRAMS_DO.format(icon=icon)
    return page


def _require_mail_in_files() -> None:
    """The mailbox shows everybody's mail: it is for a developer's own machine."""
    if not settings.DEBUG or settings.EMAIL_BACKEND != "notifications.mailbox.ToFiles":
        raise Http404
