// The page of a history: when, where and by whom code was refactored, and a table of all of it.

/** So many commits are listed before the figures. */
const FEW = 40;
/** Commits and refactorings out of the data, in which a text that was there before is a number. */
const decoded = () => {
  const commits = [], rows = [], text = reader();
  for (const [id, date, author, subject, lost, found, changed, left] of data.commits) {
    // By the clock of who wrote it, so that a day here is the day that is shown.
    const time = Date.parse(`${(date ?? "").slice(0, 19)}Z`);
    const commit = { at: commits.length, id, short: (id ?? "").slice(0, 10), day: (date ?? "").slice(0, 10), time: Number.isNaN(time) ? null : time, author: text(author), subject: subject ?? "", lost, changed, left, found: found.length };
    commits.push(commit);
    for (const [type, what, file, line, lines] of found) {
      const row = { at: rows.length, commit, type: text(type), what: text(what), file: text(file), line, lines };
      row.folder = row.file.slice(0, Math.max(0, row.file.lastIndexOf("/"))) || ".";
      row.family = familyOf(row.type, data.rest.groups[row.type]);
      rows.push(row);
    }
  }
  return { commits, rows };
};
const searchedRow = (row) => (row.searched ??= `${row.type} ${row.what} ${row.file} ${row.commit.id} ${row.commit.author} ${row.commit.subject}`.toLowerCase());
const searchedCommit = (commit) => (commit.searched ??= `${commit.id} ${commit.author} ${commit.subject}`.toLowerCase());
const commitAddress = (commit) => (data.served ? `/commit/${commit.id}` : data.rest.forge ? `${data.rest.forge}${commit.id}` : null);
const commitLink = (commit) => {
  const address = commitAddress(commit), name = el("code", {}, commit.short);
  return address ? el("a", { href: address, title: commit.subject }, name) : el("span", { title: commit.subject }, name);
};

const historyPage = () => {
  const { commits, rows } = decoded();
  const times = commits.map((c) => c.time).filter((t) => t !== null);
  const from = times.reduce((a, b) => Math.min(a, b), Infinity), until = times.reduce((a, b) => Math.max(a, b), -Infinity);
  const lost = commits.filter((c) => c.lost).length;
  header(`${simple(data.rest.repository || "History").replace(/\.(git|bundle)$/, "")}${times.length ? `, ${day(from)} to ${day(until)}` : ""}`,
    [`${counted(rows.length, "refactoring")} in ${counted(commits.length, "commit")}`,
      data.rest.finer ? `${counted(data.rest.finer, "finer change")} not listed (--detail all lists them)` : null,
      lost ? `${counted(lost, "commit")} could not be analysed in full` : null,
      commits.length && commitAddress(commits[0]) === null ? "commits have no links, as the address of the repository's pages is not known (--link-base)" : null].filter(Boolean).join("; "));

  const chosen = { words: [], type: "", author: null, folder: null, family: null, span: null };
  const search = el("input", { type: "search", id: "search", placeholder: "name, path, commit, author", autocomplete: "off", "aria-label": "Search" });
  const types = new Map();
  for (const row of rows) types.set(row.type, (types.get(row.type) ?? 0) + 1);
  const type = el("select", { id: "type" }, el("option", { value: "" }, "All types"), [...types].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([t, n]) => el("option", { value: t }, `${t} (${n.toLocaleString("en")})`)));
  const start = el("input", { type: "date", id: "from" }), end = el("input", { type: "date", id: "until" });
  const chips = el("div", { class: "chips" });
  const count = el("p", { class: "meta", id: "count" });
  const filters = el("div", { class: "filters", role: "search" }, search, el("label", {}, "Type ", type), el("label", {}, "From ", start), el("label", {}, "to ", end), chips, count);

  const inSpan = (commit) => !chosen.span || (commit.time !== null && commit.time >= chosen.span[0] && commit.time < chosen.span[1]);
  const isIn = (folder, of) => of === null || folder === of || folder.startsWith(`${of}/`);
  const fitsRow = (row) => (!chosen.type || row.type === chosen.type) && (chosen.author === null || row.commit.author === chosen.author) && (chosen.family === null || row.family === chosen.family) &&
    isIn(row.folder, chosen.folder) && (!chosen.words.length || chosen.words.every((w) => searchedRow(row).includes(w)));
  const toggle = (name, value) => { chosen[name] = chosen[name] === value ? null : value; update(); };

  const overTime = chart({ pickTime: (a, b) => { chosen.span = [a, b]; showSpan(); update(); }, pickFamily: (family) => toggle("family", family) });
  const byType = el("ul", { class: "bars" }), byAuthor = el("ul", { class: "bars" }), map = el("div", { class: "map" }), largest = el("ol", { class: "largest" });
  const bars = (list, counts, pressed, pick) => {
    const top = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 10);
    list.replaceChildren(...top.map(([name, n]) => el("li", {}, button([el("span", { class: "name" }, name || "nobody"), el("span", {}, n.toLocaleString("en")), el("span", { class: "bar", style: `width:${(n / top[0][1]) * 100}%` })], () => pick(name), { "aria-pressed": String(pressed === name) }))));
    if (!top.length) list.replaceChildren(el("li", { class: "empty" }, "None."));
  };
  const drawMap = (folders) => {
    const top = [...folders].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 24);
    // What all share says nothing, and what stands between the ends says little.
    const split = top.map(([folder]) => folder.split("/"));
    let shared = 0;
    while (split.length > 1 && split.every((parts) => parts.length > shared + 1 && parts[shared] === split[0][shared])) shared++;
    // The end says most: as much is left out before it as there is no room for.
    const label = (folder, room) => {
      const parts = folder.split("/").slice(shared), last = parts[parts.length - 1];
      const forms = [parts.join("/"), `${parts[0]}/…/${last}`, `…/${last}`, last];
      return forms.find((form) => form.length <= room) ?? `…${last.slice(-Math.max(1, room - 1))}`;
    };
    const rects = squares(top.map(([, n]) => n), Math.max(240, map.clientWidth), Math.max(200, map.clientHeight));
    map.replaceChildren(...top.map(([folder, n], i) => {
      const { left, top: y, width, height } = rects[i];
      const room = Math.floor((width / 100 * Math.max(240, map.clientWidth) - 12) / 6.4);
      return button([el("span", {}, label(folder, room)), el("span", {}, n.toLocaleString("en"))], () => toggle("folder", folder),
        { style: `left:${left}%;top:${y}%;width:${width}%;height:${height}%`, title: `${folder}: ${counted(n, "refactoring")}`, "aria-label": `${folder}: ${counted(n, "refactoring")}`, "aria-pressed": String(chosen.folder === folder) });
    }));
  };

  const what = (row) => [row.what, " ", el("span", { class: "faint" }, `${simple(row.file)}:${row.line}`)];
  const found = sortedTable({
    label: "Refactorings", sorted: "Date", falls: true,
    columns: [
      { name: "Date", width: "88px", falls: true, wide: true, sort: (r) => r.commit.time ?? 0, cell: (r) => r.commit.day },
      { name: "Commit", width: "92px", wide: true, sort: (r) => r.commit.id, cell: (r) => commitLink(r.commit) },
      { name: "Type", width: "minmax(120px, 190px)", wide: true, sort: (r) => r.type, cell: (r) => r.type },
      { name: "What", width: "minmax(0, 1fr)", sort: (r) => r.what, cell: (r) => el("span", { title: `${r.type} ${r.what} ${r.file}:${r.line}` }, narrow.matches ? [el("b", {}, r.type), " ", el("span", { class: "faint" }, r.commit.day), " ", commitLink(r.commit), el("br")] : null, what(r)) },
      { name: "Lines", width: "64px", number: true, falls: true, wide: true, sort: (r) => r.lines, cell: (r) => r.lines.toLocaleString("en") },
      { name: "Author", width: "140px", wide: true, sort: (r) => r.commit.author, cell: (r) => r.commit.author },
    ],
  });
  const hasLeft = commits.some((c) => c.left !== undefined);
  const all = sortedTable({
    label: "Commits", sorted: "Date", falls: true,
    columns: [
      { name: "Date", width: "88px", falls: true, sort: (c) => c.time ?? 0, cell: (c) => c.day },
      { name: "Commit", width: "92px", sort: (c) => c.id, cell: (c) => commitLink(c) },
      { name: "Subject", width: "minmax(0, 1fr)", sort: (c) => c.subject, cell: (c) => el("span", { title: c.subject }, c.subject) },
      { name: "Refactorings", width: "100px", number: true, falls: true, wide: true, sort: (c) => c.found, cell: (c) => c.found.toLocaleString("en") },
      ...(hasLeft ? [{ name: "Left", width: "110px", number: true, falls: true, wide: true, sort: (c) => c.left ?? 0, cell: (c) => (c.changed ? `${c.left.toLocaleString("en")} of ${c.changed.toLocaleString("en")}` : "") }] : []),
      { name: "Author", width: "140px", wide: true, sort: (c) => c.author, cell: (c) => c.author },
    ],
  });
  let view = "found";
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Tables" });
  const holder = el("div", { role: "tabpanel", "aria-label": "Table" });
  let shownRows = rows, shownCommits = commits;
  const drawTabs = () => {
    tabs.replaceChildren(...[["found", `Refactorings (${shownRows.length.toLocaleString("en")})`], ["commits", `Commits (${shownCommits.length.toLocaleString("en")})`]].map(([name, text]) =>
      button(text, () => { view = name; drawTabs(); drawTable(); }, { role: "tab", "aria-selected": String(view === name), tabindex: view === name ? "0" : "-1" })));
  };
  const drawTable = () => {
    const table = view === "found" ? found : all;
    if (holder.firstChild !== table.node) holder.replaceChildren(table.node);
    table.set(view === "found" ? shownRows : shownCommits);
  };
  tabs.addEventListener("keydown", (e) => {
    if (e.key !== "ArrowRight" && e.key !== "ArrowLeft") return;
    view = view === "found" ? "commits" : "found";
    drawTabs(); drawTable();
    tabs.querySelector('[aria-selected="true"]').focus();
  });

  const showSpan = () => {
    start.value = chosen.span ? day(chosen.span[0]) : "";
    end.value = chosen.span ? day(chosen.span[1] - 1) : "";
  };
  const frame = times.length ? edgesOf(from, until) : null;
  const barOf = (time) => { let low = 0, high = frame.edges.length - 2; while (low < high) { const middle = (low + high + 1) >> 1; if (frame.edges[middle] <= time) low = middle; else high = middle - 1; } return low; };
  const update = () => {
    const counts = frame ? frame.edges.slice(1).map(() => FAMILIES.map(() => 0)) : [], totals = FAMILIES.map(() => 0);
    const perType = new Map(), perAuthor = new Map(), perFolder = new Map(), more = (map, name) => map.set(name, (map.get(name) ?? 0) + 1);
    shownRows = [];
    const withFound = new Set();
    for (const row of rows) {
      if (!fitsRow(row)) continue;
      if (row.commit.time !== null) counts[barOf(row.commit.time)][row.family]++;
      if (!inSpan(row.commit)) continue;
      totals[row.family]++;
      shownRows.push(row);
      withFound.add(row.commit);
      more(perType, row.type); more(perAuthor, row.commit.author); more(perFolder, row.folder);
    }
    // A commit is shown for itself, unless something was chosen that only refactorings have.
    const ofRows = chosen.type || chosen.folder !== null || chosen.family !== null;
    shownCommits = commits.filter((c) => withFound.has(c) || !ofRows && inSpan(c) && (chosen.author === null || c.author === chosen.author) && chosen.words.every((w) => searchedCommit(c).includes(w)));
    if (frame) overTime.show({ ...frame, counts, totals, chosen: chosen.span, family: chosen.family });
    bars(byType, perType, chosen.type, (name) => { type.value = chosen.type = chosen.type === name ? "" : name; update(); });
    bars(byAuthor, perAuthor, chosen.author, (name) => toggle("author", name));
    drawMap(perFolder);
    const top = [];
    for (const row of shownRows) {
      if (top.length === 10 && row.lines <= top[9].lines) continue;
      top.push(row);
      top.sort((a, b) => b.lines - a.lines || a.at - b.at);
      top.length = Math.min(top.length, 10);
    }
    largest.replaceChildren(...top.map((row) => el("li", {}, row.type, " ", row.what, " ", el("span", { class: "faint" }, `${counted(row.lines, "line")}, ${row.commit.day} `), commitLink(row.commit))));
    count.textContent = `${shownRows.length.toLocaleString("en")} of ${counted(rows.length, "refactoring")}`;
    const chip = (name, words) => (chosen[name] === null ? [] : [button(`${words} ✕`, () => { chosen[name] = null; if (name === "span") showSpan(); update(); }, { "aria-label": `No longer only ${words}` })]);
    chips.replaceChildren(...chip("author", `by ${chosen.author}`), ...chip("folder", `in ${chosen.folder}`), ...chip("family", FAMILIES[chosen.family]), ...chip("span", "this time"));
    drawTabs();
    drawTable();
  };
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => { chosen.words = search.value.toLowerCase().split(/\s+/).filter(Boolean); update(); }, 80); });
  type.addEventListener("input", () => { chosen.type = type.value; update(); });
  for (const input of [start, end]) input.addEventListener("change", () => {
    const a = Date.parse(start.value), b = Date.parse(end.value);
    chosen.span = Number.isNaN(a) && Number.isNaN(b) ? null : [Number.isNaN(a) ? from : a, Number.isNaN(b) ? until + 1 : b + DAY];
    update();
  });
  key("/", "search", () => search.focus());

  const section = (title, ...nodes) => el("section", { "aria-label": title }, el("h2", { "data-stop": true, tabindex: "-1" }, title), nodes);
  const figures = [section("Over time", frame ? overTime.node : el("p", { class: "empty" }, "No commit has a date.")),
    el("div", { class: "columns" }, section("Busiest folders", map), section("By type", byType), section("Largest", largest), section("Authors", byAuthor))];
  const tables = section("All of it", tabs, holder);
  // Of a few commits, as of a pull request, the list says more than figures do.
  const isShort = commits.length <= FEW;
  if (isShort) view = "commits";
  main.replaceChildren(filters, el("div", { class: "scroll page", tabindex: "0", role: "region", "aria-label": "The history in figures" }, isShort ? [tables, figures] : [figures, tables]));
  update();
  let wide = map.clientWidth;
  new ResizeObserver(() => { if (map.clientWidth !== wide) { wide = map.clientWidth; update(); } }).observe(map);
};
