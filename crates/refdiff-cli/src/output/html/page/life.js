// The page of an element's life: its steps as a line of events, each with what it changed.
const lifePage = () => {
  const steps = data.steps;
  header(`The life of ${data.title ?? "an element"}`, data.element ? `${data.element.kind}, ${place(data.element)}` : null, counted(steps.length, "step"));
  const holder = el("div", { class: "holder main" });
  const show = (step) => {
    const side = (name, e) => (e ? [el("dt", {}, name), el("dd", {}, el("code", {}, e.key), ` ${place(e)}`)] : []);
    const whole = data.served ? el("a", { href: `/commit/${step.commit}` }, "The whole commit") : el("code", {}, step.commit);
    const heads = [step.before ? head("Before", step.before) : "Not there before", head("After", step.after)];
    const code = step.code
      ? codeOf(`${step.changes.join(", ")}: before and after`, heads, rowsOf(step.code[0], step.code[1], step.before?.start ?? 1, step.after.start), [step.before?.file, step.after.file])
      : el("p", { class: "empty" }, "The code was left out of this page, which would be too large.");
    holder.replaceChildren(el("div", { class: "scroll page", tabindex: "0", role: "region", "aria-label": "The chosen step" },
      el("h2", { "data-stop": true, tabindex: "-1" }, step.changes.join(", ")), el("p", { class: "meta" }, `${step.short} · ${step.author} · ${step.date}`), el("p", {}, step.subject), el("p", {}, whole),
      el("dl", { class: "where" }, side("Before", step.before), side("After", step.after), step.origins.map((o) => side("From", o))), code));
    say(`${step.changes.join(", ")}: ${step.subject}`);
  };
  const small = (step) => step.changes.every((c) => c === "doc" || c === "layout");
  const list = virtualList({
    label: "Steps, newest first",
    attributes: (s) => ({ class: `item${small(s) ? " small" : ""}`, title: s.subject }),
    item: (s) => [el("div", {}, el("b", {}, s.changes.join(", ")), el("span", { class: "faint" }, ` ${(s.date ?? "").slice(0, 10)}`)), el("div", { class: "sub" }, `${s.short} ${s.author}: ${s.subject}`)],
    pick: show,
  });
  list.node.classList.add("events");
  main.replaceChildren(el("div", { class: "split" }, el("aside", { class: "side", "aria-label": "Steps" }, el("div", { class: "holder" }, list.node)), holder));
  key("j", "next step in the list", () => list.choose(list.picked + 1, false));
  key("k", "previous step in the list", () => list.choose(list.picked - 1, false));
  list.set(steps);
  if (steps.length) list.choose(0, false);
};
