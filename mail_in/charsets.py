"""Decodes a mail's text from the charset that it names. Never fails."""

import re

# Other codecs of Python are no charsets, and some of them are slow or fail.
CHARSET = re.compile(
    r"utf-?(?:7|8|16|16le|16be|16-le|16-be)|iso-?8859-\d{1,2}|windows-?125\d|cp125\d|cp437|cp850"
    r"|koi8-?[ru]|macintosh|mac-?roman|gb2312|gbk|gb18030|big5|shift[-_]jis|euc-(?:jp|kr)"
    r"|iso-2022-jp|ks_c_5601-1987"
)
WESTERN = ("us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1")


def decode(content: bytes, charset: str) -> str:
    """An unknown or wrong charset costs only the letters that it spoils."""
    name = charset.strip().lower()
    if name in WESTERN:
        # As browsers do: most texts that claim these charsets are Windows-1252.
        return _decode_western(content)
    if CHARSET.fullmatch(name):
        try:
            return content.decode(name, "replace")
        except LookupError:
            pass
    return _decode_western(content)


def _decode_western(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
