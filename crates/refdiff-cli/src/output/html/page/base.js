"use strict";
// What every view needs: the data, elements, the keys, what the browser keeps.
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");

/** What of a list is there, however deep: nothing stands for what is left out. */
const present = (...children) => children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false);
/** Text without signs that turn the direction of reading. */
const upright = (text) => text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
/** An element with attributes, listeners under `on`, and children. */
const el = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, f] of Object.entries(value)) node.addEventListener(event, f);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : name === "href" ? value : upright(String(value)));
  }
  node.append(...present(children).map((c) => (typeof c === "string" ? upright(c) : c)));
  return node;
};
const button = (text, f, attributes = {}) => el("button", { type: "button", ...attributes, on: { click: f } }, text);
const say = (text) => { document.getElementById("live").textContent = text; };
const percent = (n) => `${Math.round(n * 100)}%`;
const counted = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
const simple = (path) => path.split("/").pop();

/** What is still to be done little by little: all of it together gets one slice of each frame. */
const pending = [];
const SLICE = 12;
let sliceEnd = 0;
const slice = () => {
  const until = performance.now() + SLICE;
  try {
    while (pending.length && performance.now() < until) {
      let ended = true;
      // What fails is over; the others go on.
      try { ended = pending[0](until); } finally { if (ended) pending.shift(); }
    }
  } finally {
    sliceEnd = performance.now();
    if (pending.length) requestAnimationFrame(slice);
  }
};
/** Does something for every item without keeping the page from answering; stops when what it fills is gone. */
const gradually = (items, node, each, done = () => {}) => {
  let at = 0;
  const some = (until) => {
    while (at < items.length && performance.now() < until) each(items[at], at++);
    if (at < items.length) return false;
    done();
    return true;
  };
  // At once, unless something else had its slice just now.
  if (!pending.length && performance.now() - sliceEnd > SLICE) {
    const ended = some(performance.now() + SLICE);
    sliceEnd = performance.now();
    if (ended) return;
  }
  pending.push((until) => !node.isConnected || some(until));
  if (pending.length === 1) requestAnimationFrame(slice);
};

/** Reads texts of which each stands in the data once, and later as a number. */
const reader = () => {
  const known = [];
  return (value) => { if (typeof value === "number") return known[value]; known.push(value); return value; };
};

/** What the browser keeps from visit to visit; a browser that keeps nothing is no failure. */
const kept = {
  read: (name, otherwise) => { try { return JSON.parse(localStorage.getItem(`refdiff ${name}`)) ?? otherwise; } catch { return otherwise; } },
  write: (name, value) => { try { localStorage.setItem(`refdiff ${name}`, JSON.stringify(value)); } catch { /* kept nowhere */ } },
};

/** The keys of the page, each with what it does in words; they can be turned off, as speech input types letters. */
const keys = new Map();
const key = (name, words, f) => keys.set(name, { words, f });
let keysAreOn = kept.read("keys", true);
document.addEventListener("keydown", (e) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== "checkbox" && e.target.type !== "radio";
  if (e.key === "Escape" && typing) { e.target.blur(); main.focus(); return; }
  if (typing || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]") || !keysAreOn && e.key !== "?") return;
  const found = keys.get(e.key);
  if (found) { e.preventDefault(); found.f(); }
});
const help = () => {
  const on = el("input", { type: "checkbox", id: "keys-on" });
  on.checked = keysAreOn;
  on.addEventListener("change", () => { keysAreOn = on.checked; kept.write("keys", keysAreOn); });
  const dialog = el("dialog", { "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, "Keys"),
    el("table", { class: "plain" }, el("tbody", {}, [...keys].map(([name, { words }]) => el("tr", {}, el("td", {}, el("kbd", {}, name)), el("td", {}, words))))),
    el("p", {}, el("label", {}, on, " Use single-key shortcuts")),
    button("Close", () => dialog.close()));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
};
key("?", "this list", help);

/** Goes to the next or previous place of the main part that is worth a stop. */
const stop = (step) => {
  const stops = [...main.querySelectorAll("[data-stop]")].filter((s) => s.offsetParent !== null);
  if (!stops.length) return;
  const now = stops.indexOf(document.activeElement?.closest?.("[data-stop]"));
  const top = Math.max(0, main.querySelector(".scroll")?.getBoundingClientRect().top ?? 0);
  const first = stops.findIndex((s) => s.getBoundingClientRect().top > top + 4);
  const next = now >= 0 ? now + step : step > 0 ? (first < 0 ? stops.length - 1 : first) : (first < 0 ? stops.length - 1 : first - 1);
  const target = stops[Math.max(0, Math.min(stops.length - 1, next))];
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start" });
};
key("n", "next change in this view", () => stop(1));
key("p", "previous change in this view", () => stop(-1));

/** The top of the page: a title, lines of facts, and where to go from here. */
const header = (title, ...lines) => {
  document.title = `${title} · refdiff`;
  const site = data.site ?? {};
  const links = [["All changes together", site.net], ["All commits", site.log], ["← Newer commit", site.newer], ["Older commit →", site.older]].filter(([, to]) => to);
  document.getElementById("top").replaceChildren(
    el("div", { class: "title" }, el("h1", {}, title), button("?", help, { class: "round", "aria-label": "Keys", title: "Keys" })),
    lines.flat().filter(Boolean).map((l) => el(l.nodeType ? "div" : "p", { class: "meta" }, l)).reduce((all, l) => (all.append(l), all), document.createDocumentFragment()),
    ...(links.length ? [el("nav", { class: "site", "aria-label": "Pages" }, links.map(([text, to]) => el("a", { href: to }, text)))] : []));
};
