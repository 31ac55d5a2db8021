// One refactoring: where it is, what it follows from, and its code; of an extraction all three bodies together.

/** The rows of an origin before and after, and of the method that its code went into or came from. */
const transferred = (r) => {
  const extracts = r.out;
  const caller = r.caller;
  const [was, is] = extracts
    ? [codeOfElement(r.before, "old"), codeOfElement(caller, "now")]
    : [codeOfElement(caller, "old"), codeOfElement(r.after, "now")];
  const part = extracts ? codeOfElement(r.after, "now") : codeOfElement(r.before, "old");
  if (!was || !is || !part) return null;
  const origin = extracts ? rowsOf(was, is, r.before.start, caller.start) : rowsOf(was, is, caller.start, r.after.start);
  const side = extracts ? "old" : "now", text = extracts ? "was" : "is";
  const loose = origin.filter((row) => !row.same && row[side] > 0);
  const lines = loose.map((row) => row[text]);
  const piece = extracts ? rowsOf(lines, part, 1, r.after.start) : rowsOf(part, lines, r.before.start, 1);
  for (const row of piece) {
    if (row[side] < 0) continue;
    const from = loose[row[side] - 1];
    const other = extracts ? row.now : row.old;
    row[side] = from[side];
    if (other > 0 && (row.same || likeness(row.was, row.is))) from[extracts ? "oldKind" : "nowKind"] = "moved";
    if (row.same) { row.oldKind = "moved"; row.nowKind = "moved"; }
  }
  // Lines that went nowhere are told by the first table.
  return { origin, piece: piece.filter((row) => (extracts ? row.now : row.old) > 0), extracts };
};

/** The head of one side; the whole path stands above the table. */
const head = (side, e) => el("span", { title: e.file }, `${side}: ${simple(e.file)}:${e.start}`);

/** Rows in which a line that is left to review is never shown as the same, whatever it looks like. */
const withLeft = (rows, r) => {
  const before = linesOf(filesOf.old.get(r.before.file)), after = linesOf(filesOf.now.get(r.after.file));
  return rows.map((row) => {
    const isLeft = row.old > 0 && before?.oldStates[row.old - 1] === LEFT || row.now > 0 && after?.nowStates[row.now - 1] === LEFT;
    return row.same && isLeft ? { ...row, same: false, oldKind: "old", nowKind: "new" } : row;
  });
};

const codeOfFound = (r) => {
  const nothing = () => el("p", { class: "empty" }, "The code was left out of this page, which would be too large. `refdiff show -p` has it.");
  const link = (letter, e, side) => { const file = filesOf[side].get(e.file); return (l, n) => (file ? to.file(file, `${l}${n}`) : null); };
  if (r.caller) {
    const all = transferred(r);
    if (!all) return [nothing()];
    const [old, now, part] = all.extracts ? [r.before, r.caller, r.after] : [r.caller, r.after, r.before];
    const title = (e, words) => `${e.name}, ${words}`;
    return [el("h3", {}, title(now, "before and after")), codeOf(title(now, "before and after"), [head("Before", old), head("After", now)], all.origin, [old.file, now.file], (l, n) => link(l, l === "L" ? old : now, l === "L" ? "old" : "now")(l, n)),
      el("h3", {}, title(part, all.extracts ? "the new method, beside the lines that left" : "the method that is gone, beside the lines that came")),
      codeOf(part.name, all.extracts ? [head("Before", old), head("After", part)] : [head("Before", part), head("After", now)], all.piece, [old.file, now.file])];
  }
  const was = codeOfElement(r.before, "old"), is = codeOfElement(r.after, "now");
  if (!was || !is) return [nothing()];
  const rows = withLeft(rowsOf(was, is, r.before.start, r.after.start), r);
  return [codeOf(`${r.type}: before and after`, [head("Before", r.before), head("After", r.after)], rows, [r.before.file, r.after.file],
    (l, n) => link(l, l === "L" ? r.before : r.after, l === "L" ? "old" : "now")(l, n))];
};

const foundView = (r) => {
  const same = (x, y) => x.key === y.key && x.file === y.file;
  const related = found.filter((o) => o !== r && !o.group && (same(o.before, r.before) || same(o.after, r.after))).slice(0, 30);
  const effects = found.filter((o) => o.cause === r.at);
  const how = [r.similarity === null ? null : `${percent(r.similarity)} alike`, r.confidence !== null ? `unsure: ${percent(r.confidence)}` : null, ...r.changes].filter(Boolean);
  const list = (title, all) => (all.length ? [el("details", { open: all.length <= 5 }, el("summary", {}, `${title} (${all.length})`),
    el("ul", {}, all.slice(0, 500).map((o) => el("li", {}, el("a", { href: to.found(o) }, o.type), " ", names(o)))))] : []);
  const cause = r.cause === null ? null : found[r.cause];
  const page = el("div", { class: "scroll page", tabindex: "0", role: "region", "aria-label": "The chosen refactoring" },
    el("h2", { "data-stop": true, tabindex: "-1" }, r.type, " ", names(r)),
    el("dl", { class: "where" },
      el("dt", {}, "Before"), el("dd", {}, el("code", {}, r.before.key), " ", fileLink(r.before, "old")),
      el("dt", {}, "After"), el("dd", {}, el("code", {}, r.after.key), " ", fileLink(r.after, "now")),
      how.length ? [el("dt", {}, "How"), el("dd", { class: r.confidence !== null ? "unsure" : null }, how.join("; "))] : [],
      cause ? [el("dt", {}, "Follows from"), el("dd", {}, el("a", { href: to.found(cause) }, cause.type), " ", names(cause))] : []),
    data.served && commit.commit ? el("p", {}, el("a", { href: life(r.after) }, "Its life: every commit in which it changed")) : null,
    list("What follows from it", effects), r.counts && !effects.length ? el("p", { class: "meta" }, `With it: ${r.counts}`) : null,
    list("The same code elsewhere", related), r.group ? null : codeOfFound(r));
  say(`${r.type} ${namesText(r)}`);
  return { node: page, start: () => {} };
};
