// A table that sorts, of which only the visible rows are in the page.
const narrow = matchMedia("(max-width: 760px)");

/** Columns are { name, width, cell, sort, number, wide, falls }; `wide` ones are left out where there is no room. */
const sortedTable = ({ label, columns, sorted, falls }) => {
  const heads = el("div", { class: "line heads", role: "row" }), spacer = el("div", { class: "spacer", role: "presentation" });
  const rows = el("div", { class: "rows", role: "rowgroup", tabindex: "0", "aria-label": label }, spacer);
  const node = el("div", { class: "grid-table", role: "table", "aria-label": label }, el("div", { role: "rowgroup" }, heads), rows);
  let items = [], by = sorted, down = falls;
  const shownColumns = () => columns.filter((c) => !(narrow.matches && c.wide));
  const height = () => (narrow.matches ? 74 : 30);
  const draw = () => {
    const tall = height(), first = Math.max(0, Math.floor(rows.scrollTop / tall) - 8);
    const last = Math.min(items.length, first + Math.ceil(rows.clientHeight / tall) + 16);
    spacer.style.height = `${items.length * tall}px`;
    rows.style.maxHeight = `${Math.max(2, items.length) * tall + 2}px`;
    const nodes = [];
    for (let i = first; i < last; i++) {
      nodes.push(el("div", { class: "line", role: "row", "aria-rowindex": i + 2, style: `top:${i * tall}px;height:${tall}px` },
        shownColumns().map((c) => el("div", { role: "cell", class: c.number ? "number" : null }, c.cell(items[i])))));
    }
    spacer.replaceChildren(...nodes);
  };
  const order = () => {
    const column = columns.find((c) => c.name === by), sign = down ? -1 : 1;
    items.sort((a, b) => { const x = column.sort(a), y = column.sort(b); return x < y ? -sign : x > y ? sign : a.at - b.at; });
  };
  const drawHeads = () => {
    node.style.setProperty("--columns", shownColumns().map((c) => c.width).join(" "));
    heads.replaceChildren(...shownColumns().map((c) => el("div", { role: "columnheader", class: c.number ? "number" : null, "aria-sort": c.name === by ? (down ? "descending" : "ascending") : "none" },
      button(`${c.name}${c.name === by ? (down ? " ↓" : " ↑") : ""}`, () => {
        if (by === c.name) down = !down; else { by = c.name; down = Boolean(c.falls); }
        order(); drawHeads(); rows.scrollTop = 0; draw();
        heads.querySelector(`[aria-sort]:not([aria-sort="none"]) button`).focus();
      }))));
  };
  rows.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(() => { drawHeads(); draw(); }).observe(node);
  drawHeads();
  return { node, set(next) { items = next.slice(); node.setAttribute("aria-rowcount", items.length + 1); order(); rows.scrollTop = 0; draw(); } };
};
