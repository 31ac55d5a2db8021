"""What the comment needs beyond the shell. Everything is read from the standard input.

list      commits, as `refdiff check --format jsonl` writes them: as a list in Markdown
names     the same commits: their short names on one line
comment   the text of a comment: with the mark by which it is found again, and cut to a length that forges take
ours      who we are (one object, if the API tells it), then arrays of comments: the number of the one to update
"""

import json
import re
import sys

MARK = "<!-- refdiff -->"
# The longest comment that GitHub takes, less what is kept for the last lines and the link to the page.
LONGEST = 65_536 - 1_500
LISTED = 10


def commits(text):
    return [json.loads(line) for line in text.split("\n") if line]


def rest(found):
    return f"and {len(found) - LISTED} more" if len(found) > LISTED else ""


def names(text):
    found = commits(text)
    return ", ".join([c["commit"][:10] for c in found[:LISTED]] + [rest(found)] * (len(found) > LISTED))


def listed(text):
    found = commits(text)
    # In code, because a forge may look for mentions and links after it has resolved the escapes.
    lines = [f"- {c['commit'][:10]} <code>{inert((c.get('subject') or '')[:100])}</code>" for c in found[:LISTED]]
    return "\n".join(["", *lines] + [f"- {rest(found)}"] * (len(found) > LISTED))


def inert(text):
    """Text in which nothing is markup, and nothing turns the direction of writing."""
    text = "".join(c if c.isprintable() else "\ufffd" for c in text)
    return re.sub(r"[^\w ,;]|_", lambda c: f"&#{ord(c[0])};", text)


def comment(text):
    whole = f"{MARK}\n{text}"
    if len(whole) <= LONGEST:
        return whole.rstrip("\n")
    kept = whole[: whole.rindex("\n", 0, LONGEST) + 1]
    open_folds = kept.count("<details>") - kept.count("</details>")
    return kept + "\n</details>\n" * open_folds + "\n_The rest did not fit into a comment; the page has all of it._"


def ours(text):
    decoder, values, at = json.JSONDecoder(), [], 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        values.append(value)
    me = next((name(v) for v in values if isinstance(v, dict)), None)
    for found in (c for v in values if isinstance(v, list) for c in v):
        author = name(found.get("user") or found.get("author") or {})
        if (found.get("body") or "").startswith(MARK) and me in (None, author):
            return found["id"]
    return ""


def name(who):
    """GitHub adds [bot] to the name in one API and not in the other."""
    return re.sub(r"\[bot\]$", "", who.get("login") or who.get("username") or "") or None


sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
sys.stdout.reconfigure(encoding="utf-8")
print({"list": listed, "names": names, "comment": comment, "ours": ours}[sys.argv[1]](sys.stdin.read()))
