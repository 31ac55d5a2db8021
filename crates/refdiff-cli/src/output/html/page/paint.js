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
  return { keywords: Object.hasOwn(keywordsOf, ending) ? keywordsOf[ending] : java, hash: ending === "py", comment: false };
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
      out.append(kind ? el("span", { class: kind }, text.slice(i, j)) : document.createTextNode(upright(text.slice(i, j))));
      i = j;
    }
    at += text.length;
    if (target) nodes.push(target);
  }
  return nodes;
};

