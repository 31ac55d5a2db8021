// The data of a commit's page: its files with their lines, and what was found in them.
const UNCHANGED = 0, DONE = 1, LAYOUT = 2, LEFT = 3;
/** A file with more rows than this is folded until somebody asks for it. */
const LARGE = 2000;

const commit = data.commit;
const commitName = commit ? commit.commit ?? `${commit.from} → ${commit.to}` : null;
/** What is found for a file by its path on either side. */
const filesOf = { old: new Map(), now: new Map() };
const files = commit?.files ?? [];
files.forEach((file, at) => {
  file.at = at;
  file.path = file.new ?? file.old;
  if (file.old !== null) filesOf.old.set(file.old, file);
  if (file.new !== null) filesOf.now.set(file.new, file);
});
/** The refactorings, with what is usual where the data is silent. */
const found = (() => {
  const text = reader();
  const element = ([kind, key, name, file, start, end]) => ({ kind: text(kind), key, name: text(name), file: text(file), start, end });
  return (commit?.found ?? []).map((r) => {
    const read = { was: "", is: "", group: null, inside: null, similarity: null, confidence: null, changes: [], lines: 0, counts: "", cause: null, depth: 0, brings: false, moves: false, out: false, ...r };
    read.type = text(r.type);
    read.package = text(r.package);
    read.before = element(r.before);
    read.after = element(r.after);
    read.caller = r.caller ? element(r.caller) : null;
    return read;
  });
})();
const foundById = new Map(found.map((r) => [r.id, r]));
found.forEach((r, at) => { r.at = at; });

/** The lines of a file, the blocks in which it differs, and what each line is; null where the page does not hold them. */
const linesOf = (file) => {
  if (!file || file.text === null) return null;
  if (file.lines) return file.lines;
  const split = (text) => { const lines = text.split("\n"); if (lines[lines.length - 1] === "") lines.pop(); return lines; };
  const now = split(file.text), old = [], rows = [];
  let j = 0;
  for (const part of file.parts) {
    if (typeof part === "number") for (let i = 0; i < part; i++, j++) { old.push(now[j]); rows.push({ old: old.length, now: j + 1, same: true, was: now[j], is: now[j] }); }
    else {
      const [gone, came] = part;
      for (let i = 0; i < Math.max(gone.length, came); i++) {
        const was = i < gone.length ? gone[i] : null, is = i < came ? now[j + i] : null;
        if (was !== null) old.push(was);
        rows.push({ old: was === null ? NONE : old.length, now: is === null ? NONE : j + i + 1, same: was !== null && is !== null && was.trim() === is.trim(), was, is });
      }
      j += came;
    }
  }
  const states = (runs) => { const all = []; for (const [state, n] of runs ?? []) for (let i = 0; i < n; i++) all.push(state); return all; };
  file.lines = { old, now, rows, oldStates: states(file.oldStates), nowStates: states(file.nowStates) };
  return file.lines;
};
/** So many rows are shown around what is not folded. */
const AROUND = 3;
const KINDS = ["same", "done", "layout"];
/** A row of a file with what its lines are. */
const withKinds = (row, lines) => {
  const kind = (state, letter) => (state === LEFT ? letter : KINDS[state]);
  return { ...row, oldKind: row.old > 0 ? kind(lines.oldStates[row.old - 1] ?? 0, "old") : null, nowKind: row.now > 0 ? kind(lines.nowStates[row.now - 1] ?? 0, "new") : null };
};
/** The lines of an element, from its first to its last. */
const codeOfElement = (e, side) => {
  const lines = linesOf(filesOf[side].get(e.file));
  return lines ? lines[side].slice(e.start - 1, e.end) : null;
};

/** Addresses within the page. */
const to = {
  left: (file) => (file ? `#left/${encodeURIComponent(file.path)}` : "#left"),
  file: (file, line) => `#file/${encodeURIComponent(file.path)}${line ? `/${line}` : ""}`,
  found: (r) => `#r/${encodeURIComponent(r.id)}`,
};
const place = (e) => `${e.file}:${e.start}`;
const fileLink = (e, side) => {
  const file = filesOf[side].get(e.file);
  return file ? el("a", { href: to.file(file, `${side === "old" ? "L" : "R"}${e.start}`) }, place(e)) : place(e);
};
const life = (e) => `/life/${commit.commit}/${e.start}/${encodeURIComponent(e.file)}`;

/** The names of a refactoring: the package faint, what both sides share once. */
const names = (r) => {
  const arrow = r.was && r.is ? " → " : "";
  return el("span", { class: "names" }, r.package ? el("span", { class: "faint" }, `${r.package}.`) : null,
    r.was ? el("span", { class: "was" }, r.was) : null, arrow, r.is ? el("span", { class: "is" }, r.is) : null, r.inside ? el("span", { class: "faint" }, ` in ${r.inside}`) : null);
};
/** A name in which the owner makes room first where there is too little. */
const fitted = (text, kind) => {
  const head = text.split("(")[0], dot = head.lastIndexOf(".") + 1;
  return el("div", { class: `sub fitted ${kind}` }, kind === "is" ? "→ " : null, dot ? el("span", { class: "owner" }, text.slice(0, dot)) : null, el("span", { class: "own" }, text.slice(dot)));
};
/** The names of a refactoring in two lines of a list. */
const listedNames = (r) => {
  const inside = r.inside ? ` in ${r.inside}` : "";
  if (r.was && r.is) return [fitted(r.was, "was"), fitted(r.is + inside, "is")];
  return [fitted((r.was || r.is) + inside, "was"), r.package ? el("div", { class: "sub" }, r.package) : null];
};
const namesText = (r) => `${r.was}${r.was && r.is ? " → " : ""}${r.is}${r.inside ? ` in ${r.inside}` : ""}`;

// What the reader has seen, by path.
const SEEN = `seen ${data.repository ?? ""} ${commitName}`;
const keptSeen = commit ? kept.read(SEEN, []) : [];
let seen = new Set(Array.isArray(keptSeen) ? keptSeen : []);
/** What is kept of a file that was seen: its path, and a number for what it held, so that another version is not seen. */
const seenKey = (file) => {
  if (file.seenKey) return file.seenKey;
  let number = 0;
  const add = (text) => { for (let i = 0; i < text.length; i++) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0; };
  add(file.text ?? "");
  add(JSON.stringify([file.parts, file.oldStates, file.nowStates]) ?? "");
  return (file.seenKey = `${file.path} ${number}`);
};
const isSeen = (file) => seen.has(seenKey(file));
const onSeen = new Set();
const setSeen = (file, is) => {
  if (is) seen.add(seenKey(file));
  else seen.delete(seenKey(file));
  kept.write(SEEN, [...seen]);
  for (const f of onSeen) f(file);
};
/** A tick that says whether a file was seen, the same wherever it stands. */
const tick = (file, then = () => {}) => {
  const box = el("input", { type: "checkbox", "aria-label": `Seen: ${file.path}` });
  box.checked = isSeen(file);
  box.addEventListener("change", () => { setSeen(file, box.checked); then(box.checked); });
  box.addEventListener("click", (e) => e.stopPropagation());
  onSeen.add((changed) => { if (changed === file && box.isConnected) { box.checked = isSeen(file); then(box.checked); } });
  return el("label", { class: "tick" }, box, " seen");
};
