"""Runs the lines of docs/webhooks.md on a post that comes in as JSON, and prints what they read."""

import json
import sys

if __name__ == "__main__":
    lines, body, headers, secret = json.load(sys.stdin)
    given = {"body": body.encode(), "headers": headers, "secret": secret}
    exec(lines, given)  # noqa: S102 - lines of our own
    print(json.dumps(given["message"]))
