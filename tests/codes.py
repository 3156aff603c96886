"""What the codes in mails look like."""

import re

CODE = re.compile(r"\b[A-Z]{5}-[A-Z]{5}\b")
