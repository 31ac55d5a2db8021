// The page of a history: bars over time, folders, authors, and tables that sort and filter.
import { statSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import { check, everywhere, folder, listed, openPage, report, run, shot } from "./support.mjs";

const file = join(folder, "history.html"), url = `file://${file}`;
run("log", "main", "--format", "html", "--output", file);
const commits = report("log", "main");
const all = commits.flatMap((c) => listed(c.refactorings).map((r) => ({ ...r, commit: c })));
let page = await openPage(url);
const count = () => page.locator("#count").innerText();
const until = (test, ...args) => page.waitForFunction(test, ...args);
const counts = (n) => until((text) => document.getElementById("count").textContent === text, `${n} of ${all.length} refactorings`);

// The title names the repository and the dates; every commit and refactoring is there.
assert.match(await page.locator("h1").innerText(), /^shop, 2020-\d\d-\d\d to 2020-\d\d-\d\d$/);
assert.equal(await count(), `${all.length} of ${all.length} refactorings`);
assert.match(await page.locator('[role="tab"]').last().innerText(), new RegExp(`Commits \\(${commits.length}\\)`));
// What the page does not list is said.
const said = await page.locator("header").innerText();
const finer = commits.flatMap((c) => c.refactorings).length - all.length;
assert.match(said, new RegExp(`${finer} finer changes? not listed`));
// The chart has axes, and bars for months in which nothing happened have their place.
assert.ok(await page.locator("svg.chart .grid").count() > 3);
assert.ok((await page.locator("svg.chart text").allTextContents()).some((t) => t.startsWith("2020-")));
// Dragging over it chooses a span of time, as the fields for dates do.
const box = await page.locator("svg.chart").boundingBox();
await page.mouse.move(box.x + box.width / 3, box.y + 90);
await page.mouse.down();
await page.mouse.move(box.x + (2 * box.width) / 3, box.y + 90, { steps: 4 });
await page.mouse.up();
await until((n) => !document.getElementById("count").textContent.startsWith(`${n} of`), all.length);
const [from, to] = await page.locator('input[type="date"]').evaluateAll((inputs) => inputs.map((i) => i.value));
const inSpan = all.filter((r) => r.commit.author.date.slice(0, 10) >= from && r.commit.author.date.slice(0, 10) <= to).length;
assert.ok(inSpan > 0 && inSpan < all.length);
await counts(inSpan);
await page.getByRole("button", { name: /No longer only this time/ }).click();
await counts(all.length);
// A family of types, a type, a folder, an author and words choose as well.
const renamed = all.filter((r) => !r.group && r.type.startsWith("Rename")).length;
await page.locator(".legend button", { hasText: "Renamed" }).click();
await counts(renamed);
await page.locator(".legend button", { hasText: "Renamed" }).click();
const inline = all.filter((r) => r.type === "Inline Method").length;
await page.locator(".bars button", { hasText: "Inline Method" }).first().click();
await counts(inline);
await page.selectOption("#type", "");
await counts(all.length);
await page.locator(".map button").first().click();
await until((n) => !document.getElementById("count").textContent.startsWith(`${n} of`), all.length);
await page.locator(".chips button").click();
await page.fill("#search", "case inline");
const words = all.filter((r) => r.commit.subject.includes("inline")).length;
await counts(words);
await check(page, "history filtered");
await page.fill("#search", "");
await counts(all.length);
// The table sorts, and each row leads to its commit. Of few commits, these come first.
await page.getByRole("tab", { name: /^Refactorings/ }).click();
const column = (n) => page.locator(`.rows .line > :nth-child(${n})`).allInnerTexts();
assert.deepEqual(await column(1), [...await column(1)].sort().reverse());
await page.locator(".heads").getByRole("button", { name: /^Type/ }).click();
assert.deepEqual(await column(3), [...await column(3)].sort());
await page.locator(".heads").getByRole("button", { name: /^Type/ }).click();
assert.deepEqual(await column(3), [...await column(3)].sort().reverse());
const link = page.locator(".rows a").first();
assert.match(await link.getAttribute("href"), /^https:\/\/github\.com\/example\/shop\/commit\/[0-9a-f]{40}$/);
await page.getByRole("tab", { name: /^Commits/ }).click();
assert.equal(await page.locator(".rows .line").count(), commits.length);
await check(page, "commits");
await shot(page, "commits-light-1400");
await everywhere(url, "history");
const plain = await openPage(url, { javaScriptEnabled: false });
const text = await plain.locator("body").innerText();
assert.match(text, /Case inline/);
assert.match(text, new RegExp(`, 2020-\\d\\d-\\d\\d to 2020-\\d\\d-\\d\\d\\s+${all.length} refactorings in ${commits.length} commits`));
assert.ok(statSync(file).size < 1 << 20);
// With what is left, each commit says how much.
run("log", "main", "--residual", "--format", "html", "--output", file);
page = await openPage(url);
await page.getByRole("tab", { name: /^Commits/ }).click();
assert.match((await column(5)).join(" "), /\d+ of \d+/);
await page.context().close();
