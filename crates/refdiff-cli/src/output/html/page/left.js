// What is left to review: each file with the lines that no refactoring explains.

/** A piece of what is left, as rows side by side; beside context stands what it was, where that is known. */
const hunkRows = (hunk) => {
  const before = linesOf(filesOf.old.get(hunk.before)), after = linesOf(filesOf.now.get(hunk.after));
  const rows = [];
  let gone = [], came = [], at = 0;
  const flush = () => {
    for (const row of rowsOf(gone.map((l) => l[1]), came.map((l) => l[1]))) {
      const from = row.old < 0 ? null : gone[row.old - 1], is = row.now < 0 ? null : came[row.now - 1];
      rows.push({ ...row, same: false, old: from ? from[0] : NONE, now: is ? is[0] : NONE });
    }
    gone = []; came = [];
  };
  for (const [sign, n, old, now] of hunk.runs) {
    for (let i = 0; i < n; i++, at++) {
      const text = hunk.text ? hunk.text[at] : sign === "-" ? before.old[old + i - 1] : after.now[now + i - 1];
      if (sign === "-") { gone.push([old + i, text]); continue; }
      if (sign === "+") { came.push([now + i, text]); continue; }
      flush();
      const was = old && before ? before.old[old + i - 1] : null;
      const same = was !== null && was.trim() === text.trim();
      rows.push({ old: was === null ? NONE : old + i, now: now + i, same, was, is: text, oldKind: same ? "same" : "done", nowKind: same ? "same" : "done" });
    }
  }
  flush();
  return rows;
};
/** The lines of a piece, without looking which of them belong side by side. */
const hunkTexts = (hunk) => {
  if (hunk.text) return hunk.text;
  const before = linesOf(filesOf.old.get(hunk.before)), after = linesOf(filesOf.now.get(hunk.after));
  return hunk.runs.flatMap(([sign, n, old, now]) => (sign === "-" ? before?.old.slice(old - 1, old - 1 + n) : after?.now.slice(now - 1, now - 1 + n)) ?? []);
};
/** Whether both sides of a piece are one file, whose own rows then show it. */
const isWithin = (hunk, file) => (hunk.before === null || filesOf.old.get(hunk.before) === file) && (hunk.after === null || filesOf.now.get(hunk.after) === file);
/** What is left of a file, as pieces of its rows; null where the page does not hold it. Code that came from another file, or went to one, stands beside that. */
const ownPieces = (file) => {
  const lines = linesOf(file);
  if (!lines) return null;
  const elsewhere = new Set();
  for (const hunk of commit.hunks) {
    if (hunk.kind === "layout" || isWithin(hunk, file)) continue;
    for (const [sign, n, old, now] of hunk.runs) for (let i = 0; i < n; i++) {
      if (sign === "-" && filesOf.old.get(hunk.before) === file) elsewhere.add(`L${old + i}`);
      if (sign === "+" && filesOf.now.get(hunk.after) === file) elsewhere.add(`R${now + i}`);
    }
  }
  const isLeft = (row) => row.old > 0 && lines.oldStates[row.old - 1] === LEFT && !elsewhere.has(`L${row.old}`) || row.now > 0 && lines.nowStates[row.now - 1] === LEFT && !elsewhere.has(`R${row.now}`);
  const pieces = [];
  let end = -1;
  lines.rows.forEach((row, i) => {
    if (!isLeft(row)) return;
    const from = Math.max(0, i - AROUND), to = Math.min(lines.rows.length, i + AROUND + 1);
    if (from <= end) pieces[pieces.length - 1][1] = to;
    else pieces.push([from, to]);
    end = to;
  });
  return pieces.map(([from, to]) => lines.rows.slice(from, to).map((row) => withKinds(row, lines)));
};
const hunkTitle = (hunk) => {
  const at = (path, line) => (line > 0 ? `${path}:${line}` : path);
  if (hunk.before && hunk.after && hunk.before !== hunk.after) return `${at(hunk.before, hunk.old)} → ${at(hunk.after, hunk.now)}`;
  return hunk.after ? `Line ${hunk.now}` : `Line ${hunk.old} before`;
};
const WORDS = { binary: "A binary file changed.", unread: "This file could not be read.", file: "" };

/** The section of one file in the list of what is left; its code is laid out when it comes near the screen. */
const leftSection = (file, hunks, near) => {
  const size = hunks.reduce((n, h) => n + h.runs.reduce((m, [, k]) => m + k, 0), 0);
  const body = el("div", { class: "body" });
  const left = file.left ? counted(file.left, "line") : "";
  let open = !isSeen(file) && size <= LARGE, filled = false;
  const toggle = button("", () => set(!open), { class: "toggle", "aria-label": `${simple(file.path)}: fold or unfold` });
  const fill = () => {
    if (filled || !open) return;
    filled = true;
    body.style.minHeight = "";
    const own = ownPieces(file), steps = [];
    const put = (title, code) => steps.push(() => body.append(el("p", { class: "where", "data-stop": true, tabindex: "-1" }, title), code()));
    const to_line = (letter, line) => to.file(file, `${letter}${line}`);
    for (const rows of own ?? []) {
      const first = rows.find((row) => row.now > 0) ?? rows[0];
      const title = first.now > 0 ? `Line ${first.now}` : `Line ${first.old} before`;
      put(title, () => codeOf(`Changes at ${title}`, null, rows, [file.old, file.new], to_line));
    }
    for (const hunk of hunks) {
      if (own && isWithin(hunk, file) && WORDS[hunk.kind] === undefined && hunk.kind !== "layout") continue;
      const title = [hunkTitle(hunk), hunk.notes.length ? ` (${hunk.notes.join(", ")})` : ""].join("");
      const words = WORDS[hunk.kind] ?? (hunk.out ? "The code was left out of this page, which would be too large. `refdiff show --residual` has it." : undefined);
      put(title, () => (words !== undefined ? el("p", { class: "empty" }, words) : codeOf(`Changes at ${title}`, null, hunkRows(hunk), [hunk.before, hunk.after], (letter, line) => {
        const other = letter === "L" ? filesOf.old.get(hunk.before) : filesOf.now.get(hunk.after);
        return other ? to.file(other, `${letter}${line}`) : null;
      })));
    }
    gradually(steps, body, (step) => step());
  };
  const section = el("section", { class: "file", "aria-label": file.path },
    el("div", { class: "head", "data-stop": true, tabindex: "-1" }, toggle, el("h3", {}, el("a", { href: to.file(file), title: file.path }, pathOf(file))),
      el("span", { class: "faint" }, left), tick(file, (is) => set(!is))), body);
  const set = (is) => {
    open = is;
    body.hidden = !open;
    toggle.setAttribute("aria-expanded", String(open));
    if (open) {
      const height = `${Math.min(size, LARGE) * 19}px`;
      body.style.containIntrinsicSize = `auto ${height}`;
      if (!filled) body.style.minHeight = height;
      near.observe(section);
    }
  };
  if (size > LARGE) body.before(el("p", { class: "empty" }, `${counted(size, "line")}: unfold to see them.`));
  section.fill = fill;
  section.toggle = () => set(!open);
  section.unfold = () => { set(true); fill(); };
  set(open);
  return section;
};

/** A path with what it was before, shared parts once. */
const pathOf = (file) => (file.old !== null && file.new !== null && file.old !== file.new ? file.label : file.path);

const leftView = (chosen) => {
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { near.unobserve(entry.target); entry.target.fill(); }
  }, { rootMargin: "1200px 0px" });
  const by = (kinds) => {
    const all = new Map();
    for (const hunk of commit.hunks.filter(kinds)) {
      const file = filesOf.now.get(hunk.after) ?? filesOf.old.get(hunk.before) ?? files.find((f) => f.path === (hunk.after ?? hunk.before)) ?? { path: hunk.after ?? hunk.before, old: hunk.before, new: hunk.after, left: 0, label: `${hunk.before} → ${hunk.after}` };
      if (all.has(file)) all.get(file).push(hunk);
      else all.set(file, [hunk]);
    }
    return all;
  };
  const code = by((h) => h.kind !== "layout"), layout = by((h) => h.kind === "layout");
  const page = el("div", { class: "scroll page", tabindex: "0", role: "region", "aria-label": "What is left to review" });
  const count = el("p", { class: "meta" });
  const tell = () => { const n = [...code.keys()].filter((f) => isSeen(f)).length; count.textContent = code.size ? `${n} of ${counted(code.size, "file")} seen` : ""; };
  tell();
  onSeen.add(() => { if (page.isConnected) tell(); });
  page.append(...present(el("h2", {}, (commit.left ?? "").replace(/^./, (c) => c.toUpperCase())), count,
    commit.pure && commit.explained ? el("p", {}, "This change does nothing but refactor.") : null));
  const sections = new Map();
  const put = (parent, all) => gradually([...all], page, ([file, hunks]) => {
    const section = leftSection(file, hunks, near);
    if (!sections.has(file)) sections.set(file, section);
    parent.append(section);
    if (chosen === file && parent === page) requestAnimationFrame(() => { section.unfold(); section.scrollIntoView({ block: "start" }); });
  }, () => {
    if (parent !== page) return;
    if (layout.size) {
      const hidden = el("div");
      const details = el("details", { class: "more" }, el("summary", {}, `Layout and comments (${counted(layout.size, "file")})`), hidden);
      details.addEventListener("toggle", () => { if (details.open && !hidden.childElementCount) put(hidden, layout); }, { once: false });
      page.append(details);
    }
    const only = files.filter((f) => !sections.has(f) && !layout.has(f));
    if (only.length) {
      page.append(el("details", { class: "more" }, el("summary", {}, `Only refactored: nothing to read in ${counted(only.length, "file")}`),
        el("ul", {}, only.slice(0, 2000).map((f) => el("li", {}, el("a", { href: to.file(f) }, pathOf(f)))))));
    }
  });
  return { node: page, start: () => put(page, code), unfoldAt: () => document.activeElement?.closest("section.file")?.toggle?.() };
};
