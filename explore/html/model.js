// Draws the interleaving in #data: rows in time order, a lane for each goroutine.
// Only what is in view is in the document. All text is set as text, never as markup.
// This file says what is shown: rows that pass the filters, calls in one row.
const data = JSON.parse(document.getElementById('data').textContent);
const vscode = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : null;
const byId = (id) => document.getElementById(id);
const rowHeight = 28, headHeight = 46, gutter = 40, wideColumn = 230;

function element(tag, cls, ...children) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== ''));
  return e;
}
function shape(tag, attrs, title) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (k === 'style') e.style.cssText = v; else e.setAttribute(k, v); // the policy allows no style attributes
  }
  if (title) { const t = shape('title', {}); t.textContent = title; e.append(t); }
  return e;
}
const color = (g) => `var(--g${g % 8})`;
const shortName = (name) => name.slice(name.lastIndexOf('.') + 1);
const oneLine = (s, n) => (s.length > n ? s.slice(0, n - 1) + '…' : s);

const tagOf = (g) => 'G' + g;
const headOf = (g) => data.goroutines[g].label.replace('goroutine started at ', 'go at ').replace('goroutine of ', 'go ');

const inOf = new Map(), outOf = new Map();
for (const e of data.edges) {
  if (!outOf.has(e[0])) outOf.set(e[0], []);
  if (!inOf.has(e[1])) inOf.set(e[1], []);
  outOf.get(e[0]).push(e[1]);
  inOf.get(e[1]).push(e[0]);
}
const variables = [...new Set(data.rows.flatMap((r) => r.v.map((v) => v.name)))].sort();

// What the reader has chosen.
const state = { all: !data.rows.some((r) => r.m), layout: 'auto', hidden: new Set(), variable: '', open: new Set(), expanded: false, current: 0 };
// What follows from it: units are the rows that pass the filters, items what is
// shown of them: a row, or the rows of a call.
let units = [], items = [], edges = [], itemOf = new Map(), lanes = [], laneOf = new Map(), wide = true, laneWidth = 0, columnWidth = 0;

function passes(r, i) {
  if (state.hidden.has(r.g)) return false;
  if (r.side) return true;
  if (!state.all && (!r.m || r.kind === 'completed')) return false;
  return !state.variable || r.v.some((v) => v.name === state.variable);
}

// sameCall: both rows are in the same call, d calls deep.
function sameCall(a, b, d) {
  if (a.g !== b.g || a.c.length <= d || b.c.length <= d) return false;
  for (let k = 0; k <= d; k++) {
    const x = data.calls[a.c[k]], y = data.calls[b.c[k]];
    if (x.func !== y.func || (k < d && (x.at.l !== y.at.l || x.at.f !== y.at.f))) return false;
  }
  return true;
}

// callAt is the end of the outermost call that begins at unit i, is interleaved
// with nothing and has several rows: [end, depth], or null.
function callAt(i, before, after) {
  const r = data.rows[units[i]];
  for (let d = 1; d < r.c.length; d++) {
    const p = before[i];
    if (p >= 0 && sameCall(data.rows[p], r, d)) continue;
    let j = i + 1;
    while (j < units.length && sameCall(data.rows[units[j]], r, d)) j++;
    const n = after[j - 1];
    if (j - i < 2 || (n >= 0 && sameCall(data.rows[n], r, d))) continue;
    const inside = units.slice(i, j);
    if (inside.some((u) => data.rows[u].side || inOf.has(u) && inOf.get(u).some((k) => !inside.includes(k)) && inside.length < 3)) continue;
    return [j, d];
  }
  return null;
}

// repeatAt is the end of the rows from unit i on that say the same: the parts of an
// operation of a library, the rounds of a loop.
function repeatAt(i) {
  const r = data.rows[units[i]];
  if (r.text === 'go') return null;
  let j = i + 1;
  for (; j < units.length; j++) {
    const s = data.rows[units[j]];
    if (s.g !== r.g || s.at.f !== r.at.f || s.at.l !== r.at.l || s.label !== r.label || s.side || r.side || s.kind !== 'step' || s.v.some((v) => v.what !== 'read' && v.what !== 'use')) break;
  }
  return j > i + 1 ? [j, -1] : null;
}

function compute() {
  units = [];
  data.rows.forEach((r, i) => { if (passes(r, i)) units.push(i); });
  const before = [], after = [], last = new Map();
  units.forEach((u, i) => { const g = data.rows[u].g; before[i] = last.has(g) ? last.get(g) : -1; last.set(g, u); });
  last.clear();
  for (let i = units.length - 1; i >= 0; i--) { const g = data.rows[units[i]].g; after[i] = last.has(g) ? last.get(g) : -1; last.set(g, units[i]); }
  items = []; itemOf = new Map();
  for (let i = 0; i < units.length;) {
    const c = state.expanded ? null : callAt(i, before, after) ?? repeatAt(i);
    const key = c ? units[i] + ':' + c[1] : '';
    const end = c && !state.open.has(key) ? c[0] : i + 1;
    const item = { rows: units.slice(i, end), key: end > i + 1 ? key : '', opened: c && end === i + 1 ? key : '', depth: c ? c[1] : 0 };
    for (const u of item.rows) itemOf.set(u, items.length);
    items.push(item);
    i = end;
    if (c && state.open.has(key)) { // the rest of an open call is shown as it is
      for (; i < c[0]; i++) { itemOf.set(units[i], items.length); items.push({ rows: [units[i]], key: '', opened: '', depth: 0 }); }
    }
  }
  let previous = null;
  const latest = new Map(); // the place shown last in each goroutine
  for (const item of items) {
    const r = data.rows[item.rows[0]];
    item.above = latest.get(r.g);
    item.before = previous;
    previous = item.key && item.depth > 0 ? data.calls[r.c[item.depth - 1]].at : r.at;
    latest.set(r.g, previous);
  }
  edges = edgesShown();
  const used = new Set(units.map((u) => data.rows[u].g));
  for (const w of data.waits) if (w.to < 0 && !state.hidden.has(w.g)) used.add(w.g);
  lanes = data.goroutines.map((_, g) => g).filter((g) => used.has(g));
  laneOf = new Map(lanes.map((g, i) => [g, i]));
  if (!units.includes(state.current)) state.current = nearest(state.current);
  layout();
}

// edgesShown are the edges between rows that are shown. Of several from one row to the
// same goroutine the first one says it all.
function edgesShown() {
  const first = new Map();
  for (const e of data.edges) {
    const a = itemOf.get(e[0]), b = itemOf.get(e[1]);
    if (a === undefined || b === undefined || a === b) continue;
    const key = e[0] + ' ' + data.rows[e[1]].g, old = first.get(key);
    if (!old || e[1] < old[1]) first.set(key, e);
  }
  return [...first.values()];
}

// nearest is the last unit that is not after a row.
function nearest(row) {
  let best = units.length ? units[0] : 0;
  for (const u of units) if (u <= row) best = u;
  return best;
}
