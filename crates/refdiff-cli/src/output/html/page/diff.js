// What is the same in two lists, and the rows in which two texts stand side by side.

/** So many differences are looked at; two texts that differ more stand side by side as they are. */
const MOST_DIFFERENCES = 1000;

/** The pairs of equal items of a longest common subsequence, as two lists of numbers: the partner in the other list or -1. */
const common = (a, b) => {
  const left = new Int32Array(a.length).fill(-1), right = new Int32Array(b.length).fill(-1);
  const join = (i, j) => { left[i] = j; right[j] = i; };
  let start = 0, enda = a.length, endb = b.length;
  while (start < enda && start < endb && a[start] === b[start]) { join(start, start); start++; }
  while (enda > start && endb > start && a[enda - 1] === b[endb - 1]) join(--enda, --endb);
  const n = enda - start, m = endb - start;
  if (!n || !m) return [left, right];
  const most = Math.min(n + m, MOST_DIFFERENCES), offset = most + 1;
  const far = new Int32Array(2 * most + 3).fill(-1), trace = [];
  far[offset + 1] = 0;
  let found = -1;
  for (let d = 0; d <= most && found < 0; d++) {
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && far[offset + k - 1] < far[offset + k + 1]) ? far[offset + k + 1] : far[offset + k - 1] + 1;
      let y = x - k;
      while (x < n && y < m && a[start + x] === b[start + y]) { x++; y++; }
      far[offset + k] = x;
      if (x >= n && y >= m) { found = d; break; }
    }
    trace.push(far.slice(offset - d - 1, offset + d + 2));
  }
  if (found < 0) return [left, right];
  let x = n, y = m;
  for (let d = found; d > 0; d--) {
    const k = x - y, before = trace[d - 1], at = (i) => before[i + d] ?? -1;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const from = down ? k + 1 : k - 1, fromx = at(from), fromy = fromx - from;
    while (x > fromx && y > fromy) { join(start + --x, start + --y); }
    x = fromx; y = fromy;
  }
  while (x > 0 && y > 0) join(start + --x, start + --y);
  return [left, right];
};

const wordsOf = (line) => line.match(/[\p{L}\p{N}_$]+|\s+|[^]/gu) ?? [];

/** A line in parts: a part that the other line lacks is a list of one. */
const marked = (line, other) => {
  if (line.length > 1000 || other.length > 1000) return [[line]];
  const words = wordsOf(line), [partners] = common(words, wordsOf(other));
  const parts = [];
  words.forEach((word, i) => {
    const changed = partners[i] < 0 && word.trim() !== "";
    const last = parts[parts.length - 1];
    if (last !== undefined && Array.isArray(last) === changed) { if (changed) last[0] += word; else parts[parts.length - 1] += word; }
    else parts.push(changed ? [word] : word);
  });
  // Where next to nothing is common, marks say nothing.
  const same = parts.filter((p) => !Array.isArray(p)).join("").trim().length;
  return same * 5 < line.trim().length ? [line] : parts;
};

/** How alike two lines are, from 0 to 1: the share of their words that both have in the same order; 0 below a half. */
const likeness = (one, two) => {
  if (one.length > 1000 || two.length > 1000) return one.trim() === two.trim() ? 1 : 0;
  const words = (line) => wordsOf(line).filter((w) => /[\p{L}\p{N}]/u.test(w)), a = words(one), b = words(two);
  const same = common(a, b)[0].filter((partner) => partner >= 0).length;
  return same * 4 >= a.length + b.length && same ? (2 * same) / (a.length + b.length) : 0;
};

/** Lines of a replaced block that belong side by side, in order: those that are most alike in sum. Large blocks have none. */
const MOST_COMPARED = 900, MOST_CHARACTERS = 40000;
const anchors = (old, now) => {
  const n = old.length, m = now.length;
  const size = (lines) => lines.reduce((sum, line) => sum + line.length, 0);
  if (!n || !m || n * m > MOST_COMPARED || n * size(now) + m * size(old) > MOST_CHARACTERS) return [];
  const best = Array.from({ length: n + 1 }, () => new Float64Array(m + 1)), alike = best.map(() => new Float64Array(m + 1));
  for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--) {
    alike[i][j] = likeness(old[i], now[j]);
    best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], alike[i][j] ? best[i + 1][j + 1] + alike[i][j] : 0);
  }
  const pairs = [];
  for (let i = 0, j = 0; i < n && j < m;) {
    if (alike[i][j] && best[i][j] === best[i + 1][j + 1] + alike[i][j]) pairs.push([i++, j++]);
    else if (best[i][j] === best[i + 1][j]) i++;
    else j++;
  }
  return pairs;
};

/** Rows of two lists of lines: the numbers of both, -1 where there is none, and whether they are equal but for blanks at the ends. */
const rowsOf = (old, now, oldFrom = 1, nowFrom = 1) => {
  const trim = (lines) => lines.map((l) => l.trim());
  const [left] = common(trim(old), trim(now));
  const rows = [];
  let i = 0, j = 0;
  const one = (hasOld, hasNow, same) => {
    rows.push({ old: hasOld ? oldFrom + i : -1, now: hasNow ? nowFrom + j : -1, same, was: hasOld ? old[i] : null, is: hasNow ? now[j] : null });
    if (hasOld) i++;
    if (hasNow) j++;
  };
  const block = (endi, endj) => {
    const [fromi, fromj] = [i, j];
    for (const [x, y] of anchors(old.slice(i, endi), now.slice(j, endj))) {
      while (i < fromi + x || j < fromj + y) one(i < fromi + x, j < fromj + y, false);
      one(true, true, false);
    }
    while (i < endi || j < endj) one(i < endi, j < endj, false);
  };
  for (let at = 0; at < old.length; at++) {
    if (left[at] < 0) continue;
    block(at, left[at]);
    one(true, true, true);
  }
  block(old.length, now.length);
  return rows;
};
