// What is left to review: each file with the lines that no refactoring explains.

/** A piece of what is left, as rows side by side. */
const hunkRows = (hunk) => {
  const before = linesOf(filesOf.old.get(hunk.before)), after = linesOf(filesOf.now.get(hunk.after));
  const rows = [];
  let old = hunk.old, now = hunk.now, gone = [], came = [];
  const flush = () => {
    for (const row of rowsOf(gone.map((l) => l[1]), came.map((l) => l[1]))) {
      const from = row.old < 0 ? null : gone[row.old - 1], is = row.now < 0 ? null : came[row.now - 1];
      rows.push({ ...row, same: false, old: from ? from[0] : NONE, now: is ? is[0] : NONE });
    }
    gone = []; came = [];
  };
  let at = 0;
  for (const [sign, n] of hunk.signs) {
    for (let i = 0; i < n; i++, at++) {
      const text = hunk.text ? hunk.text[at] : sign === "-" ? before.old[old - 1] : after.now[now - 1];
      if (sign === " ") { flush(); rows.push({ old: hunk.before === null ? NONE : old, now, same: true, was: text, is: text }); old++; now++; }
      else if (sign === "-") gone.push([old++, text]);
      else came.push([now++, text]);
    }
  }
  flush();
  return rows;
};
/** The lines of a piece, without looking which of them belong side by side. */
const hunkTexts = (hunk) => {
  if (hunk.text) return hunk.text;
  const before = linesOf(filesOf.old.get(hunk.before)), after = linesOf(filesOf.now.get(hunk.after));
  let old = hunk.old - 1, now = hunk.now - 1;
  return hunk.signs.flatMap(([sign, n]) => {
    const lines = sign === "-" ? before?.old.slice(old, old + n) : after?.now.slice(now, now + n);
    if (sign !== "+") old += n;
    if (sign !== "-") now += n;
    return lines ?? [];
  });
};
const hunkTitle = (hunk) => {
  const at = (path, line) => (line > 0 ? `${path}:${line}` : path);
  if (hunk.before && hunk.after && hunk.before !== hunk.after) return `${at(hunk.before, hunk.old)} → ${at(hunk.after, hunk.now)}`;
  return hunk.after ? `Line ${hunk.now}` : `Line ${hunk.old} before`;
};
const WORDS = { binary: "A binary file changed.", unread: "This file could not be read.", file: "" };

/** The section of one file in the list of what is left; its code is laid out when it comes near the screen. */
const leftSection = (file, hunks, near) => {
  const size = hunks.reduce((n, h) => n + h.signs.reduce((m, [, k]) => m + k, 0), 0);
  const body = el("div", { class: "body" });
  const left = file.left ? counted(file.left, "line") : "";
  let open = !seen.has(file.path) && size <= LARGE, filled = false;
  const toggle = button("", () => set(!open), { class: "toggle", "aria-label": `${simple(file.path)}: fold or unfold` });
  const fill = () => {
    if (filled || !open) return;
    filled = true;
    body.style.minHeight = "";
    for (const hunk of hunks) {
      const title = el("p", { class: "where", "data-stop": true, tabindex: "-1" }, hunkTitle(hunk), hunk.notes.length ? ` (${hunk.notes.join(", ")})` : null);
      if (WORDS[hunk.kind] !== undefined) { body.append(title, el("p", { class: "empty" }, WORDS[hunk.kind])); continue; }
      body.append(title, codeOf(`Changes at ${hunkTitle(hunk)}`, null, hunkRows(hunk), [hunk.before, hunk.after], (letter, line) => {
        const other = letter === "L" ? filesOf.old.get(hunk.before) : filesOf.now.get(hunk.after);
        return other ? to.file(other, `${letter}${line}`) : null;
      }));
    }
  };
  const section = el("section", { class: "file", "aria-label": file.path },
    el("div", { class: "head", "data-stop": true, tabindex: "-1" }, toggle, el("h3", {}, el("a", { href: to.file(file), title: file.path }, pathOf(file))),
      el("span", { class: "faint" }, left), tick(file, (is) => set(!is))), body);
  const set = (is) => {
    open = is;
    body.hidden = !open;
    toggle.setAttribute("aria-expanded", String(open));
    if (open) { if (!filled) body.style.minHeight = `${Math.min(size, LARGE) * 19}px`; near.observe(section); }
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
  const left = commit.changed - commit.explained;
  const by = (kinds) => {
    const all = new Map();
    for (const hunk of commit.hunks.filter(kinds)) {
      const file = filesOf.now.get(hunk.after) ?? filesOf.old.get(hunk.before) ?? files.find((f) => f.path === (hunk.after ?? hunk.before)) ?? { path: hunk.after ?? hunk.before, old: hunk.before, new: hunk.after, left: 0, label: `${hunk.before} → ${hunk.after}` };
      all.set(file, [...all.get(file) ?? [], hunk]);
    }
    return all;
  };
  const code = by((h) => h.kind !== "layout"), layout = by((h) => h.kind === "layout");
  const page = el("div", { class: "scroll page", tabindex: "0", role: "region", "aria-label": "What is left to review" });
  const count = el("p", { class: "meta" });
  const tell = () => { const n = [...code.keys()].filter((f) => seen.has(f.path)).length; count.textContent = code.size ? `${n} of ${counted(code.size, "file")} seen` : ""; };
  tell();
  onSeen.add(() => { if (page.isConnected) tell(); });
  page.append(...present(el("h2", {}, !commit.changed ? "No lines changed" : left ? `${left.toLocaleString("en")} of ${counted(commit.changed, "changed line")} are left to review (${percent(left / commit.changed)})` : "Nothing is left to review"), count,
    commit.pure && commit.changed ? el("p", {}, "This change only refactors; what is left is layout and comments.") : null));
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
