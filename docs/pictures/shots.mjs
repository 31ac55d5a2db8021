// Takes the pictures of the pages: node shots.mjs REFDIFF FOLDER. The repository is made of fixtures, for nobody's code but ours
// may be shown.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "../..");
const { chromium } = await import(pathToFileURL(createRequire(join(root, "tests/browser/package.json")).resolve("playwright-core")).href.replace("index.js", "index.mjs"));
const refdiff = resolve(process.argv[2]), out = resolve(process.argv[3]);
const fixtures = join(root, "fixtures/java"), folder = mkdtempSync(join(tmpdir(), "refdiff-pictures-"));
const people = ["Ada", "Grace", "Barbara", "Edsger"];
const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const git = (...command) => execFileSync("git", command, { cwd: folder, env: environment, encoding: "utf8" }).trim();
let day = 0;
const commit = (subject) => {
  const when = new Date(Date.UTC(2023, 0, 9 + day, 10)).toISOString(), who = people[(day * 7) % people.length];
  day += 3 + ((day * 5) % 11);
  for (const role of ["AUTHOR", "COMMITTER"]) Object.assign(environment, { [`GIT_${role}_DATE`]: when, [`GIT_${role}_NAME`]: who, [`GIT_${role}_EMAIL`]: `${who.toLowerCase()}@example.org` });
  git("add", "-A");
  git("commit", "-qm", subject);
};
const put = (name, side) => { rmSync(join(folder, "src", name), { recursive: true, force: true }); cpSync(join(fixtures, name, side), join(folder, "src", name), { recursive: true }); };
const words = (name) => { const text = name.replaceAll("-", " "); return text[0].toUpperCase() + text.slice(1); };

// All cases before, then one after the other; what the pages of commits show comes last, at once.
const together = ["extract-method-plain", "move-method-plain", "rename-method-plain", "move-type-edited", "pull-up-method-edited", "extract-class-two-origins", "rename-type-edited"];
const cases = readdirSync(fixtures).filter((c) => !/^not?-/.test(c) && !together.includes(c));
git("init", "-q", "-b", "main");
git("remote", "add", "origin", "https://github.com/example/harbour.git");
[...cases, ...together].forEach((c) => put(c, "before"));
commit("Begin");
for (const c of cases) { put(c, "after"); commit(words(c)); }
together.forEach((c) => put(c, "after"));
commit("Tidy up before the release");

const page = (name, ...command) => { const file = join(folder, ".git", name); execFileSync(refdiff, ["-C", folder, ...command, "--format", "html", "-o", file], { env: environment, stdio: "pipe" }); return `file://${file}`; };
const one = page("commit.html", "show"), all = page("history.html", "log");
const [report] = JSON.parse(execFileSync(refdiff, ["-C", folder, "show", "--format", "json"], { encoding: "utf8", env: environment })).commits;
const extraction = report.refactorings.find((r) => r.type === "Extract Method").id;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [name, url, width, height, colorScheme] of [
  ["commit", one, 1400, 860, "light"], ["extraction", `${one}#r/${extraction}`, 1400, 760, "dark"], ["history", all, 1400, 860, "light"], ["phone", `${one}#r/${extraction}`, 400, 860, "light"],
]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.waitForTimeout(800);
  if (name === "extraction") await tab.keyboard.press("r");
  if (name === "phone") await tab.locator(".views").evaluate((node) => node.scrollIntoView());
  await tab.screenshot({ path: join(out, `${name}.png`) });
  await context.close();
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
