// `refdiff view`: pages for a range, its commits and the lives of elements, and nothing for anyone else.
import { spawn } from "node:child_process";
import { join } from "node:path";
import assert from "node:assert/strict";
import { check, environment, everywhere, folder, openPage, refdiff, report, run, shot, start } from "./support.mjs";

const serve = (what) => {
  const server = spawn(refdiff, ["-C", folder, "view", what, "--no-open"], { env: environment });
  return new Promise((done, fail) => {
    let text = "";
    server.stderr.on("data", (d) => { text += d; const m = text.match(/http:\/\/\S+/); if (m) done([m[0], () => { server.removeAllListeners("exit"); server.kill("SIGINT"); }]); });
    server.on("exit", () => fail(new Error(`view ended: ${text}`)));
  });
};
const title = (page) => page.locator("h1").innerText();

// A range begins with its commits; each has a page, with the next and previous one; and there is the net change.
let [url, stop] = await serve("main~3..main");
let page = await openPage(url);
await page.getByRole("tab", { name: /^Refactorings/ }).click();
await page.locator(".rows a").first().click();
await page.waitForURL(/\/commit\//);
assert.match(await title(page), /Case/);
await page.getByRole("link", { name: /Older commit/ }).or(page.getByRole("link", { name: /Newer commit/ })).first().click();
await page.getByRole("link", { name: "All changes together" }).click();
await page.waitForURL(/\/net$/);
assert.match(await title(page), /→/);
await page.getByRole("link", { name: "All commits" }).click();
await page.waitForURL(/\/log$/);
// From a commit to the life of what was refactored in it, and back.
await page.getByRole("tab", { name: /^Refactorings/ }).click();
await page.locator(".rows a").first().click();
await page.getByRole("tab", { name: /^Refactorings/ }).click();
await page.locator('[role="option"]').first().click();
await page.getByRole("link", { name: /^Its life/ }).click();
await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("The life of "));
await page.waitForFunction(() => document.querySelectorAll(".beside tr").length > 2);
assert.ok((await page.locator(".events .item").count()) > 0);
await check(page, "life");
await shot(page, "life-light-1400");
await page.locator(".item").last().click();
assert.match(await page.locator(".main h2").textContent(), /introduced|extracted/);
await page.getByRole("link", { name: "The whole commit" }).click();
await page.waitForURL(/\/commit\//);
// The net change is that of `diff`.
const [net] = report("diff", "main~3", "main", "--residual");
await page.goto(new URL("/net", url).href);
assert.match(await page.locator("header").innerText(), /\d+% explained: /);

const status = async (path, settings) => (await fetch(new URL(path, url), settings)).status;
assert.equal(await status("/"), 200);
assert.equal(await status("/../../etc/passwd"), 404);
for (const path of ["/commit/zz", "/commit/", "/net/", "/log/x", "/nets"]) assert.equal(await status(path), 404, path);
for (const path of ["/life/zz/1/a", `/life/${start}/0/x.java`, `/life/${start}/1`, `/life/${start}/99999999999/a`, `/life/${start}/1/..%2f..%2fetc%2fpasswd`]) assert.equal(await status(path), 404, path);
assert.equal(await status("/", { method: "POST" }), 405);
const { request } = await import("node:http");
const foreign = await new Promise((done) => request(url, { headers: { Host: "evil.example" } }, (r) => done(r.statusCode)).end());
assert.equal(foreign, 403);
stop();
await page.context().close();

// A pull request begins with its net change, since where it left.
[url, stop] = await serve("main...all");
page = await openPage(url);
assert.match(await title(page), /→/);
await page.getByRole("link", { name: "All commits" }).click();
await page.waitForURL(/\/log$/);
await page.getByRole("tab", { name: /^Commits \(1\)/ }).click();
stop();
await page.context().close();

// A commit by itself leads to the one before.
[url, stop] = await serve("main");
page = await openPage(url);
await page.getByRole("link", { name: /Older commit/ }).click();
await page.waitForURL(/\/commit\//);
stop();
await page.context().close();

// The life of an element as a file.
const moved = report("show", "all")[0].refactorings.find((r) => r.type === "Rename Method");
const life = join(folder, "life.html");
run("history", "all", `${moved.after.file}:${moved.after.start_line}`, "--format", "html", "--output", life);
await everywhere(`file://${life}`, "life", async (page) => { assert.equal(await page.locator(".item").count(), 2); });
