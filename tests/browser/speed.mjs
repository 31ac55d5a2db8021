// How fast a page is there, and whether it keeps answering: the median of five runs.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { openPage, problems } from "./support.mjs";

const MOST_READY = 2000, MOST_TASK = 100, MOST_BYTES = 10 << 20;
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];

const once = async (url) => {
  const began = Date.now();
  const page = await openPage(url);
  await page.locator(".list .item, .rows .line").first().waitFor();
  const ready = Date.now() - began;
  await page.waitForTimeout(1500);
  const task = await page.evaluate(async () => {
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
    const wait = (time = 40) => new Promise((done) => setTimeout(done, time));
    for (const part of document.querySelectorAll(".list, .rows, .page")) for (let i = 0; i < 50; i++) { part.scrollTop = (part.scrollHeight * i) / 50; await wait(); }
    const search = document.getElementById("search"), type = document.getElementById("type");
    for (const text of ["t", "te", "test", "get", ""]) { search.value = text; search.dispatchEvent(new Event("input")); await wait(250); }
    for (const option of [...type.options].slice(0, 8)) { type.value = option.value; type.dispatchEvent(new Event("input")); await wait(100); }
    for (const head of [...document.querySelectorAll(".heads button")]) { head.click(); await wait(100); }
    return Math.max(0, ...tasks);
  });
  await page.context().close();
  return [ready, task];
};

export const measure = async (file) => {
  const runs = [];
  for (let i = 0; i < 5; i++) runs.push(await once(`file://${resolve(file)}`));
  const ready = median(runs.map((r) => r[0])), task = median(runs.map((r) => r[1])), size = statSync(file).size;
  console.log(`${file}: ${(size / 1e6).toFixed(1)} MB, ready after ${ready} ms, longest task while filtering and scrolling ${Math.round(task)} ms`);
  if (ready > MOST_READY || task > MOST_TASK || size > MOST_BYTES) problems.push(`${file} is too slow or too large`);
};
