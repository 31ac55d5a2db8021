// What the tests of the pages share: a repository with refactorings in it, a browser, and how a page is looked at.
import { chromium } from "playwright-core";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const args = process.argv.slice(2);
const option = (name) => { const at = args.indexOf(name); return at < 0 ? null : args.splice(at, 2)[1]; };
export const shots = option("--shots"), large = option("--large");
export const refdiff = resolve(args[0] ?? "target/release/refdiff");
const here = dirname(fileURLToPath(import.meta.url));
const fixtures = join(here, "../../fixtures/java");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const folder = mkdtempSync(join(tmpdir(), "refdiff-page-"));
export const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_AUTHOR_NAME: "Ada <b>\"L\"</b>", GIT_AUTHOR_EMAIL: "ada@example.org", GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" };
const git = (...command) => execFileSync("git", command, { cwd: folder, env: environment, encoding: "utf8" }).trim();
const cases = ["rename-method-plain", "move-method-plain", "extract-method-plain", "inline-method-plain", "rename-type-edited", "move-type-edited", "pull-up-method-edited", "extract-class-two-origins"].filter((c) => existsSync(join(fixtures, c)));

/** Text that would run, if a page took it for markup. */
export const hostile = "</script><img src=x onerror=alert(2)>";

// All cases before, then each case after in a commit of its own a month apart, then all at once on another branch.
git("init", "-q", "-b", "main");
git("remote", "add", "origin", "https://github.com/example/shop.git");
const put = (name, side) => { rmSync(join(folder, name), { recursive: true, force: true }); cpSync(join(fixtures, name, side), join(folder, name), { recursive: true }); };
let month = 0;
const later = () => { const date = `2020-${String((month++ % 12) + 1).padStart(2, "0")}-03T10:00:00Z`; environment.GIT_AUTHOR_DATE = date; environment.GIT_COMMITTER_DATE = date; };
const lines = (n, word) => Array.from({ length: n }, (_, i) => `${word} ${i}`).join("\n");
cases.forEach((c) => put(c, "before"));
writeFileSync(join(folder, "notes.txt"), "one\n");
writeFileSync(join(folder, "long.txt"), `${lines(3000, "old")}\n`);
later(); git("add", "-A"); git("commit", "-qm", "Before");
export const start = git("rev-parse", "HEAD");
for (const c of cases) { later(); put(c, "after"); git("add", "-A"); git("commit", "-qm", `Case ${c} <script>alert(1)</script> </style>`); }
writeFileSync(join(folder, "notes.txt"), `two ${hostile}\n`);
git("commit", "-qam", "Words");
git("checkout", "-q", "-b", "all", start);
cases.forEach((c) => put(c, "after"));
writeFileSync(join(folder, "notes.txt"), `two ${hostile}\n`);
writeFileSync(join(folder, "long.txt"), `${lines(3000, "new")}\n`);
git("add", "-A"); git("commit", "-qm", "All of it </script><script>alert(3)</script>");
// Names and texts that a page may stumble over.
git("checkout", "-q", "-b", "odd", start);
const odd = ["constructor", "__proto__", "a\u202e.txt", "a\u202d.txt", "cr.txt"];
odd.forEach((name) => writeFileSync(join(folder, name), `before ${name.length}\nz\n`));
git("add", "-A"); git("commit", "-qm", "Odd");
odd.forEach((name, at) => writeFileSync(join(folder, name), `after ${at}\n\r`));
git("add", "-A"); git("commit", "-qm", "Odder");

export const run = (...command) => execFileSync(refdiff, ["-C", folder, ...command], { env: environment, encoding: "utf8" });
/** What a page lists: structure, and signatures that changed by themselves. */
export const listed = (every) => {
  const causes = new Set(every.filter((r) => !r.group).map((r) => r.id));
  return every.filter((r) => !r.group || r.group === "pattern" || (r.group === "signature" && !causes.has(r.follows_from)));
};
export const report = (...command) => JSON.parse(run(...command, "--format", "json")).commits;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
/** What is wrong with the pages. */
export const problems = [];
export const openPage = async (url, settings = {}) => {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...settings });
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error") problems.push(`console: ${m.text()}`); });
  page.on("pageerror", (e) => problems.push(`error: ${e.stack}`));
  page.on("dialog", (d) => { problems.push(`dialog: ${d.message()}`); d.dismiss(); });
  const own = new URL(url);
  page.on("request", (r) => {
    const to = new URL(r.url());
    if (to.protocol !== "data:" && (to.origin !== own.origin || (to.pathname !== own.pathname && !/^\/(net|log|(commit|life)\/.*)?$/.test(to.pathname)))) problems.push(`request: ${r.url()}`);
  });
  await page.goto(url);
  return page;
};
/** Whether a page keeps to what people with a screen reader, a keyboard or a small screen need. */
export const check = async (page, name) => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  for (const v of violations) problems.push(`axe ${name}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.failureSummary}`).join(" | ")}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
};
export const shot = async (page, name) => { if (shots) { mkdirSync(shots, { recursive: true }); await page.screenshot({ path: join(shots, `${name}.png`) }); } };
/** The same page in the dark and on a phone. */
export const everywhere = async (url, name, look = async () => {}) => {
  for (const [scheme, width] of [["light", 1400], ["dark", 1400], ["light", 400], ["dark", 400]]) {
    const page = await openPage(url, { colorScheme: scheme, viewport: { width, height: 900 } });
    await look(page, width);
    await check(page, `${name} ${scheme} ${width}`);
    await shot(page, `${name}-${scheme}-${width}`);
    await page.context().close();
  }
};
export const end = async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
  if (problems.length) { console.error([...new Set(problems)].join("\n")); process.exit(1); }
};
