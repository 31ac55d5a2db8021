// The page of a commit: which view an address means, and the frame around the views.

const route = () => {
  const [kind, name, line] = location.hash.slice(1).split("/");
  let path = "";
  try { path = decodeURIComponent(name ?? ""); } catch { /* no address of ours */ }
  const file = filesOf.now.get(path) ?? filesOf.old.get(path) ?? null;
  if (kind === "file" && file) return { kind: "file", file, line: /^[LR]\d{1,9}$/.test(line ?? "") ? line : null };
  if (kind === "r" && foundById.has(path)) return { kind: "found", found: foundById.get(path) };
  return { kind: "left", file };
};

const commitPage = () => {
  const left = commit.code, share = commit.changed ? commit.explained / commit.changed : 1;
  const skipped = Object.entries(commit.counts.skipped).map(([ending, n]) => `${n} ${ending}`).join(", ");
  header(commit.subject ?? `${commit.from} → ${commit.to}`,
    commit.commit ? `${commit.short} · ${commit.author} · ${commit.date}` : null,
    [`${counted(commit.listed, "refactoring")} in ${counted(files.length || commit.counts.analysed, "file")}${skipped ? `; not read: ${skipped}` : ""}`, commit.incomplete.length ? `Not analysed in full: ${commit.incomplete.join("; ")}` : null],
    commit.largest ? `Largest: ${commit.largest}` : null,
    commit.finer ?? null,
    el("span", { class: "summary" }, el("span", { class: "share", role: "img", "aria-label": `${percent(share)} explained` }, el("span", { style: `width:${share * 100}%` })), ` ${percent(share)} explained: ${commit.left ?? ""}`));
  for (const hunk of commit.hunks) {
    const file = filesOf.now.get(hunk.after) ?? filesOf.old.get(hunk.before);
    if (file) (file.hunks ??= []).push(hunk);
  }
  const bar = el("nav", { class: "views", "aria-label": "Views" }), other = el("div", { class: "holder" });
  const side = aside(), holder = el("div", { class: "holder main" }, bar, other);
  main.replaceChildren(el("div", { class: "split" }, side.node, holder));
  // What is left is made once, and stays where it was scrolled to.
  let list = null;
  /** Unfolds a file in what is left, if it is there. */
  const goTo = (file) => {
    const section = [...list.node.querySelectorAll("section.file")].find((s) => s.getAttribute("aria-label") === upright(file.path));
    section?.unfold();
    section?.scrollIntoView({ block: "start" });
  };
  const draw = () => {
    const now = route(), isLeft = now.kind === "left";
    keys.delete("e");
    bar.replaceChildren(...present(el("a", { href: to.left(), "aria-current": isLeft ? "page" : null }, `Left to review (${left.toLocaleString("en")})`), now.kind === "file" ? el("span", { "aria-current": "page" }, simple(now.file.path)) : null, now.found ? el("span", { "aria-current": "page" }, now.found.type) : null));
    if (list) list.node.hidden = !isLeft;
    other.hidden = isLeft;
    if (isLeft && list) {
      other.replaceChildren();
      if (now.file) goTo(now.file);
    } else if (isLeft) {
      list = leftView(now.file);
      key("c", "fold or unfold the file", () => list.unfoldAt());
      other.before(list.node);
      list.start();
    } else {
      const view = now.kind === "file" ? fileView(now.file, now.line) : foundView(now.found);
      other.replaceChildren(view.node);
      view.start();
    }
  };
  side.start();
  window.addEventListener("hashchange", draw);
  draw();
};
