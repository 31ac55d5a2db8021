// Refactorings over time: bars by what happened, with axes, and a brush that chooses a span of time.

/** What types have in common, each with a colour; the first that fits a type's name. */
const FAMILIES = ["Moved", "Renamed", "Extracted", "Inlined", "Signatures", "Details"];
const familyOf = (type, group) => {
  if (group !== "structure") return group === "signature" ? 4 : 5;
  if (/Extract/.test(type)) return 2;
  if (/Inline/.test(type)) return 3;
  if (/Move|Pull Up|Push Down/.test(type)) return 0;
  return /Rename/.test(type) ? 1 : 4;
};

/** Spans of time that bars may stand for, with the number of bars at most: the first that is not more. */
const MOST_BARS = 160;
const DAY = 86400000;
const date = (y, m, d = 1) => Date.UTC(y, m, d);
const UNITS = [
  { name: "day", floor: (t) => Math.floor(t / DAY) * DAY, next: (t) => t + DAY, digits: 10 },
  { name: "week", floor: (t) => Math.floor((t / DAY + 3) / 7) * 7 * DAY - 3 * DAY, next: (t) => t + 7 * DAY, digits: 10 },
  ...[["month", 1], ["quarter", 3], ["year", 12], ["five years", 60], ["fifty years", 600]].map(([name, months]) => ({
    name, digits: months < 12 ? 7 : 4,
    floor: (t) => { const d = new Date(t), all = d.getUTCFullYear() * 12 + d.getUTCMonth(); const at = Math.floor(all / months) * months; return date(Math.floor(at / 12), at % 12); },
    next: (t) => { const d = new Date(t); return date(d.getUTCFullYear(), d.getUTCMonth() + months); },
  })),
];
/** The edges of the bars for a span of time, without gaps. */
const edgesOf = (from, until) => {
  for (const unit of UNITS) {
    const edges = [unit.floor(from)];
    while (edges[edges.length - 1] <= until && edges.length <= MOST_BARS + 1) edges.push(unit.next(edges[edges.length - 1]));
    if (edges[edges.length - 1] > until || unit === UNITS[UNITS.length - 1]) return { unit, edges };
  }
};
const day = (time, digits = 10) => new Date(time).toISOString().slice(0, digits);
/** A round step, so that about four of them reach a number. */
const stepOf = (most) => {
  const rough = Math.max(1, most / 4), power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
};

const chart = ({ pickTime, pickFamily }) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "chart");
  svg.setAttribute("role", "img");
  const legend = el("ul", { class: "legend", "aria-label": "What happened" });
  const words = el("figcaption", { class: "meta" });
  const node = el("figure", {}, svg, legend, words);
  const LEFT_EDGE = 44, TOP = 8, HEIGHT = 180, BOTTOM = 22;
  let shown = null, from = null;
  const add = (parent, tag, attributes, text) => {
    const child = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) child.setAttribute(name, value);
    if (text !== undefined) child.textContent = text;
    parent.append(child);
    return child;
  };
  const width = () => Math.max(240, node.clientWidth);
  const xOf = (i) => LEFT_EDGE + (i * (width() - LEFT_EDGE - 4)) / Math.max(1, shown.edges.length - 1);
  const barAt = (e) => {
    const x = e.clientX - svg.getBoundingClientRect().left;
    const i = Math.floor(((x - LEFT_EDGE) / (width() - LEFT_EDGE - 4)) * (shown.edges.length - 1));
    return Math.max(0, Math.min(shown.edges.length - 2, i));
  };
  const draw = () => {
    if (!shown || !node.isConnected) return;
    const { edges, unit, counts, chosen } = shown;
    svg.replaceChildren();
    svg.setAttribute("width", width());
    svg.setAttribute("height", TOP + HEIGHT + BOTTOM);
    const totals = counts.map((c) => c.reduce((a, b) => a + b, 0));
    const most = Math.max(1, ...totals), step = stepOf(most), top = Math.ceil(most / step) * step;
    const y = (n) => TOP + HEIGHT - (n / top) * HEIGHT;
    for (let n = 0; n <= top; n += step) {
      add(svg, "line", { class: "grid", x1: LEFT_EDGE, x2: width() - 4, y1: y(n), y2: y(n) });
      add(svg, "text", { x: LEFT_EDGE - 6, y: y(n) + 4, "text-anchor": "end" }, n.toLocaleString("en"));
    }
    const one = xOf(1) - xOf(0);
    // Where there are several years, they are what the axis says.
    const years = new Date(edges[edges.length - 1]).getUTCFullYear() - new Date(edges[0]).getUTCFullYear();
    const digits = years > 2 ? 4 : unit.digits;
    const starts = edges.slice(0, -1).flatMap((edge, i) => (digits > 4 || !i || day(edge, 4) !== day(edges[i - 1], 4) ? [i] : []));
    const labelled = new Set();
    let free = -Infinity;
    for (const i of starts) if (xOf(i) >= free && xOf(i) + digits * 7 < width()) { labelled.add(i); free = xOf(i) + digits * 7 + 12; }
    counts.forEach((count, i) => {
      let at = 0;
      count.forEach((n, family) => {
        if (!n) return;
        const bar = add(svg, "rect", { x: xOf(i) + (one > 3 ? 0.5 : 0), width: Math.max(0.5, one - (one > 3 ? 1 : 0)), y: y(at + n), height: y(at) - y(at + n), fill: `var(--f${family})` });
        add(bar, "title", {}, `${day(edges[i], unit.digits)}: ${counted(n, "refactoring")}, ${FAMILIES[family].toLowerCase()}`);
        at += n;
      });
      if (labelled.has(i)) {
        add(svg, "line", { class: "grid", x1: xOf(i), x2: xOf(i), y1: TOP + HEIGHT, y2: TOP + HEIGHT + 4 });
        add(svg, "text", { x: xOf(i), y: TOP + HEIGHT + 17 }, day(edges[i], digits));
      }
    });
    if (chosen) {
      const first = edges.findIndex((edge, i) => i + 1 < edges.length && edges[i + 1] > chosen[0]);
      const beyond = edges.findIndex((edge) => edge >= chosen[1]);
      const last = beyond < 0 ? edges.length - 1 : beyond;
      add(svg, "rect", { class: "brush", x: xOf(Math.max(0, first)), width: Math.max(1, xOf(last) - xOf(Math.max(0, first))), y: TOP, height: HEIGHT });
    }
    const all = totals.reduce((a, b) => a + b, 0);
    const busiest = totals.indexOf(most);
    svg.setAttribute("aria-label", `Refactorings over time: ${all} in all, at most ${most} in a ${unit.name}${busiest >= 0 ? `, that of ${day(edges[busiest], unit.digits)}` : ""}`);
    words.textContent = `One bar for each ${unit.name}. Drag over the bars to choose a span of time.`;
  };
  const select = (a, b) => { shown.chosen = [shown.edges[Math.min(a, b)], shown.edges[Math.max(a, b) + 1]]; draw(); };
  svg.addEventListener("pointerdown", (e) => { if (!shown || e.button) return; from = barAt(e); svg.setPointerCapture(e.pointerId); select(from, from); });
  svg.addEventListener("pointermove", (e) => { if (from !== null) select(from, barAt(e)); });
  svg.addEventListener("pointerup", (e) => { if (from === null) return; const to = barAt(e); select(from, to); from = null; pickTime(...shown.chosen); });
  svg.addEventListener("pointercancel", () => { from = null; });
  new ResizeObserver(draw).observe(node);
  return {
    node,
    show(next) {
      shown = next;
      legend.replaceChildren(...FAMILIES.map((name, family) => [name, family, next.totals[family]]).filter(([, , n]) => n).map(([name, family, n]) => el("li", {},
        button([el("span", { class: "swatch", style: `background:var(--f${family})` }), `${name} ${n.toLocaleString("en")}`], () => pickFamily(family), { "aria-pressed": String(next.family === family) }))));
      draw();
    },
  };
};

/** Rectangles in per cent whose areas are as the numbers of items, as close to squares as they come. */
const squares = (numbers, width, height) => {
  const all = numbers.reduce((a, b) => a + b, 0), out = [];
  let x = 0, y = 0, w = width, h = height, at = 0;
  const worst = (row, sum, side) => Math.max(...row.map((n) => Math.max((side * side * n) / (sum * sum), (sum * sum) / (side * side * n))));
  const areas = numbers.map((n) => (n / all) * width * height);
  while (at < areas.length) {
    const side = Math.min(w, h), row = [areas[at]];
    let sum = areas[at], end = at + 1;
    while (end < areas.length && worst([...row, areas[end]], sum + areas[end], side) <= worst(row, sum, side)) { row.push(areas[end]); sum += areas[end]; end++; }
    const thick = sum / side;
    let along = 0;
    for (const area of row) {
      const long = area / thick;
      out.push(w >= h ? { x, y: y + along, w: thick, h: long } : { x: x + along, y, w: long, h: thick });
      along += long;
    }
    if (w >= h) { x += thick; w -= thick; } else { y += thick; h -= thick; }
    at = end;
  }
  return out.map((r) => ({ left: (r.x / width) * 100, top: (r.y / height) * 100, width: (r.w / width) * 100, height: (r.h / height) * 100 }));
};
