// Opens the pages that refdiff writes in a real Chromium and uses them.
//
//   node page.mjs REFDIFF [--shots FOLDER] [--large PAGE.html]
//
// REFDIFF is the program; FOLDER gets pictures of the pages; PAGE.html is any page, opened and scrolled for long tasks.
import { chromium } from "playwright-core";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const args = process.argv.slice(2);
const option = (name) => { const at = args.indexOf(name); return at < 0 ? null : args.splice(at, 2)[1]; };
const shots = option("--shots"), large = option("--large");
const refdiff = resolve(args[0] ?? "target/release/refdiff");
const here = dirname(fileURLToPath(import.meta.url));
const fixtures = join(here, "../../fixtures/java");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "refdiff-page-"));
const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_AUTHOR_NAME: "Ada <b>\"L\"</b>", GIT_AUTHOR_EMAIL: "ada@example.org", GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" };
const git = (...command) => execFileSync("git", command, { cwd: folder, env: environment, encoding: "utf8" }).trim();
const cases = ["rename-method-plain", "move-method-plain", "extract-method-plain", "inline-method-plain", "rename-type-edited", "move-type-edited", "pull-up-method-edited", "extract-class-two-origins"].filter((c) => existsSync(join(fixtures, c)));

// A repository: all cases before, then each case after in a commit of its own, then all at once on another branch.
git("init", "-q", "-b", "main");
const put = (name, side) => { rmSync(join(folder, name), { recursive: true, force: true }); cpSync(join(fixtures, name, side), join(folder, name), { recursive: true }); };
cases.forEach((c) => put(c, "before"));
writeFileSync(join(folder, "notes.txt"), "one\n");
const months = (() => { let month = 0; return () => { const date = `2020-${String((month++ % 12) + 1).padStart(2, "0")}-03T10:00:00Z`; environment.GIT_AUTHOR_DATE = date; environment.GIT_COMMITTER_DATE = date; }; })();
months(); git("add", "-A"); git("commit", "-qm", "Before");
const start = git("rev-parse", "HEAD");
for (const c of cases) { months(); put(c, "after"); git("add", "-A"); git("commit", "-qm", `Case ${c} <script>alert(1)</script> </style>`); }
writeFileSync(join(folder, "notes.txt"), "two </script><img src=x onerror=alert(2)>\n");
git("commit", "-qam", "Words");
git("checkout", "-q", "-b", "all", start);
cases.forEach((c) => put(c, "after"));
writeFileSync(join(folder, "notes.txt"), "two </script><img src=x onerror=alert(2)>\n");
git("add", "-A"); git("commit", "-qm", "All of it </script><script>alert(3)</script>");

const run = (...command) => execFileSync(refdiff, ["-C", folder, ...command], { env: environment, encoding: "utf8" });
const commitPage = join(folder, "commit.html"), historyPage = join(folder, "history.html");
run("show", "all", "--format", "html", "--output", commitPage);
run("log", "main", "--format", "html", "--output", historyPage);
const lifePage = join(folder, "life.html");
const moved = JSON.parse(run("show", "all", "--format", "jsonl")).refactorings.find((r) => r.type === "Rename Method");
run("history", "all", `${moved.after.file}:${moved.after.start_line}`, "--format", "html", "--output", lifePage);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const problems = [];
const openPage = async (url, settings = {}) => {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...settings });
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error") problems.push(`console: ${m.text()}`); });
  page.on("pageerror", (e) => problems.push(`error: ${e}`));
  page.on("dialog", (d) => { problems.push(`dialog: ${d.message()}`); d.dismiss(); });
  page.on("request", (r) => { if (r.url() !== url && !r.url().startsWith("data:") && !/^\/(commit|life)\//.test(new URL(r.url()).pathname)) problems.push(`request: ${r.url()}`); });
  await page.goto(url);
  return page;
};
const check = async (page, name) => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  for (const v of violations) problems.push(`axe ${name}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.failureSummary}`).join(" | ")}`);
};
const shot = async (page, name) => { if (shots) { mkdirSync(shots, { recursive: true }); await page.screenshot({ path: join(shots, `${name}.png`) }); } };

// A commit.
let page = await openPage(`file://${commitPage}`);
// A page lists structure, and signatures that changed by themselves.
const listed = (every) => {
  const causes = new Set(every.filter((r) => !r.group).map((r) => r.id));
  return every.filter((r) => !r.group || (r.group === "signature" && !causes.has(r.follows_from)));
};
const all = listed(JSON.parse(run("show", "all", "--format", "json")).commits[0].refactorings);
const count = () => page.locator(".bar .meta").innerText();
assert.equal(await count(), `${all.length} of ${all.length}`);
await check(page, "commit");
await page.selectOption("#type", "Rename Method");
const renamed = all.filter((r) => r.type === "Rename Method");
assert.equal(await count(), `${renamed.length} of ${all.length}`);
await page.selectOption("#type", "");
await page.fill("#search", "inline method");
assert.equal(await count(), `${all.filter((r) => r.type.includes("Inline Method")).length} of ${all.length}`);
await page.fill("#search", "nothing has this name");
assert.match(await page.locator(".detail").innerText(), /Nothing fits/);
await page.fill("#search", "");
await page.selectOption("#file", all[0].after.file);
assert.ok(Number((await count()).split(" ")[0]) >= 1);
await page.selectOption("#file", "");
// A click shows the right pair; keys go on from there.
await page.locator(".item").nth(2).click();
assert.ok((await page.locator(".detail").innerText()).includes(all[2].before.key));
await page.keyboard.press("ArrowDown");
assert.ok((await page.locator(".detail").innerText()).includes(all[3].before.key));
await page.keyboard.press("End");
assert.ok((await page.locator(".detail").innerText()).includes(all.at(-1).before.key));
await page.keyboard.press("/");
assert.equal(await page.evaluate(() => document.activeElement.id), "search");
await page.keyboard.press("Escape");
await page.keyboard.press("Home");
assert.equal(await page.locator('.item[aria-selected="true"]').getAttribute("id"), "item-0");
await shot(page, "commit-light-1400");
// What is left, with the line of a language that is not analysed, as text.
await page.keyboard.press("r");
assert.match(await page.locator(".page").innerText(), /left to review/);
// What is further down than the screen is not laid out and has no inner text.
const hostile = "</script><img src=x onerror=alert(2)>";
await page.waitForFunction((text) => document.querySelector(".page").textContent.includes(text), hostile);
await check(page, "residual");
await shot(page, "residual-light-1400");
for (const [scheme, width] of [["dark", 1400], ["light", 400], ["dark", 400]]) {
  const other = await openPage(`file://${commitPage}`, { colorScheme: scheme, viewport: { width, height: 900 } });
  await check(other, `commit ${scheme} ${width}`);
  const wide = await other.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide at ${width}`);
  await shot(other, `commit-${scheme}-${width}`);
}

// A history.
page = await openPage(`file://${historyPage}`);
assert.match(await page.locator(".page").innerText(), /refactorings? in \d+ commits?/);
await check(page, "history");
await shot(page, "history-light-1400");
const dark = await openPage(`file://${historyPage}`, { colorScheme: "dark", viewport: { width: 400, height: 900 } });
await check(dark, "history dark");
await shot(dark, "history-dark-400");
await page.getByRole("tab", { name: "Refactorings" }).click();
await page.fill("#search", "inline");
await check(page, "table");
await page.getByRole("button", { name: "The whole commit" }).click();
assert.match(await page.locator("h1").innerText(), /Case inline/);
await page.getByRole("tab", { name: "All commits" }).click();
assert.match(await page.locator(".page").innerText(), /Busiest files/);

// The server: a page for the range, one for each commit, nothing for anyone else.
const server = spawn(refdiff, ["-C", folder, "view", "main~3..main", "--no-open"], { env: environment });
const url = await new Promise((done, fail) => {
  let text = "";
  server.stderr.on("data", (d) => { text += d; const m = text.match(/http:\/\/\S+/); if (m) done(m[0]); });
  server.on("exit", () => fail(new Error(`view ended: ${text}`)));
});
page = await openPage(url);
await page.getByRole("tab", { name: "Refactorings" }).click();
await page.getByRole("link", { name: "The whole commit" }).click();
assert.match(await page.locator("h1").innerText(), /Case/);
// From the commit to the life of what was refactored in it, and back.
await page.getByRole("link", { name: /^Its life/ }).click();
await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("The life of "));
assert.ok((await page.locator(".item").count()) > 0);
await page.waitForFunction(() => document.querySelectorAll(".beside tr").length > 2);
await check(page, "life");
await shot(page, "life-light-1400");
await page.locator(".item").last().click();
assert.match(await page.locator(".detail h2").textContent(), /introduced|extracted/);
await page.getByRole("link", { name: "The whole commit" }).click();
await page.waitForURL(/\/commit\//);
const narrow = await openPage(`file://${lifePage}`, { colorScheme: "dark", viewport: { width: 400, height: 900 } });
await check(narrow, "life dark");
assert.equal(await narrow.locator(".item").count(), 2);
await shot(narrow, "life-dark-400");
const status = async (path, settings) => (await fetch(new URL(path, url), settings)).status;
assert.equal(await status("/"), 200);
assert.equal(await status("/../../etc/passwd"), 404);
assert.equal(await status("/commit/zz"), 404);
for (const path of ["/life/zz/1/a", `/life/${start}/0/x.java`, `/life/${start}/1`, `/life/${start}/99999999999/a`, `/life/${start}/1/..%2f..%2fetc%2fpasswd`]) assert.equal(await status(path), 404);
assert.equal(await status("/", { method: "POST" }), 405);
const { request } = await import("node:http");
const foreign = await new Promise((done) => request(url, { headers: { Host: "evil.example" } }, (r) => done(r.statusCode)).end());
assert.equal(foreign, 403);
server.removeAllListeners("exit");
server.kill("SIGINT");

// A large page: no long task once it is there.
if (large) {
  page = await openPage(`file://${resolve(large)}`);
  await page.waitForTimeout(1500);
  const longest = await page.evaluate(async () => {
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
    const list = document.querySelector(".list");
    const wait = () => new Promise((done) => setTimeout(done, 30));
    for (let i = 0; i < 60; i++) { list.scrollTop = (list.scrollHeight * i) / 60; await wait(); }
    const items = document.querySelectorAll(".item");
    for (const item of [...items].slice(0, 10)) { item.click(); await wait(); }
    document.querySelectorAll("nav button")[1]?.click();
    await wait();
    const left = document.querySelector(".page");
    for (let i = 0; left && i < 60; i++) { left.scrollTop = (left.scrollHeight * i) / 60; await wait(); }
    return Math.max(0, ...tasks);
  });
  console.log(`longest task of ${large}: ${Math.round(longest)} ms`);
  if (longest > 200) problems.push(`a task of ${Math.round(longest)} ms`);
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
if (problems.length) { console.error([...new Set(problems)].join("\n")); process.exit(1); }
console.log("the pages work");
