"""What a browser would make of a page, and texts that would break one."""

from html.parser import HTMLParser

HOSTILE = {
    "closes the script": "</script><script>alert(1)</script>",
    "closes the style": "</style><img src=x onerror=alert(1)>",
    "breaks out of attributes": "\"' onmouseover='alert(1)' x=\"",
    "comments out": "<!-- --> <![CDATA[ ]]>",
    "template syntax": "{{ 7 * 7 }}{% raw %}{# x #}",
    "entities": "&lt;b&gt; &amp;amp; &#x3c;",
    "markdown": "**bold** [x](javascript:alert(1)) `code`",
    "rich markup": "[red]not red[/red]",
    "a very long word": "x" * 5000,
    "line breaks": "one\ntwo\n\nthree",
    "other scripts": "Édouard 爱新觉罗 שלום عائلة 👑",
}
VOID = {"meta", "input", "use", "path", "circle", "rect", "br", "img"}


class Page(HTMLParser):
    """What a browser would make of the page: its tags in order, its text, its scripts."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.stack: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def values(self, attribute: str) -> list[str]:
        return [value for name, value in self.attributes if name == attribute]
