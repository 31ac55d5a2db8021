// Tables of code: two sides with the words that changed, or one column where there is no room for two.

const NONE = -1;
/** Rows in which a side has its own class: `left`, `done` for what refactorings account for, `layout`, `moved`. */
const codeRow = (row, states, to) => {
  const tr = el("tr", { class: row.same ? "equal" : null });
  const kinds = [row.oldKind ?? (row.same ? "same" : "old"), row.nowKind ?? (row.same ? "same" : "new")];
  // Words are marked between lines that were edited: beside a line that is accounted for stands something else.
  const isEdit = !row.same && !kinds.includes("done");
  const side = (text, number, other, kind, state, letter) => {
    if (number === NONE) return [el("td", { class: "n none" }), el("td", { class: "none" })];
    const parts = isEdit && other !== null ? marked(text, other) : [text];
    const name = to ? to(letter, number) : null;
    const shown = name ? el("a", { href: name, tabindex: "-1" }, String(number)) : String(number);
    return [el("td", { class: "n", "data-line": `${letter}${number}` }, shown), el("td", { class: `code ${kind}` }, painted(parts, state))];
  };
  tr.append(...side(row.was, row.old, row.is, kinds[0], states[0], "L"), ...side(row.is, row.now, row.was, kinds[1], states[1], "R"));
  return tr;
};

const codeTable = (caption, heads, body) => el("table", { class: "beside" },
  el("caption", { class: "hidden" }, caption),
  el("colgroup", {}, el("col", { class: "n" }), el("col"), el("col", { class: "n" }), el("col")),
  heads ? el("thead", {}, el("tr", {}, el("th", { colspan: 2, scope: "col" }, heads[0]), el("th", { colspan: 2, scope: "col" }, heads[1]))) : null, body);

/** A table of rows, filled little by little. */
const codeOf = (caption, heads, rows, files, to) => {
  const body = el("tbody"), states = files.map(begun);
  queueMicrotask(() => gradually(rows, body, (row) => body.append(codeRow(row, states, to))));
  return codeTable(caption, heads, body);
};
