#!/usr/bin/env python3
"""Reads every format with Python's own readers: tests/formats.py REFDIFF."""
import csv
import html.parser
import io
import json
import pathlib
import subprocess
import sys

program = pathlib.Path(sys.argv[1]).resolve()
cart = pathlib.Path(__file__).parent.parent / "examples/cart"


def run(name, *more):
    command = [program, "diff", "--no-index", cart / "before", cart / "after", "--format", name, *more]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")


report = json.loads(run("json", "--residual"))["commits"][0]
assert report == json.loads(run("jsonl", "--residual"))
names = sorted(r["type"] for r in report["refactorings"])
assert len(names) == 3 and report["changed_lines"] == report["explained_lines"] > 0 and report["pure"]
rows = list(csv.DictReader(io.StringIO(run("csv"), newline="")))
assert sorted(row["type"] for row in rows) == names
assert {row["after_key"] for row in rows} == {r["after"]["key"] for r in report["refactorings"]}
sarif = json.loads(run("sarif"))["runs"][0]
rules = {rule["id"]: rule["shortDescription"]["text"] for rule in sarif["tool"]["driver"]["rules"]}
assert sorted(rules[result["ruleId"]] for result in sarif["results"]) == names
for result in sarif["results"]:
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["endLine"], region["endColumn"]) > (region["startLine"], region["startColumn"])
entries = json.loads(run("rminer"))["commits"][0]["refactorings"]
assert {e["type"] for e in entries} >= {"Extract Method", "Move Method", "Rename Method"}
assert all(e["description"].startswith(e["type"] + " ") for e in entries)
assert len(run("md", "--residual")) < 65536


class Page(html.parser.HTMLParser):
    scripts, inside = [], False

    def handle_starttag(self, tag, attributes):
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")
        assert all(name not in ("src", "href") or value.startswith(("#", "data:")) for name, value in attributes)

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, text):
        if self.inside:
            self.scripts[-1] += text


page = Page()
page.feed(run("html"))
assert len(page.scripts) == 2
assert sorted(r["type"] for r in json.loads(page.scripts[0])["commit"]["found"]) == names
print("every format can be read")
