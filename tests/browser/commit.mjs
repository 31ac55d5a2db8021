// The page of a commit: what is left, its files, its refactorings.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import { check, everywhere, folder, hostile, listed, openPage, report, run, shot } from "./support.mjs";

const file = join(folder, "commit.html"), url = `file://${file}`;
run("show", "all", "--format", "html", "--output", file);
const [commit] = report("show", "all", "--residual");
const all = listed(commit.refactorings);
let page = await openPage(url);
const focused = () => page.evaluate(() => document.activeElement.id);
const count = () => page.locator("#count").innerText();
const until = (test, ...args) => page.waitForFunction(test, ...args);

// What is left to review comes first, with the line of a language that is not read as text.
const of_layout = commit.residual.filter((l) => l.kind === "layout").reduce((n, l) => n + (l.before?.lines ?? 0) + (l.after?.lines ?? 0), 0);
const left = commit.changed_lines - commit.explained_lines - of_layout;
assert.equal(new URL(page.url()).hash, "");
assert.match(await page.locator(".main h2").first().innerText(), new RegExp(`^${left} of ${commit.changed_lines} changed lines are left to review`));
await page.evaluate(() => { location.hash = "#left/notes.txt"; });
await until((text) => [...document.querySelectorAll("section.file")].some((s) => s.textContent.includes(text)), hostile);
// A large file is folded until somebody asks for it.
const long = page.locator('section.file[aria-label="long.txt"]');
await until(() => document.querySelector('section.file[aria-label="long.txt"]'));
assert.equal(await long.locator("tr").count(), 0);
await long.locator(".toggle").click();
await until(() => document.querySelectorAll('section.file[aria-label="long.txt"] tr').length > 100);
await long.locator(".toggle").click();
assert.equal(await long.locator(".body").isVisible(), false);

// What was seen is ticked, folded, struck out in the tree, and kept by the browser.
const notes = page.locator('section.file[aria-label="notes.txt"]');
await notes.locator('input[type="checkbox"]').check();
assert.equal(await notes.locator(".body").isVisible(), false);
await page.reload();
await until(() => document.querySelector('section.file[aria-label="notes.txt"] input')?.checked);
assert.equal(await page.locator('[role="treeitem"] .seen').innerText(), "notes.txt");
assert.match(await page.locator(".main .meta").first().innerText(), /^1 of \d+ files seen/);
await page.locator('section.file[aria-label="notes.txt"] input[type="checkbox"]').uncheck();

// The tree has every changed file with what is left in it; folders fold.
const items = () => page.locator('[role="treeitem"]').count();
const before = await items();
await page.locator('[role="treeitem"][aria-expanded="true"]').first().click();
assert.ok(await items() < before);
await page.keyboard.press("ArrowRight");
assert.equal(await items(), before);
await page.locator('[role="treeitem"]', { hasText: "long.txt" }).click();
await until(() => location.hash === "#left/long.txt");

// A file as a whole: an address of its own that survives a reload, marks with links, folds, and three levels.
const moved = all.find((r) => r.type === "Move Method");
await page.evaluate((path) => { location.hash = `#file/${encodeURIComponent(path)}`; }, moved.after.file);
await until(() => document.querySelector(".beside .mark"));
const mark = page.locator(".mark", { hasText: "Move Method" }).first();
assert.match(await mark.innerText(), /came from/);
await page.reload();
await until(() => document.querySelector(".beside .mark"));
const rows = () => page.locator(".beside tr").count();
await page.selectOption("#level", "whole");
const whole = await rows();
await page.keyboard.press("e");
await until((n) => document.querySelectorAll(".beside tr").length < n, whole);
await mark.getByRole("link").first().click();
await page.locator(".main h2:visible", { hasText: /^Move Method/ }).waitFor();
await page.goBack();
// A line has an address as well, and what is folded around it opens.
await page.evaluate((path) => { location.hash = `#file/${encodeURIComponent(path)}/R${1}`; }, moved.after.file);
await until(() => document.querySelector("tr.wanted"));
await page.getByRole("link", { name: "Next file" }).or(page.getByRole("link", { name: "Previous file" })).first().click();
await until((path) => !location.hash.includes(encodeURIComponent(path)), moved.after.file);
// A file that was moved stands beside what it was.
const type = all.find((r) => r.type === "Move Type" && r.before.file !== r.after.file);
await page.evaluate((path) => { location.hash = `#file/${encodeURIComponent(path)}`; }, type.after.file);
await until((old) => document.querySelector(".beside thead")?.textContent.includes(old), type.before.file);
await check(page, "file");
await shot(page, "file-light-1400");

// Refactorings: short names, filters, search; what follows from something stands below it.
await page.keyboard.press("r");
assert.equal(await count(), `${all.length} of ${all.length} refactorings`);
assert.ok(!(await page.locator(".list").innerText()).includes("%"));
await page.selectOption("#type", "Rename Method");
assert.equal(await count(), `${all.filter((r) => r.type === "Rename Method").length} of ${all.length} refactorings`);
await page.selectOption("#type", "");
await page.keyboard.press("/");
assert.equal(await focused(), "search");
await page.keyboard.type("inline method");
await until((n) => document.getElementById("count").textContent.startsWith(`${n} of`), all.filter((r) => r.type.includes("Inline Method")).length);
await page.fill("#search", "nothing has this name");
await until(() => document.getElementById("count").textContent.startsWith("0 of"));
await page.fill("#search", "");
await until(() => !document.getElementById("count").textContent.startsWith("0 of"));
await page.keyboard.press("Escape");
assert.equal(await focused(), "main");
// Keys go through the list from anywhere, and from change to change.
await page.keyboard.press("j");
const first = await page.evaluate(() => location.hash);
assert.ok(first.startsWith("#r/"));
await page.keyboard.press("j");
assert.notEqual(await page.evaluate(() => location.hash), first);
await page.keyboard.press("k");
assert.equal(await page.evaluate(() => location.hash), first);
await page.keyboard.press("l");
// Changes come into the list little by little: the first file must have its own.
await page.locator("section.file").first().locator("p.where").first().waitFor();
await page.keyboard.press("n");
const stopped = await page.evaluate(() => document.activeElement.textContent);
await page.keyboard.press("n");
assert.notEqual(await page.evaluate(() => document.activeElement.textContent), stopped);
await page.keyboard.press("p");
assert.equal(await page.evaluate(() => document.activeElement.textContent), stopped);
await page.keyboard.press("x");
assert.equal(await page.locator("section.file input:checked").count(), 1);
await page.keyboard.press("x");
// The keys are listed, and can be turned off.
await page.keyboard.press("?");
assert.match(await page.locator("dialog").innerText(), /next change/);
await page.locator("#keys-on").uncheck();
await page.getByRole("button", { name: "Close" }).click();
const here = await page.evaluate(() => location.hash);
await page.keyboard.press("j");
assert.equal(await page.evaluate(() => location.hash), here);
await page.keyboard.press("?");
await page.locator("#keys-on").check();
await page.getByRole("button", { name: "Close" }).click();

// An extraction: the origin before and after, and the new method; what stayed is not painted as gone.
const extraction = all.find((r) => r.type === "Extract Method");
await page.evaluate((id) => { location.hash = `#r/${id}`; }, extraction.id);
await until(() => document.querySelectorAll(".main > .holder .beside").length === 2 && document.querySelectorAll(".beside td.moved").length > 1);
const [origin, part] = await page.locator(".main > .holder h3").allInnerTexts();
assert.match(origin, /before and after/);
assert.match(part, /the new method/);
assert.ok(await page.locator(".main > .holder .beside").first().locator("tr.equal").count() > 0, "nothing of the origin stayed");
assert.ok(await page.locator(".main > .holder .beside").first().locator("td.new").count() > 0, "the call is not shown");
await check(page, "extraction");
await shot(page, "extraction-light-1400");
await page.reload();
await until(() => document.querySelectorAll(".main > .holder .beside").length === 2);
const address = page.url().slice(page.url().indexOf("#"));

await everywhere(url, "commit", async (page) => { await page.waitForFunction(() => document.querySelectorAll("section.file tr").length > 3); });
await everywhere(`${url}${address}`, "extraction", async (page, width) => {
  await page.waitForFunction(() => document.querySelectorAll(".beside td.moved").length > 1);
  // On a phone a line has the whole width.
  const code = await page.locator(".beside td.code:visible").first().evaluate((td) => td.clientWidth);
  assert.ok(code > (width === 400 ? 280 : 350), `code has ${code} pixels at ${width}`);
});

// The window itself never scrolls where the parts of the page do.
page = await openPage(url);
await until(() => document.querySelectorAll("section.file tr").length > 3);
assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 900);

// Odd names and texts: every file has its own section with its own text.
const oddPage = join(folder, "odd.html");
run("show", "odd", "--format", "html", "--output", oddPage);
page = await openPage(`file://${oddPage}`);
await until(() => [0, 1, 2, 3, 4].every((n) => [...document.querySelectorAll("section.file td.new")].filter((td) => td.textContent === `after ${n}`).length === 1));
assert.ok(!(await page.content()).includes("\u202e"));
await page.locator('section.file input[type="checkbox"]').nth(2).check();
assert.equal(await page.locator("section.file input:checked").count(), 1);

// Without JavaScript: what was found, what is left, large files folded.
const plain = await openPage(url, { javaScriptEnabled: false });
const text = await plain.locator("body").innerText();
assert.match(text, new RegExp(`${all.length} refactorings`));
assert.match(text, /What is left: \d+ of \d+ changed lines/);
assert.ok(text.includes(hostile));
const folds = await plain.locator("details").evaluateAll((all) => all.map((d) => [d.open, d.querySelector("summary").textContent]));
assert.ok(folds.some(([open]) => open) && folds.some(([open, title]) => !open && title.startsWith("long.txt")));
assert.equal(await plain.locator("header").isVisible(), false);

// The page is one file that names no other, and not large.
assert.ok(statSync(file).size < 10 << 20);
assert.ok(!/(src|href)="(https?:)?\/\//.test(readFileSync(file, "utf8")));
await page.context().close();
