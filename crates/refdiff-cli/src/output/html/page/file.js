// A whole file, before and after side by side, with the refactorings marked in it.

const LEVELS = [["left", "What is left"], ["changed", "All that changed"], ["whole", "The whole file"]];
let level = "left";

/** The refactorings that begin in a row of a file, by row. */
const marksOf = (file, rows) => {
  const at = { L: new Map(), R: new Map() };
  rows.forEach((row, i) => { if (row.old > 0) at.L.set(row.old, i); if (row.now > 0) at.R.set(row.now, i); });
  const marks = new Map();
  const put = (row, text, r, where) => {
    if (row === undefined) return;
    marks.set(row, [...marks.get(row) ?? [], el("p", { class: "mark", "data-stop": true, tabindex: "-1" }, el("a", { href: to.found(r) }, r.type), " ", text, where ?? null)]);
  };
  for (const r of found) {
    if (r.group && r.group !== "signature") continue;
    const inOld = filesOf.old.get(r.before.file) === file, inNow = filesOf.now.get(r.after.file) === file;
    const stays = inOld && inNow && !r.brings;
    const brings = r.brings;
    if (stays && !r.moves) put(at.R.get(r.after.start), names(r), r);
    else {
      // A file that moved stands beside itself: one mark says so.
      const beside = inOld && inNow && !brings && at.L.get(r.before.start) === at.R.get(r.after.start);
      if (inOld && !beside && !(brings && inNow)) put(at.L.get(r.before.start), [names(r), " "], r, el("span", {}, "→ went to ", fileLink(r.after, "now")));
      if (inNow) put(at.R.get(r.after.start), [names(r), " "], r, el("span", {}, "← came from ", fileLink(r.before, "old")));
    }
  }
  return marks;
};

const fileView = (file, line) => {
  const page = el("div", { class: "scroll page", tabindex: "0", role: "region", "aria-label": file.path });
  const select = el("select", { id: "level" }, LEVELS.map(([value, text]) => el("option", { value, selected: value === level }, text)));
  const order = shownFiles(), at = order.indexOf(file);
  const go = (other, text) => (other ? el("a", { href: to.file(other), title: other.path }, text) : el("span", { class: "faint" }, text));
  page.append(el("div", { class: "head" }, el("h2", {}, pathOf(file)), tick(file)),
    el("div", { class: "tools" }, el("label", {}, "Show ", select), go(order[at - 1], "Previous file"), go(order[at + 1], "Next file"), el("a", { href: to.left(file) }, "In what is left")));
  const holder = el("div");
  page.append(holder);
  const draw = () => {
    const lines = linesOf(file);
    if (!lines) { holder.replaceChildren(el("p", { class: "empty" }, file.why ?? "The text of this file was left out of the page, which would be too large. `git show` has it.")); return; }
    const { rows } = lines, marks = marksOf(file, rows);
    const state = (row) => Math.max(row.old > 0 ? lines.oldStates[row.old - 1] ?? 0 : 0, row.now > 0 ? lines.nowStates[row.now - 1] ?? 0 : 0);
    const least = level === "left" ? LEFT : DONE;
    const visible = new Uint8Array(rows.length).fill(level === "whole" ? 1 : 0);
    const show = (from, to) => visible.fill(1, Math.max(0, from), Math.min(rows.length, to + 1));
    if (level !== "whole") {
      rows.forEach((row, i) => { if (state(row) >= least) show(i - AROUND, i + AROUND); });
      for (const i of marks.keys()) show(i, i);
    }
    const wanted = line ? rows.findIndex((row) => (line[0] === "L" ? row.old : row.now) === Number(line.slice(1))) : -1;
    if (wanted >= 0) show(wanted - AROUND, wanted + AROUND);
    const states = [begun(file.old), begun(file.new)];
    const line_to = (letter, number) => to.file(file, `${letter}${number}`);
    const make = (i) => {
      const tr = codeRow(withKinds(rows[i], lines), states, line_to);
      const s = state(rows[i]);
      if (s >= LEFT && (i === 0 || state(rows[i - 1]) < LEFT)) { tr.setAttribute("data-stop", ""); tr.tabIndex = -1; }
      if (i === wanted) tr.classList.add("wanted");
      return tr;
    };
    const steps = [];
    for (let i = 0; i < rows.length;) {
      if (visible[i]) { steps.push([i, i + 1]); i++; continue; }
      let end = i;
      while (end < rows.length && !visible[end]) end++;
      steps.push([i, end, true]);
      i = end;
    }
    const body = el("tbody");
    const gap = (from, end) => {
      const done = rows.slice(from, end).filter((row) => state(row) === DONE).length;
      const text = `⋯ ${counted(end - from, "line")}${done ? `, ${done.toLocaleString("en")} of them ${file.old !== file.new ? "moved or " : ""}changed by refactorings alone` : ""}`;
      const tr = el("tr", { class: "gap" }, el("td", { colspan: 4 }, button(text, () => {
        const fragment = document.createDocumentFragment();
        for (let i = from; i < Math.min(end, from + 1000); i++) fragment.append(make(i));
        if (end > from + 1000) fragment.append(gap(from + 1000, end));
        tr.replaceWith(fragment);
      })));
      return tr;
    };
    holder.replaceChildren(codeTable(`${file.path}, before and after`, file.old === file.new ? ["Before", "After"] : [file.old ?? "Not there before", file.new ?? "Not there any more"], body));
    gradually(steps, body, ([from, end, folded]) => {
      if (folded) { body.append(gap(from, end)); return; }
      for (const mark of marks.get(from) ?? []) body.append(el("tr", { class: "marks" }, el("td", { colspan: 4 }, mark)));
      const tr = make(from);
      body.append(tr);
      if (from === wanted) requestAnimationFrame(() => tr.scrollIntoView({ block: "center" }));
    });
    if (!rows.length) holder.append(el("p", { class: "empty" }, "No lines."));
  };
  select.addEventListener("change", () => { level = select.value; draw(); });
  key("e", "show more or less of a file", () => { const i = LEVELS.findIndex(([l]) => l === level); level = select.value = LEVELS[(i + 1) % LEVELS.length][0]; draw(); });
  return { node: page, start: draw };
};
