"""EML: the subject, who wrote to whom and when, and the text of a message."""

from contextlib import suppress
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser

from .terms import Block, FileBlocks, Paragraph, UnreadableError
from .web import read_web

_HEADERS = ("From", "To", "Cc", "Date")


def read_mail(data: bytes) -> FileBlocks:
    """The message in plain text, or in HTML where it has no other; the subject is the title.

    What is attached is named as lost: it is a file of its own.

    Raises:
        UnreadableError: it is no message, or encrypted.
    """
    message = BytesParser(policy=policy.default).parsebytes(data)
    if not isinstance(message, EmailMessage) or not message.keys():
        raise UnreadableError("is no message: it has no headers; export it from the mail program again")
    if message.get_content_type() == "multipart/encrypted":
        raise UnreadableError("is encrypted; export it from the mail program without encryption")
    body = message.get_body(("plain", "html"))
    headers = "\n".join(f"{name}: {message[name]}" for name in _HEADERS if message[name])
    return FileBlocks(
        [*([Paragraph(headers)] if headers else []), *(_body(body) if body else [])],
        title=str(message["Subject"] or "").strip(),
        lost=[
            f"its attachment {part.get_filename()!r} is not read; save it as a file of its own"
            for part in message.iter_attachments()
            if part.get_filename()
        ],
    )


def _body(body: MIMEPart) -> list[Block]:
    content = _content(body)
    if body.get_content_type() == "text/html":
        page = content.encode(errors="replace") if isinstance(content, str) else content
        return list(read_web(page).blocks)
    text = content if isinstance(content, str) else content.decode(errors="replace")
    kept = [paragraph.strip("\r\n") for paragraph in text.replace("\r\n", "\n").split("\n\n")]
    return [Paragraph(paragraph) for paragraph in kept if paragraph.strip()]


def _content(body: MIMEPart) -> str | bytes:
    """Text by the charset that its Content-Type names; bytes where it names none that is known."""
    if body.get_content_charset():
        with suppress(LookupError):
            return str(body.get_content())
    payload = body.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
