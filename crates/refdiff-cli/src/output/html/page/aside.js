// Beside the code: the files as a tree, and the refactorings, causes before what follows from them.

/** What happened to a file, in a letter and a word. */
const fateOf = (file) => {
  if (file.old === null) return ["A", "new"];
  if (file.new === null) return ["D", "gone"];
  if (file.old !== file.new) return ["R", "moved"];
  return ["M", "changed"];
};
const foundIn = new Map();
for (const r of found) {
  if (r.group && r.group !== "signature") continue;
  for (const file of new Set([filesOf.old.get(r.before.file), filesOf.now.get(r.after.file)])) if (file) foundIn.set(file, [...foundIn.get(file) ?? [], r]);
}

const search = el("input", { type: "search", id: "search", placeholder: "name, path or text", autocomplete: "off", "aria-label": "Search files, refactorings and what is left" });
let query = [];
const searchedFound = (r) => (r.searched ??= `${r.type} ${r.before.key} ${r.after.key} ${r.before.file} ${r.after.file}`.toLowerCase());
/** The text of a file in which words are looked for: its paths, its refactorings, and the code that is left. */
const searched = (file) => {
  file.searched ??= [file.old, file.new, ...(foundIn.get(file) ?? []).map((r) => `${r.type} ${r.before.key} ${r.after.key}`), ...(file.hunks ?? []).flatMap(hunkTexts)].filter(Boolean).join("\n").toLowerCase();
  return file.searched;
};

/** The tree's rows: folders whose only content is a folder stand on one line with it. */
const folded = new Set();
const treeRows = (all) => {
  const root = { folders: new Map(), files: [], left: 0 };
  for (const file of all) {
    const parts = file.path.split("/");
    let at = root;
    for (const part of parts.slice(0, -1)) {
      if (!at.folders.has(part)) at.folders.set(part, { folders: new Map(), files: [], left: 0 });
      at = at.folders.get(part);
      at.left += file.left;
    }
    at.files.push(file);
  }
  const rows = [];
  const walk = (node, path, depth) => {
    for (let [name, folder] of [...node.folders].sort((x, y) => (x[0] < y[0] ? -1 : 1))) {
      while (folder.folders.size === 1 && !folder.files.length) { const [[inner, next]] = folder.folders; name += `/${inner}`; folder = next; }
      const here = `${path}${name}/`;
      rows.push({ folder: here, name, depth, left: folder.left });
      if (!folded.has(here)) walk(folder, here, depth + 1);
    }
    for (const file of node.files.sort((x, y) => (x.path < y.path ? -1 : 1))) rows.push({ file, name: simple(file.path), depth });
  };
  walk(root, "", 0);
  return rows;
};
let shownTree = [];
/** The files in the order of the tree, as filters leave them. */
const shownFiles = () => shownTree.flatMap((row) => (row.file ? [row.file] : []));

const aside = () => {
  const open = (row) => { if (row.file) location.hash = route().kind === "left" && row.file.hunks?.some((h) => h.kind !== "layout") ? to.left(row.file) : to.file(row.file); };
  const fold = (row, is) => { if (is) folded.add(row.folder); else folded.delete(row.folder); fill(true); tree.show(shownTree.findIndex((r) => r.folder === row.folder)); };
  const tree = virtualList({
    label: "Changed files", role: "tree", height: 28,
    attributes: (row) => ({ "aria-level": row.depth + 1, "aria-expanded": row.folder ? String(!folded.has(row.folder)) : null, "aria-label": row.file ? `${row.file.path}, ${fateOf(row.file)[1]}, ${counted(row.file.left, "line")} left${isSeen(row.file) ? ", seen" : ""}` : row.folder, title: row.file ? pathOf(row.file) : row.folder }),
    item: (row) => {
      const indent = el("span", { class: "indent", style: `width:${row.depth * 14}px` });
      if (row.folder) return [indent, el("span", { class: "twist" }, folded.has(row.folder) ? "▸" : "▾"), el("span", { class: "name folder" }, row.name), row.left ? el("span", { class: "left" }, row.left.toLocaleString("en")) : el("span", { class: "clean" }, "✓")];
      const [letter] = fateOf(row.file), n = foundIn.get(row.file)?.length ?? 0;
      return [indent, el("span", { class: `fate ${letter}` }, letter), el("span", { class: `name${isSeen(row.file) ? " seen" : ""}` }, row.name),
        n ? el("span", { class: "found", title: counted(n, "refactoring") }, `${n} ↻`) : null, row.file.left ? el("span", { class: "left" }, row.file.left.toLocaleString("en")) : el("span", { class: "clean" }, "✓")];
    },
    pick: (row) => { if (row.folder) fold(row, !folded.has(row.folder)); else open(row); },
    press: (k, row, i) => {
      if (!row.folder && k !== "ArrowLeft") return false;
      if (k === "ArrowRight" && folded.has(row.folder)) { fold(row, false); return true; }
      if (k === "ArrowLeft") {
        if (row.folder && !folded.has(row.folder)) { fold(row, true); return true; }
        for (let j = i - 1; j >= 0; j--) if (tree.items[j].folder && tree.items[j].depth < row.depth) { tree.show(j); return true; }
      }
      return k === "ArrowRight";
    },
  });
  const outline = virtualList({
    label: "Refactorings", height: 62,
    attributes: (r) => ({ title: `${r.type} ${namesText(r)}` }),
    item: (r) => [el("div", { style: `padding-left:${r.depth * 14}px` }, el("b", {}, r.type), r.confidence !== null ? el("span", { class: "unsure" }, " unsure") : null, r.lines ? el("span", { class: "faint" }, ` ${counted(r.lines, "line")}`) : null),
      el("div", { style: `padding-left:${r.depth * 14}px` }, listedNames(r))],
    pick: (r) => { location.hash = to.found(r); },
  });
  const type = el("select", { id: "type", "aria-label": "Type" }, el("option", { value: "" }, "All types"), [...new Set(found.map((r) => r.type))].sort().map((t) => el("option", { value: t }, t)));
  const count = el("p", { class: "meta", id: "count" });
  let view = found.length && !commit.hunks.length ? "found" : "files";
  const shown = { files: tree, found: outline };
  const tabs = el("div", { role: "tablist", "aria-label": "Beside the code", class: "tabs" });
  const holder = el("div", { class: "holder", role: "tabpanel", "aria-label": "Files or refactorings" });
  const fill = (keep = false) => {
    shownTree = treeRows(files.filter((f) => !query.length || query.every((w) => searched(f).includes(w))));
    tree.set(shownTree, keep);
    const list = found.filter((r) => (!type.value || r.type === type.value) && query.every((w) => searchedFound(r).includes(w)));
    outline.set(list, keep);
    const nfiles = shownFiles().length;
    count.textContent = view === "files" ? `${nfiles} of ${counted(files.length, "file")}` : `${list.length} of ${counted(found.length, "refactoring")}`;
    follow();
  };
  const follow = () => {
    const now = route();
    tree.show(now.file ? shownTree.findIndex((row) => row.file === now.file) : -1);
    outline.show(now.found ? outline.items.indexOf(now.found) : -1);
  };
  const switchTo = (name) => {
    view = name;
    tabs.replaceChildren(...[["files", `Files (${files.length})`], ["found", `Refactorings (${found.length})`]].map(([n, text]) =>
      button(text, () => switchTo(n), { role: "tab", "aria-selected": String(n === view), tabindex: n === view ? "0" : "-1", on: undefined })));
    type.hidden = view !== "found";
    holder.replaceChildren(shown[view].node);
    fill();
  };
  tabs.addEventListener("keydown", (e) => {
    if (e.key !== "ArrowRight" && e.key !== "ArrowLeft") return;
    switchTo(view === "files" ? "found" : "files");
    tabs.querySelector('[aria-selected="true"]').focus();
  });
  let waiting = 0;
  const filter = () => { query = search.value.toLowerCase().split(/\s+/).filter(Boolean); fill(); };
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 60); });
  type.addEventListener("input", filter);
  const step = (by) => { const list = shown[view]; let i = list.picked + by; while (list.items[i]?.folder) i += by; if (list.items[i]) list.choose(i, false); };
  key("j", "next file or refactoring in the list", () => step(1));
  key("k", "previous file or refactoring in the list", () => step(-1));
  key("/", "search", () => search.focus());
  key("f", "list the files", () => switchTo("files"));
  key("r", "list the refactorings", () => switchTo("found"));
  key("l", "what is left to review", () => { location.hash = to.left(); });
  key("x", "mark the file as seen, or not", () => { const { file } = route(); const at = file ?? sectionAt(); if (at) setSeen(at, !isSeen(at)); });
  onSeen.add(() => tree.draw());
  window.addEventListener("hashchange", follow);
  return { node: el("aside", { class: "side", "aria-label": "Files and refactorings" }, search, tabs, el("div", { class: "row" }, type, count), holder), start: () => { switchTo(view); gradually(files, holder, searched); } };
};
/** The file of the section that has the focus in the list of what is left. */
const sectionAt = () => { const name = document.activeElement?.closest?.("section.file")?.getAttribute("aria-label"); return files.find((f) => upright(f.path) === name) ?? null; };
