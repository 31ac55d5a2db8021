"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const commits = data.commits;
  const el = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "on") for (const [event, f] of Object.entries(value)) node.addEventListener(event, f);
      else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.flat().filter((c) => c !== null && c !== undefined));
    return node;
  };
  const say = (text) => { document.getElementById("live").textContent = text; };
  const percent = (n) => `${Math.round(n * 100)}%`;
  const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  const main = document.getElementById("main");

  // Colours: a class for every character of a line, so that marks of changed words may cut through tokens.
  const words = (text) => new Set(text.split(" "));
  const scripts = words("as async await break case catch class const continue debugger default delete do else enum export extends false finally for " +
    "from function get if implements import in instanceof interface let namespace new null of private protected public readonly return set " +
    "static super switch this throw true try type typeof undefined var void while yield");
  const kotlin = words("abstract actual as break by catch class companion const constructor continue data do else enum expect false finally for fun " +
    "get if import in init inline inner interface internal is lateinit null object open override package private protected public return " +
    "sealed set super suspend this throw true try typealias val var vararg when where while");
  const python = words("and as assert async await break case class continue def del elif else except False finally for from global if import in is " +
    "lambda match None nonlocal not or pass raise return self True try while with yield");
  const java = words("abstract assert boolean break byte case catch char class const continue default do double else enum " +
    "extends final finally float for goto if implements import instanceof int interface long native new package private protected " +
    "public return short static strictfp super switch synchronized this throw throws transient try void volatile while var record " +
    "sealed permits non-sealed yield true false null");
  const keywordsOf = { py: python, kt: kotlin, kts: kotlin, js: scripts, jsx: scripts, mjs: scripts, cjs: scripts, ts: scripts, tsx: scripts, mts: scripts, cts: scripts };
  /** What is known of a text before its next line: its language, and whether a comment is open. */
  const begun = (file) => {
    const ending = (file ?? "").split(".").pop();
    return { keywords: keywordsOf[ending] ?? java, hash: ending === "py", comment: false };
  };
  const token = /(\/\/.*$)|(\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(@\w+)|(\b\d[\w.]*)|([A-Za-z_$][\w$]*)/g;
  const classes = (line, state) => {
    const kinds = new Array(line.length).fill("");
    const fill = (from, to, kind) => kinds.fill(kind, from, to);
    let from = 0;
    if (state.comment) {
      const end = line.indexOf("*/");
      if (end < 0) { fill(0, line.length, "c"); return kinds; }
      fill(0, end + 2, "c");
      state.comment = false;
      from = end + 2;
    }
    const hash = state.hash ? line.search(/(^|\s)#/) : -1;
    token.lastIndex = from;
    for (let m; (m = token.exec(line)); ) {
      if (!m[0]) { token.lastIndex++; continue; }
      const end = m.index + m[0].length;
      if (m[1]) fill(m.index, end, "c");
      else if (m[2]) { fill(m.index, end, "c"); state.comment = !m[2].endsWith("*/") || m[2].length < 4; }
      else if (m[3]) fill(m.index, end, "s");
      else if (m[4]) fill(m.index, end, "a");
      else if (m[5]) fill(m.index, end, "d");
      else if (state.keywords.has(m[6])) fill(m.index, end, "k");
      else if (/^[A-Z]/.test(m[6])) fill(m.index, end, "t");
    }
    // What stands in a string is none.
    if (hash >= 0 && kinds[line.indexOf("#", hash)] !== "s") fill(line.indexOf("#", hash), line.length, "c");
    return kinds;
  };
  /** A line as nodes; its parts are strings, or lists of one string where the words changed. */
  const painted = (parts, state) => {
    const line = parts.map((p) => (Array.isArray(p) ? p[0] : p)).join("");
    const kinds = line.length > 2000 ? null : classes(line, state);
    const nodes = [];
    let at = 0;
    for (const part of parts) {
      const text = Array.isArray(part) ? part[0] : part;
      const target = Array.isArray(part) ? el("mark") : null;
      const out = target ?? { append: (n) => nodes.push(n) };
      for (let i = 0; i < text.length; ) {
        let j = i + 1;
        const kind = kinds ? kinds[at + i] : "";
        while (j < text.length && (kinds ? kinds[at + j] : "") === kind) j++;
        out.append(kind ? el("span", { class: kind }, text.slice(i, j)) : document.createTextNode(text.slice(i, j)));
        i = j;
      }
      at += text.length;
      if (target) nodes.push(target);
    }
    return nodes;
  };

  /** Does something for every item without keeping the page from answering; stops when what it fills is gone. */
  const gradually = (items, node, each) => {
    let at = 0;
    const some = () => {
      const until = performance.now() + 12;
      while (at < items.length && performance.now() < until) each(items[at++]);
      if (at < items.length) requestAnimationFrame(() => { if (node.isConnected) some(); });
    };
    some();
  };

  // A list of which only the visible part is in the page.
  const HEIGHT = 56;
  const virtualList = (label, item, pick) => {
    const spacer = el("div", { class: "spacer" });
    const list = el("div", { class: "list", role: "listbox", tabindex: "0", "aria-label": label });
    list.append(spacer);
    let items = [], picked = -1;
    const draw = () => {
      const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 10);
      const last = Math.min(items.length, first + Math.ceil(list.clientHeight / HEIGHT) + 20);
      const nodes = [];
      for (let i = first; i < last; i++) {
        const node = el("div", {
          class: "item", role: "option", id: `item-${i}`, "aria-selected": String(i === picked), "aria-setsize": items.length,
          "aria-posinset": i + 1, style: `top:${i * HEIGHT}px`, on: { click: () => choose(i) },
        }, item(items[i]));
        nodes.push(node);
      }
      spacer.replaceChildren(...nodes);
    };
    const choose = (i, focus = true) => {
      if (!items.length) return;
      picked = Math.max(0, Math.min(items.length - 1, i));
      const top = picked * HEIGHT;
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
      draw();
      list.setAttribute("aria-activedescendant", `item-${picked}`);
      if (focus) list.focus({ preventScroll: true });
      pick(items[picked], picked);
    };
    const page = () => Math.max(1, Math.floor(list.clientHeight / HEIGHT) - 1);
    const keys = {
      ArrowDown: () => choose(picked + 1), ArrowUp: () => choose(picked - 1), j: () => choose(picked + 1), k: () => choose(picked - 1),
      Home: () => choose(0), End: () => choose(items.length - 1), PageDown: () => choose(picked + page()), PageUp: () => choose(picked - page()),
    };
    list.addEventListener("keydown", (e) => {
      if (keys[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); keys[e.key](); }
    });
    list.addEventListener("scroll", draw, { passive: true });
    new ResizeObserver(draw).observe(list);
    return {
      node: list,
      choose,
      set(next) {
        items = next;
        picked = -1;
        list.removeAttribute("aria-activedescendant");
        spacer.style.height = `${items.length * HEIGHT}px`;
        list.scrollTop = 0;
        draw();
      },
      find: (test) => items.findIndex(test),
    };
  };

  const place = (e) => `${e.file}:${e.start}`;
  /** Where a server shows the life of an element. */
  const life = (commit, e) => `/life/${commit.commit}/${e.start}/${encodeURIComponent(e.file)}`;
  const beside = (found) => {
    if (!found.rows) return el("p", { class: "empty" }, "The code was left out of this page: it would be too large.");
    const body = el("tbody");
    let old = found.before.start, now = found.after.start;
    const states = [begun(found.before.file), begun(found.after.file)];
    const draw = (row) => {
      const tr = el("tr");
      if (row[0] === 1) {
        tr.className = "equal";
        const [a, b] = [row[1], row[2] ?? row[1]];
        tr.append(el("td", { class: "n" }, String(old++)), el("td", { class: "code same" }, painted([a], states[0])),
          el("td", { class: "n" }, String(now++)), el("td", { class: "code same" }, painted([b], states[1])));
      } else {
        const side = (parts, kind, number, state) => parts === null
          ? [el("td", { class: "n none" }), el("td", { class: "none" })]
          : [el("td", { class: "n" }, String(number)), el("td", { class: `code ${kind}` }, painted(parts, state))];
        tr.append(...side(row[1], "old", old, states[0]), ...side(row[2], "new", now, states[1]));
        if (row[1] !== null) old++;
        if (row[2] !== null) now++;
      }
      body.append(tr);
    };
    queueMicrotask(() => gradually(found.rows, body, draw));
    return el("table", { class: "beside" },
      el("caption", { class: "hidden" }, "The element before and after, line by line"),
      el("colgroup", {}, el("col", { class: "n" }), el("col"), el("col", { class: "n" }), el("col")),
      el("thead", {}, el("tr", {}, el("th", { colspan: 2, scope: "col" }, `Before: ${found.before.file}`),
        el("th", { colspan: 2, scope: "col" }, `After: ${found.after.file}`))), body);
  };

  const commitView = (commit) => {
    const all = commit.refactorings;
    const types = [...new Set(all.map((r) => r.type))].sort();
    const files = [...new Set(all.flatMap((r) => [r.before.file, r.after.file]))].sort();
    const detail = el("section", { class: "detail", "aria-label": "The chosen refactoring", tabindex: "0" });
    const list = virtualList("Refactorings", (r) => [
      el("div", {}, el("b", {}, r.type), ` ${r.similarity === null ? "" : percent(r.similarity)}`),
      el("div", { class: "sub", title: r.description }, `${r.before.key} → ${r.after.key}`),
    ], (r) => show(r));
    const show = (r) => {
      const same = (x, y) => x.key === y.key && x.file === y.file;
      const related = all.filter((o) => o !== r && (same(o.before, r.before) || same(o.after, r.after))).slice(0, 30);
      const how = [r.similarity === null ? null : `${percent(r.similarity)} alike`, r.confidence === null ? null : `${percent(r.confidence)} sure`, ...r.changes];
      detail.replaceChildren(
        el("h2", {}, r.type),
        el("dl", { class: "where" },
          el("dt", {}, "Before"), el("dd", {}, el("code", {}, r.before.key), ` ${place(r.before)}`),
          el("dt", {}, "After"), el("dd", {}, el("code", {}, r.after.key), ` ${place(r.after)}`),
          ...(how.some(Boolean) ? [el("dt", {}, "How"), el("dd", {}, how.filter(Boolean).join("; "))] : [])),
        ...(data.served && commit.commit ? [el("p", {}, el("a", { href: life(commit, r.after) }, "Its life: every commit in which it changed"))] : []),
        ...(related.length ? [el("h3", {}, "The same code elsewhere"), el("ul", { class: "links" }, related.map((o) =>
          el("li", {}, el("button", { type: "button", on: { click: () => { const i = list.find((x) => x === o); if (i >= 0) list.choose(i); else show(o); } } },
            `${o.type}: ${same(o.before, r.before) ? o.after.key : o.before.key}`))))] : []),
        beside(r));
      detail.scrollTop = 0;
      say(r.description);
    };
    const search = el("input", { type: "search", id: "search", placeholder: "name or path", autocomplete: "off" });
    const type = el("select", { id: "type" }, el("option", { value: "" }, `all (${all.length})`),
      types.map((t) => el("option", { value: t }, `${t} (${all.filter((r) => r.type === t).length})`)));
    const file = el("select", { id: "file" }, el("option", { value: "" }, "all"), files.map((f) => el("option", { value: f }, f)));
    const sure = el("input", { type: "range", id: "sure", min: 0, max: 100, value: 0, step: 1 });
    const least = el("output", { for: "sure" }, "0%");
    const count = el("span", { class: "meta" });
    const filter = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const chosen = all.filter((r) => {
        const text = `${r.type} ${r.before.key} ${r.after.key} ${r.before.file} ${r.after.file}`.toLowerCase();
        return (!type.value || r.type === type.value) && (!file.value || r.before.file === file.value || r.after.file === file.value) &&
          (r.confidence === null || r.confidence * 100 >= Number(sure.value)) && words.every((w) => text.includes(w));
      });
      least.textContent = `${sure.value}%`;
      count.textContent = `${chosen.length} of ${all.length}`;
      list.set(chosen);
      if (chosen.length) list.choose(0, false);
      else detail.replaceChildren(el("p", { class: "empty" }, all.length ? "Nothing fits these filters." : "No refactorings were found."));
    };
    for (const control of [search, type, file, sure]) control.addEventListener("input", filter);
    const bar = el("div", { class: "bar", role: "search" }, el("label", {}, "Find ", search), el("label", {}, "Type ", type), el("label", {}, "File ", file),
      el("label", {}, "At least sure ", sure, least), count);
    return { nodes: [bar, el("div", { class: "split" }, list.node, detail)], start: filter };
  };

  // The life of an element: its steps, newest first.
  const lifeView = () => {
    const detail = el("section", { class: "detail", "aria-label": "The chosen step", tabindex: "0" });
    const list = virtualList("Steps", (s) => [
      el("div", {}, el("b", {}, s.changes.join(", ")), ` ${(s.date ?? "").slice(0, 10)}`),
      el("div", { class: "sub", title: s.subject }, `${s.short} ${s.author}: ${s.subject}`),
    ], (s) => {
      const commit = data.served ? el("a", { href: `/commit/${s.commit}` }, "The whole commit") : el("code", {}, s.commit);
      const side = (name, e) => (e ? [el("dt", {}, name), el("dd", {}, el("code", {}, e.key), ` ${place(e)}`)] : []);
      detail.replaceChildren(
        el("h2", {}, s.changes.join(", ")), el("p", { class: "meta" }, `${s.short} · ${s.author} · ${s.date}`), el("p", {}, s.subject), el("p", {}, commit),
        el("dl", { class: "where" }, ...side("Before", s.before), ...side("After", s.after), ...s.origins.flatMap((o) => side("From", o))),
        beside({ rows: s.rows, before: s.before ?? { file: "not there", start: 0 }, after: s.after }));
      detail.scrollTop = 0;
      say(`${s.changes.join(", ")}: ${s.subject}`);
    });
    return { nodes: [el("div", { class: "split" }, list.node, detail)], start: () => { list.set(data.steps); list.choose(0, false); } };
  };

  const residualView = (commit) => {
    const r = commit.residual;
    const left = r.changed - r.explained;
    const share = r.changed ? r.explained / r.changed : 0;
    const page = el("div", { class: "page", tabindex: "0", role: "region", "aria-label": "What is left to review" },
      el("h2", {}, r.changed ? `${left} of ${r.changed} changed lines are left to review (${percent(left / r.changed)})` : "No lines changed"),
      el("div", { class: "share", role: "img", "aria-label": `${percent(share)} explained` }, el("span", { style: `width:${share * 100}%` })),
      r.pure && r.changed ? el("p", {}, "Nothing but refactorings, layout and comments.") : null);
    let kind = "code";
    const steps = r.hunks.flatMap((hunk) => {
      const moved = hunk.before && hunk.after && hunk.before !== hunk.after;
      const title = moved ? `${hunk.before}:${hunk.old} → ${hunk.after}:${hunk.now}` : `${hunk.after ?? hunk.before}:${hunk.after ? hunk.now : hunk.old}`;
      const state = begun(hunk.after ?? hunk.before), body = el("tbody");
      let old = hunk.old, now = hunk.now;
      const begin = () => {
        if (hunk.kind === "layout" && kind !== "layout") page.append(el("h2", {}, "Layout and comments"));
        kind = hunk.kind;
        page.append(el("section", { class: "hunk" }, el("h3", {}, hunk.kind === "binary" ? `${title} (binary)` : hunk.notes.length ? `${title} (${hunk.notes.join(", ")})` : title),
          el("table", { class: "beside" }, el("caption", { class: "hidden" }, `Changes at ${title}`),
            el("colgroup", {}, el("col", { class: "n" }), el("col", { class: "n" }), el("col")), body)));
      };
      const line = ([sign, text]) => {
        const css = sign === "-" ? "old" : sign === "+" ? "new" : "same";
        body.append(el("tr", {}, el("td", { class: "n" }, sign === "+" ? "" : String(old)), el("td", { class: "n" }, sign === "-" ? "" : String(now)),
          el("td", { class: `code ${css}` }, painted([text], state))));
        if (sign !== "+") old++;
        if (sign !== "-") now++;
      };
      return [begin, ...hunk.lines.map((l) => () => line(l))];
    });
    return { nodes: [page], start: () => gradually(steps, page, (step) => step()) };
  };

  const historyView = () => {
    const rows = commits.flatMap((c) => c.refactorings.map((r) => ({ commit: c, r })));
    const page = el("div", { class: "page", tabindex: "0", role: "region", "aria-label": "The history in figures" });
    const dates = commits.map((c) => c.date).filter(Boolean).sort();
    const years = dates.length ? Number(dates[dates.length - 1].slice(0, 4)) - Number(dates[0].slice(0, 4)) : 0;
    const bucket = (c) => (c.date ?? "").slice(0, years > 12 ? 4 : 7);
    const counts = new Map();
    for (const { commit, r } of rows) {
      const at = counts.get(bucket(commit)) ?? new Map();
      at.set(r.type, (at.get(r.type) ?? 0) + 1);
      counts.set(bucket(commit), at);
    }
    const top = (key) => {
      const all = new Map();
      for (const row of rows) for (const k of new Set([key(row)].flat())) all.set(k, (all.get(k) ?? 0) + 1);
      return [...all].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    };
    const types = top(({ r }) => r.type);
    page.append(el("h2", {}, `${counted(rows.length, "refactoring")} in ${counted(commits.length, "commit")}`), chart(counts, types.map((t) => t[0])));
    const table = (title, entries) => el("section", {}, el("h2", {}, title), el("table", { class: "plain" }, el("tbody", {}, entries.slice(0, 15).map(([name, n]) =>
      el("tr", {}, el("td", { class: "number" }, String(n)), el("td", {}, el("code", {}, name)))))));
    page.append(el("div", { class: "columns" }, table("By type", types), table("Busiest elements", top(({ r }) => [r.before.key, r.after.key])),
      table("Busiest files", top(({ r }) => [r.before.file, r.after.file]))));
    return { nodes: [page], start: () => {} };
  };
  // Hues that people with any colour vision tell apart, in an order of alternating lightness; the rest is grey.
  const hues = ["#0072b2", "#e69f00", "#56b4e9", "#a05a00", "#009e73", "#cc79a7", "#5b5b9e", "#d5c711"];
  const chart = (counts, types) => {
    const buckets = [...counts.keys()].sort();
    const width = Math.max(480, Math.min(1100, buckets.length * 16)), height = 160;
    const most = Math.max(1, ...[...counts.values()].map((m) => [...m.values()].reduce((a, b) => a + b, 0)));
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const add = (tag, attributes, text) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [k, v] of Object.entries(attributes)) node.setAttribute(k, v);
      if (text !== undefined) node.textContent = text;
      svg.append(node);
      return node;
    };
    for (const [k, v] of Object.entries({ viewBox: `0 0 ${width} ${height + 20}`, width, role: "img", "aria-label": `Refactorings over time, at most ${most} at once`, style: "max-width:100%" })) svg.setAttribute(k, v);
    const step = width / Math.max(1, buckets.length);
    buckets.forEach((name, i) => {
      let y = height;
      types.forEach((type, t) => {
        const n = counts.get(name).get(type) ?? 0;
        if (!n) return;
        const h = (n / most) * (height - 14);
        y -= h;
        const bar = add("rect", { x: i * step + 1, y, width: Math.max(1, step - 2), height: h, fill: hues[t] ?? "#8a8f98" });
        const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
        title.textContent = `${name}: ${n} ${type}`;
        bar.append(title);
      });
      if (i % Math.max(1, Math.ceil(60 / step)) === 0) add("text", { x: i * step, y: height + 14 }, name);
    });
    const legend = el("ul", { class: "links" }, types.map((type, t) => el("li", {}, el("span", { style: `display:inline-block;width:10px;height:10px;background:${hues[t] ?? "#8a8f98"}` }), ` ${type}`)));
    return el("figure", { style: "margin:0" }, svg, legend);
  };

  const tableView = () => {
    const rows = commits.flatMap((c) => c.refactorings.map((r) => ({ commit: c, r })));
    const types = [...new Set(rows.map((x) => x.r.type))].sort();
    const list = virtualList("Refactorings of all commits", ({ commit, r }) => [
      el("div", {}, el("b", {}, r.type), ` ${commit.short} ${(commit.date ?? "").slice(0, 10)} ${commit.subject ?? ""}`),
      el("div", { class: "sub", title: r.description }, `${r.before.key} → ${r.after.key}`),
    ], ({ commit, r }) => {
      const open = data.served ? el("a", { href: `/commit/${commit.commit}` }, "The whole commit") : el("button", { type: "button", on: { click: () => route(commit) } }, "The whole commit");
      detail.replaceChildren(el("h2", {}, r.type), el("p", { class: "meta" }, `${commit.short} ${commit.author ?? ""} ${commit.date ?? ""}`), el("p", {}, commit.subject ?? ""),
        el("dl", { class: "where" }, el("dt", {}, "Before"), el("dd", {}, el("code", {}, r.before.key), ` ${place(r.before)}`), el("dt", {}, "After"), el("dd", {}, el("code", {}, r.after.key), ` ${place(r.after)}`)),
        el("p", {}, open), ...(r.rows ? [beside(r)] : []));
    });
    const detail = el("section", { class: "detail", "aria-label": "The chosen refactoring", tabindex: "0" });
    const search = el("input", { type: "search", id: "search", placeholder: "name, path, commit, author", autocomplete: "off" });
    const type = el("select", { id: "type" }, el("option", { value: "" }, `all (${rows.length})`), types.map((t) => el("option", { value: t }, t)));
    const count = el("span", { class: "meta" });
    const filter = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const chosen = rows.filter(({ commit, r }) => {
        if (type.value && r.type !== type.value) return false;
        if (!words.length) return true;
        const text = `${r.before.key} ${r.after.key} ${r.before.file} ${r.after.file} ${commit.commit} ${commit.author} ${commit.subject}`.toLowerCase();
        return words.every((w) => text.includes(w));
      });
      count.textContent = `${chosen.length} of ${rows.length}`;
      list.set(chosen);
      if (chosen.length) list.choose(0, false);
      else detail.replaceChildren(el("p", { class: "empty" }, "Nothing fits these filters."));
    };
    for (const control of [search, type]) control.addEventListener("input", filter);
    return { nodes: [el("div", { class: "bar", role: "search" }, el("label", {}, "Find ", search), el("label", {}, "Type ", type), count), el("div", { class: "split" }, list.node, detail)], start: filter };
  };

  // Views and their tabs.
  const tabs = document.getElementById("tabs");
  const open = (views, name) => {
    const chosen = views.find((v) => v.name === name) ?? views[0];
    tabs.replaceChildren(...views.map((view) => el("button", {
      type: "button", role: "tab", "aria-selected": String(view === chosen), "aria-controls": "main", tabindex: view === chosen ? "0" : "-1",
      on: {
        click: () => open(views, view.name),
        keydown: (e) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
          if (!step) return;
          const next = views[(views.indexOf(view) + step + views.length) % views.length];
          open(views, next.name);
          tabs.querySelector('[aria-selected="true"]').focus();
        },
      },
    }, view.title)));
    const { nodes, start } = chosen.make();
    main.replaceChildren(...nodes);
    start();
  };
  const header = (title, ...lines) => {
    document.title = `${title} · refdiff`;
    document.getElementById("top").replaceChildren(el("h1", {}, title), ...lines.filter(Boolean).map((l) => el("p", { class: "meta" }, l)));
  };
  const route = (commit) => {
    const views = [];
    if (data.steps) {
      header(`The life of ${data.title}`, data.element ? `${data.element.kind}, ${place(data.element)}` : null, counted(data.steps.length, "step"));
      views.push({ name: "life", title: "Steps", make: lifeView });
      open(views, "life");
      return;
    }
    if (commit) {
      header(commit.subject ?? `${commit.from} → ${commit.to}`, commit.commit ? `${commit.commit} · ${commit.author} · ${commit.date}` : null,
        `${counted(commit.refactorings.length, "refactoring")}, ${counted(commit.files.analysed, "file")} compared` +
        (commit.incomplete.length ? `; incomplete: ${commit.incomplete.join("; ")}` : ""));
      views.push({ name: "list", title: "Refactorings", make: () => commitView(commit) });
      if (commit.residual) views.push({ name: "left", title: `Left to review (${commit.residual.changed - commit.residual.explained})`, make: () => residualView(commit) });
      if (commits.length > 1) views.push({ name: "back", title: "All commits", make: () => { route(null); return { nodes: [...main.childNodes], start: () => {} }; } });
    } else {
      header(data.title || "History", `${counted(commits.length, "commit")}`);
      views.push({ name: "time", title: "Over time", make: historyView }, { name: "table", title: "Refactorings", make: tableView });
    }
    open(views, views[0].name);
  };
  document.addEventListener("keydown", (e) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
    if (e.key === "/" && !typing) { e.preventDefault(); document.getElementById("search")?.focus(); }
    else if (e.key === "Escape" && typing) main.querySelector(".list")?.focus();
    else if ((e.key === "r" || e.key === "l") && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) tabs.querySelector(e.key === "r" ? "button:nth-child(2)" : "button:nth-child(1)")?.click();
  });
  route(commits.length === 1 ? commits[0] : null);
})();
