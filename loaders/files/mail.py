"""EML: the subject, who wrote to whom and when, and the text of a message."""

from contextlib import suppress
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser

from .terms import Block, FileBlocks, Paragraph, UnreadableError
from .web import read_web

_HEADERS = ("From", "To", "Cc", "Date")


def read_mail(data: bytes) -> FileBlocks:
    """The message in plain text, or in HTML where it has no other, and texts that stand behind what it shows;
    the subject is the title.

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
    beside = list(message.iter_attachments())
    texts = [part for part in (body, *(part for part in beside if _is_shown(part))) if part]
    return FileBlocks(
        [*([Paragraph(headers)] if headers else []), *(block for text in texts for block in _body(text))],
        title=str(message["Subject"] or "").strip(),
        lost=[
            f"its attachment {name!r} is not read; save it as a file of its own"
            for name in map(_attached, beside)
            if name
        ],
    )


def _is_shown(part: MIMEPart) -> bool:
    """Whether a part is text of the message, as what is written behind a picture."""
    return part.get_content_maintype() == "text" and not part.get_filename() and not part.is_attachment()


def _attached(part: MIMEPart) -> str:
    """What a file is called, or the subject of a message, that is attached; nothing of any other part."""
    if part.get_content_type() == "message/rfc822":
        message = part.get_content()
        return part.get_filename() or str(message["Subject"] or "").strip() or "message"
    return part.get_filename() or ""


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
