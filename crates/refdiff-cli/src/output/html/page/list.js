// A list or tree of which only the visible part is in the page.
const virtualList = ({ label, role = "listbox", height = 56, item, attributes = () => ({}), pick, press = () => false }) => {
  const spacer = el("div", { class: "spacer", role: "presentation" });
  const list = el("div", { class: "list", role, tabindex: "0", "aria-label": label }, spacer);
  const one = role === "tree" ? "treeitem" : "option";
  let items = [], picked = -1;
  const name = (i) => `${role}-${i}`;
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 10);
    const last = Math.min(items.length, first + Math.ceil(list.clientHeight / height) + 20);
    const nodes = [];
    for (let i = first; i < last; i++) {
      nodes.push(el("div", {
        role: one, id: name(i), "aria-selected": String(i === picked), "aria-setsize": items.length, "aria-posinset": i + 1,
        class: "item", style: `top:${i * height}px;height:${height}px`, ...attributes(items[i]), on: { click: (e) => choose(i, !e.defaultPrevented) },
      }, item(items[i], i)));
    }
    spacer.replaceChildren(...nodes);
    if (picked >= first && picked < last) list.setAttribute("aria-activedescendant", name(picked));
    else list.removeAttribute("aria-activedescendant");
  };
  const show = (i) => {
    picked = i;
    const top = i * height;
    if (i >= 0 && top < list.scrollTop) list.scrollTop = top;
    else if (i >= 0 && top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
    draw();
  };
  const choose = (i, focus = true) => {
    if (!items.length) return;
    show(Math.max(0, Math.min(items.length - 1, i)));
    if (focus) list.focus({ preventScroll: true });
    pick(items[picked], picked);
  };
  const page = () => Math.max(1, Math.floor(list.clientHeight / height) - 1);
  const moves = { ArrowDown: () => picked + 1, ArrowUp: () => picked - 1, Home: () => 0, End: () => items.length - 1, PageDown: () => picked + page(), PageUp: () => picked - page() };
  list.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (moves[e.key]) { e.preventDefault(); choose(moves[e.key]()); }
    else if (picked >= 0 && press(e.key, items[picked], picked)) e.preventDefault();
  });
  list.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(list);
  return {
    node: list, choose, show, draw,
    get items() { return items; },
    get picked() { return picked; },
    set(next, keep = false) {
      items = next;
      picked = -1;
      spacer.style.height = `${items.length * height}px`;
      list.style.setProperty("--height", spacer.style.height);
      if (!keep) list.scrollTop = 0;
      draw();
    },
  };
};
