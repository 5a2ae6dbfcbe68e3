'use strict';
// Draws the interleaving in #data: rows in time order, a lane for each goroutine.
// Only what is in view is in the document. All text is set as text, never as markup.
(() => {
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
let units = [], items = [], itemOf = new Map(), lanes = [], laneOf = new Map(), wide = true, laneWidth = 0, columnWidth = 0;

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
    const item = { rows: units.slice(i, end), key: end > i + 1 ? key : '', depth: c ? c[1] : 0 };
    for (const u of item.rows) itemOf.set(u, items.length);
    items.push(item);
    i = end;
    if (c && state.open.has(key)) { // the rest of an open call is shown as it is
      for (; i < c[0]; i++) { itemOf.set(units[i], items.length); items.push({ rows: [units[i]], key: '', depth: 0 }); }
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
  const used = new Set(units.map((u) => data.rows[u].g));
  for (const w of data.waits) if (w.to < 0 && !state.hidden.has(w.g)) used.add(w.g);
  lanes = data.goroutines.map((_, g) => g).filter((g) => used.has(g));
  laneOf = new Map(lanes.map((g, i) => [g, i]));
  if (!units.includes(state.current)) state.current = nearest(state.current);
  layout();
}

// nearest is the last unit that is not after a row.
function nearest(row) {
  let best = units.length ? units[0] : 0;
  for (const u of units) if (u <= row) best = u;
  return best;
}

function layout() {
  const width = byId('scroll').clientWidth, n = Math.max(lanes.length, 1);
  wide = state.layout === 'columns' || (state.layout === 'auto' && (width - gutter) / n >= wideColumn);
  columnWidth = Math.max(wideColumn, Math.floor((width - gutter) / n));
  laneWidth = Math.min(Math.max(Math.floor((width - gutter - 340) / n), n > 40 ? 7 : 11), 26);
  byId('columns-mode').setAttribute('aria-pressed', wide);
  byId('lanes-mode').setAttribute('aria-pressed', !wide);
  const total = wide ? gutter + n * columnWidth : Math.max(width, gutter + n * laneWidth + 280);
  const canvas = byId('canvas');
  canvas.style.height = items.length * rowHeight + 40 + 'px';
  canvas.style.width = byId('heads').style.width = total + 'px';
  drawHeads();
  draw();
}

const laneX = (g) => gutter + (laneOf.get(g) ?? 0) * (wide ? columnWidth : laneWidth) + (wide ? 14 : laneWidth / 2);
const textX = (g) => (wide ? laneX(g) + 14 : gutter + lanes.length * laneWidth + 10);

function drawHeads() {
  byId('heads').replaceChildren(...lanes.map((g) => {
    const d = data.goroutines[g];
    if (!wide) {
      const h = element('div', 'lane-head', laneWidth > 20 ? tagOf(g) : laneWidth > 14 || g % 2 === 0 ? String(g) : '');
      h.style.left = laneX(g) + 'px';
      h.style.color = color(g);
      h.title = `${tagOf(g)} ${d.label}${d.func ? ', ' + d.func : ''}`;
      return h;
    }
    const dot = element('span', 'dot');
    dot.style.background = color(g);
    const h = element('div', 'head', dot, element('b', '', `${tagOf(g)} `), headOf(g), element('small', '', d.func));
    h.style.left = laneX(g) - 5 + 'px';
    h.style.width = columnWidth - 14 + 'px';
    h.title = `${d.label}\n${d.func}`;
    return h;
  }));
}

// placeOf leaves out the file if it is that of the row above, in the same column.
function placeOf(item, at) {
  const above = wide ? item.above : item.before;
  return above && above.f === at.f ? ':' + at.l : placeText(at);
}
const placeText = (at) => (at.f < 0 ? '' : shortFile(data.files[at.f].path) + ':' + at.l);
const shortFile = (path) => path.slice(path.lastIndexOf('/') + 1);

// A chip shows a value in few characters. What locks do needs no value.
function chip(v) {
  if (v.what === 'use' && /locked$|reading$/.test(v.before)) return null;
  const before = brief(v, v.before), after = brief(v, v.after);
  const c = element('span', 'chip ' + v.what);
  const name = element('i', '', shortName(v.name) + ' ');
  switch (v.what) {
    case 'send': c.append(element('i', '', '← '), before); break;
    case 'receive': c.append(element('i', '', '→ '), before); break;
    case 'read': c.append(name, '= ' + before); break;
    default: c.append(name, before === after || after === '' ? '= ' + before : before + ' → ' + after);
  }
  return c;
}

// brief leaves out who waits for a channel.
const brief = (v, s) => (v.what === 'use' && v.type.startsWith('chan ') ? s.split(', ').filter((w) => !/ing$/.test(w)).join(', ') : s);

// summary is what the rows of a call do to memory: what they change, or else read.
function summary(rows) {
  const sum = new Map();
  for (const u of rows) {
    for (const v of data.rows[u].v) {
      const old = sum.get(v.name);
      if (v.what === 'write') sum.set(v.name, { ...v, before: old ? old.before : v.before });
      else if (v.what === 'read' && !old) sum.set(v.name, v);
    }
  }
  return [...sum.values()].filter((v) => v.what === 'read' || v.before !== v.after);
}

const sideWord = (s) => s.split(' ')[0];

function rowElement(index, item) {
  const first = data.rows[item.rows[0]], holdsCurrent = item.rows.includes(state.current);
  const r = holdsCurrent && item.key ? data.rows[item.rows[0]] : first;
  const cell = element('div', 'cell');
  cell.style.left = textX(r.g) + 'px';
  if (wide) cell.style.width = columnWidth - 30 + 'px'; else cell.style.right = '0';
  let cls = 'row ' + r.kind;
  if (!wide) { const t = element('span', 'gname', tagOf(r.g)); t.style.color = color(r.g); cell.append(t); }
  if (item.key) {
    const called = item.depth > 0;
    cell.append(element('span', 'more', '▸'), element('span', 'pos', placeOf(item, called ? data.calls[r.c[item.depth - 1]].at : r.at)),
      element('span', 'src code', called ? shortCall(data.calls[r.c[item.depth]].func) + '()' : r.label), element('span', 'count', `+${item.rows.length}`), ...summary(item.rows).map(chip));
  } else {
    if (r.at.f >= 0) cell.append(element('span', 'pos', placeOf(item, r.at)));
    if (r.note) cell.append(element('span', 'tag warn', r.note));
    if (r.side) { cell.append(element('span', 'tag bad', sideWord(r.side))); cls += ' side'; }
    cell.append(element('span', 'src code' + (r.op ? ' call' : ''), r.label));
    for (const v of r.v) { const c = chip(v); if (c) cell.append(c); }
    const held = r.side && data.waits.find((w) => w.g === r.g && w.to < 0 && w.holder >= 0);
    if (held) cell.append(element('span', 'chip', element('i', '', 'held by '), tagOf(held.holder)));
  }
  if (holdsCurrent) cls += ' current';
  if (item.rows[0] > state.current) cls += ' future';
  const row = element('div', cls, element('span', 'number', r.n && !item.key ? String(r.n) : ''), cell);
  row.style.top = index * rowHeight + 'px';
  row.dataset.item = index;
  row.setAttribute('role', 'listitem');
  return row;
}
const shortCall = (name) => name.slice(Math.max(name.indexOf('.'), name.lastIndexOf(').') + 1) + 1);

const yOf = (row) => { // the middle of a row that is shown; between rows, of one that is not
  const i = itemOf.get(row);
  if (i !== undefined) return (i + 0.5) * rowHeight;
  let lo = 0, hi = items.length;
  while (lo < hi) { const m = (lo + hi) >> 1; if (items[m].rows[0] <= row) lo = m + 1; else hi = m; }
  return lo * rowHeight;
};

// elbow leads from one row down its lane and, above the other row, across to it: no
// line crosses text.
function elbow(a, b) {
  const x1 = laneX(data.rows[a].g), x2 = laneX(data.rows[b].g), y1 = yOf(a), y2 = yOf(b);
  const d = x2 > x1 ? 1 : -1, o = wide ? 6 : 4, yh = Math.max(y2 - rowHeight / 2, y1 + 4), q = Math.min(6, Math.abs(x2 - x1) / 3);
  const xs = x1 + d * o, ys = Math.min(y1 + 7, yh - q);
  return `M${x1} ${y1} Q${xs} ${y1} ${xs} ${ys} L${xs} ${yh - q} Q${xs} ${yh} ${xs + d * q} ${yh} L${x2 - d * q} ${yh} Q${x2} ${yh} ${x2} ${yh + q} L${x2} ${y2 - 6}`;
}

let frame = 0;
function draw() {
  if (!frame) frame = requestAnimationFrame(() => { frame = 0; drawNow(); });
}

function drawNow() {
  const scroll = byId('scroll'), top = Math.max(scroll.scrollTop - headHeight, 0);
  const from = Math.max(Math.floor(top / rowHeight) - 8, 0);
  const to = Math.min(Math.ceil((top + scroll.clientHeight) / rowHeight) + 8, items.length);
  const list = [];
  for (let i = from; i < to; i++) list.push(rowElement(i, items[i]));
  byId('rows').replaceChildren(...list);
  const y0 = from * rowHeight, height = Math.max((to - from) * rowHeight + 40, 40), width = byId('canvas').clientWidth;
  const graph = byId('graph');
  graph.style.top = y0 + 'px';
  graph.setAttribute('width', width);
  graph.setAttribute('height', height);
  graph.setAttribute('viewBox', `0 ${y0} ${width} ${height}`);
  graph.replaceChildren(...picture(y0, y0 + height));
}

function defs() {
  const d = shape('defs', {});
  const p = shape('pattern', { id: 'stripes', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' });
  p.append(shape('rect', { width: 6, height: 6, style: 'fill:var(--warn-soft)' }), shape('rect', { width: 2.5, height: 6, style: 'fill:var(--wait)' }));
  d.append(p);
  const q = shape('pattern', { id: 'forever', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' });
  q.append(shape('rect', { width: 6, height: 6, style: 'fill:var(--bad-soft)' }), shape('rect', { width: 2, height: 6, style: 'fill:var(--bad)' }));
  d.append(q);
  return d;
}

function picture(y0, y1) {
  const out = [defs()], thick = wide ? 8 : 5, bottom = items.length * rowHeight + 24;
  for (const g of lanes) {
    const life = lifeOf(g, bottom);
    if (life[1] >= y0 && life[0] <= y1) out.push(shape('line', { class: 'life', x1: laneX(g), x2: laneX(g), y1: Math.max(life[0], y0), y2: Math.min(life[1], y1), style: `stroke:${color(g)}` }));
  }
  for (const w of data.waits) {
    if (!laneOf.has(w.g)) continue;
    const a = w.from < 0 ? 0 : yOf(w.from) + rowHeight * 0.3, b = w.to < 0 ? bottom : yOf(w.to);
    if (b - a < 6 || b < y0 || a > y1) continue;
    out.push(shape('rect', { class: 'wait' + (w.to < 0 ? ' forever' : ''), x: laneX(w.g) - thick / 2, y: a, width: thick, height: b - a, rx: thick / 2 }));
  }
  for (const e of data.edges) {
    const a = itemOf.get(e[0]), b = itemOf.get(e[1]);
    if (a === undefined || b === undefined || a === b) continue;
    const strong = e[0] === state.current || e[1] === state.current;
    if (yOf(e[1]) < y0 || yOf(e[0]) > y1) continue;
    const cls = 'edge' + (strong ? ' strong' : '') + (e[1] > state.current ? ' future' : '');
    out.push(shape('path', { class: cls, d: elbow(e[0], e[1]), style: `stroke:${color(data.rows[e[0]].g)}` }));
    const x = laneX(data.rows[e[1]].g), y = yOf(e[1]);
    out.push(shape('path', { class: cls, d: `M${x - 3.5} ${y - 11} L${x} ${y - 5.5} L${x + 3.5} ${y - 11} Z`, style: `fill:${color(data.rows[e[0]].g)};stroke:none` }));
  }
  for (const p of data.pairs) out.push(...pairOf(p));
  for (let i = Math.floor(y0 / rowHeight); i < items.length && i * rowHeight < y1; i++) out.push(...dotOf(i));
  return out;
}

// lifeOf is from where to where a goroutine has rows or waits.
function lifeOf(g, bottom) {
  let a = Infinity, b = 0;
  for (const u of bounds.get(g) ?? []) { const y = yOf(u); a = Math.min(a, y); b = Math.max(b, y); }
  for (const w of data.waits) if (w.g === g) { a = Math.min(a, w.from < 0 ? 0 : yOf(w.from)); b = Math.max(b, w.to < 0 ? bottom : yOf(w.to)); }
  return [a, b];
}
const bounds = new Map();
data.rows.forEach((r, i) => { const b = bounds.get(r.g); if (b) b[1] = i; else bounds.set(r.g, [i, i]); });
for (const e of data.edges) { // a goroutine begins where it is started
  const b = bounds.get(data.rows[e[1]].g);
  if (b && b[0] === e[1] && data.rows[e[1]].g > 0) b.push(e[0]);
}

function pairOf([p, q]) {
  if (!itemOf.has(p) || !itemOf.has(q)) return [];
  const x1 = laneX(data.rows[p].g), x2 = laneX(data.rows[q].g), y1 = yOf(p), y2 = yOf(q);
  const x = (x1 + x2) / 2, y = Math.max(y2 - rowHeight / 2, y1 + 4);
  const pill = shape('rect', { class: 'pill', x: x - 15, y: y - 6.5, width: 30, height: 13, rx: 6.5 });
  const label = shape('text', { x, y: y + 3 });
  label.textContent = 'RACE';
  return [shape('path', { class: 'pair', d: elbow(p, q) }), pill, label];
}

function dotOf(i) {
  const item = items[i], r = data.rows[item.rows[0]], x = laneX(r.g), y = (i + 0.5) * rowHeight, c = color(r.g);
  const future = item.rows[0] > state.current ? 'future' : '';
  if (item.key) return [shape('rect', { class: future, x: x - 5, y: y - 5, width: 10, height: 10, rx: 2.5, style: `fill:${c}` })];
  const hollow = r.kind === 'half' || r.kind === 'completed';
  const out = [shape('circle', { class: future, cx: x, cy: y, r: r.kind === 'access' ? 3.2 : 5, style: `fill:${hollow ? 'var(--bg)' : c};stroke:${c};stroke-width:1.6` })];
  if (r.side) out.push(shape('circle', { cx: x, cy: y, r: 8, style: 'fill:none;stroke:var(--bad);stroke-width:2.2' }));
  return out;
}

// What is known at a row: the latest value of each variable.
function valuesAt(row) {
  const known = new Map();
  for (let i = 0; i <= row; i++) {
    const r = data.rows[i];
    for (const v of r.v) {
      if (v.what === 'send' || v.what === 'receive') continue;
      known.set(v.name, { value: v.after || v.before, before: v.before, by: i, changed: i === row && v.after !== '' && v.after !== v.before });
    }
  }
  return [...known].sort((a, b) => b[1].by - a[1].by);
}

const words = /(\/\/.*$|\/\*.*?\*\/)|("(?:[^"\\]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)+')|\b(break|case|chan|const|continue|default|defer|else|fallthrough|for|func|go|goto|if|import|interface|map|package|range|return|select|struct|switch|type|var|nil|true|false)\b|\b(\d[\w.]*)\b/g;
function highlighted(line) {
  const out = [];
  let at = 0;
  for (const m of line.matchAll(words)) {
    out.push(line.slice(at, m.index), element('span', m[1] ? 'c' : m[2] ? 's' : m[3] ? 'k' : 'n', m[0]));
    at = m.index + m[0].length;
  }
  out.push(line.slice(at));
  return out;
}

function excerpt(r) {
  if (r.at.f < 0) return null;
  const file = data.files[r.at.f], box = element('div', 'source');
  for (let n = r.at.l - 6; n <= r.at.l + 6; n++) {
    if (file.lines[n] === undefined) continue;
    box.append(element('div', n === r.at.l ? 'at' + (r.side ? ' side' : '') : '', element('i', '', String(n)), ...highlighted(file.lines[n])));
  }
  return box.childElementCount ? box : null;
}

function open(at) {
  const uri = at.f < 0 ? '' : data.files[at.f].uri;
  if (vscode && uri) vscode.postMessage({ command: 'open', uri, line: at.l - 1 });
}

function placeLink(at) {
  if (at.f < 0) return '';
  const name = data.files[at.f].path + ':' + at.l;
  if (!vscode) return element('span', 'soft', name);
  const a = element('a', '', name);
  a.href = '#';
  a.onclick = (e) => { e.preventDefault(); open(at); };
  return a;
}

function jump(row, text) {
  const r = data.rows[row], dot = element('span', 'dot');
  dot.style.background = color(r.g);
  const b = element('button', 'jump', dot, `${tagOf(r.g)} `, element('span', 'soft', placeText(r.at) + ' '), text ?? r.label);
  b.onclick = () => { if (!itemOf.has(row)) setAll(true); select(row, true); };
  return b;
}

function section(title, ...children) {
  const list = children.filter(Boolean);
  return list.length ? [element('h3', '', title), ...list] : [];
}

function drawPanel() {
  const r = data.rows[state.current];
  if (!r) { byId('panel').replaceChildren(element('p', 'soft', 'There is no step.')); return; }
  const g = data.goroutines[r.g], dot = element('span', 'dot');
  dot.style.background = color(r.g);
  const waits = data.waits.filter((w) => w.from < state.current && (w.to < 0 || w.to > state.current));
  const table = element('table');
  for (const [name, k] of valuesAt(state.current).slice(0, 40)) {
    const row = element('tr', k.changed ? 'changed' : '', element('td', 'code', name), element('td', 'code', k.changed ? `${k.before} → ${k.value}` : k.value), element('td', 'soft', tagOf(data.rows[k.by].g)));
    row.lastChild.title = `by ${data.goroutines[data.rows[k.by].g].label}`;
    table.append(row);
  }
  const transfers = r.v.filter((v) => v.what === 'send' || v.what === 'receive').map((v) => element('p', 'code', `${v.what} ${v.name}: ${v.before}`));
  byId('panel').replaceChildren(
    element('h2', '', dot, `${tagOf(r.g)} ${g.label}`),
    element('p', '', r.side ? element('span', 'badge bad', r.side) : '', r.note ? element('span', 'badge warn', r.note) : '', r.n ? `step ${r.n}: ` : '', describe(r)),
    element('p', '', placeLink(r.at)),
    ...[excerpt(r)].filter(Boolean), ...transfers,
    ...section('Values at this time', table.childElementCount ? table : null),
    ...section('After', ...(inOf.get(state.current) ?? []).map((i) => jump(i))),
    ...section('Before', ...(outOf.get(state.current) ?? []).map((i) => jump(i))),
    ...section('Blocked', ...blockedLines(waits)),
    ...section('Calls', ...r.c.map((c) => data.calls[c]).reverse().map((c) => element('p', '', element('span', 'code', c.func), ' ', placeLink(c.at)))),
    ...(data.output ? section('Output of the test', element('pre', 'output', data.output)) : []));
}

// blockedLines has one line for all who are blocked in the same operation at the same place.
function blockedLines(waits) {
  const groups = new Map();
  for (const w of waits) {
    const key = `${w.on} ${w.at.f}:${w.at.l} ${w.holder}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(w);
  }
  return [...groups.values()].map((list) => element('p', '', element('b', '', list.map((w) => tagOf(w.g)).join(' ')), ` in ${list[0].on} `, held(list), placeLink(list[0].at)));
}

function held(list) {
  const by = [...new Set(list.map((w) => w.holder).filter((g) => g >= 0))];
  return by.length ? element('span', 'soft', `held by ${by.map(tagOf).join(', ')} `) : '';
}

function describe(r) {
  switch (r.kind) {
    case 'half': return r.text + ', taken by the step behind it';
    case 'completed': return r.text + ' is done';
  }
  return r.side === r.text ? '' : r.text;
}

function select(row, reveal) {
  state.current = row;
  const i = units.indexOf(row), slider = byId('slider');
  slider.max = Math.max(units.length - 1, 0);
  slider.value = i;
  byId('position').textContent = units.length ? `${i + 1} of ${units.length}` : 'no step';
  if (reveal) {
    const scroll = byId('scroll'), y = yOf(row), view = scroll.clientHeight - headHeight;
    if (y < scroll.scrollTop + rowHeight || y > scroll.scrollTop + view - rowHeight) scroll.scrollTop = y - view / 2;
  }
  draw();
  drawPanel();
}

function move(by) {
  const i = Math.min(Math.max(units.indexOf(state.current) + by, 0), units.length - 1);
  if (i >= 0) select(units[i], true);
}

function refresh() {
  compute();
  select(state.current, true);
}

function setAll(all) {
  state.all = all;
  byId('story-mode').setAttribute('aria-pressed', !all);
  byId('all-mode').setAttribute('aria-pressed', all);
  refresh();
}

function clicked(e) {
  const row = e.target.closest('.row');
  if (!row) return;
  const item = items[row.dataset.item];
  if (item.key) { state.open.add(item.key); refresh(); return; }
  select(item.rows[0], false);
  open(data.rows[item.rows[0]].at);
}

function hovered(e) {
  const row = e.target.closest('.row'), tip = byId('tip');
  if (!row) { tip.hidden = true; return; }
  const item = items[row.dataset.item], r = data.rows[item.rows[0]];
  const lines = item.key
    ? item.rows.slice(0, 12).map((u) => element('p', '', element('span', 'soft', placeText(data.rows[u].at) + ' '), element('span', 'code', data.rows[u].label)))
    : [element('p', '', `${tagOf(r.g)} ${data.goroutines[r.g].label}`), element('p', 'soft', describe(r)),
      ...r.v.map((v) => element('p', 'code', `${v.name} ${v.type ? '(' + v.type + ') ' : ''}${v.after && v.after !== v.before ? v.before + ' → ' + v.after : v.before}`))];
  tip.replaceChildren(...lines);
  tip.hidden = false;
  tip.style.left = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
  tip.style.top = (e.clientY + 20 + tip.offsetHeight > innerHeight ? e.clientY - tip.offsetHeight - 10 : e.clientY + 18) + 'px';
}

let timer = 0;
function play() {
  if (timer) { clearInterval(timer); timer = 0; } else {
    if (state.current === units[units.length - 1]) select(units[0], true);
    timer = setInterval(() => { if (state.current === units[units.length - 1]) play(); else move(1); }, 700);
  }
  byId('play').classList.toggle('playing', timer !== 0);
}

function keyed(e) {
  if (e.target.matches('select, input[type=checkbox]') || e.ctrlKey || e.metaKey || e.altKey) return;
  const does = { ArrowRight: () => move(1), ArrowDown: () => move(1), j: () => move(1), ArrowLeft: () => move(-1), ArrowUp: () => move(-1), k: () => move(-1),
    PageDown: () => move(15), PageUp: () => move(-15), Home: () => move(-Infinity), End: () => move(Infinity), Enter: () => open(data.rows[state.current].at), ' ': play }[e.key];
  if (!does || (e.target.matches('button, summary') && (e.key === 'Enter' || e.key === ' '))) return;
  e.preventDefault();
  does();
}

function controls() {
  for (const v of variables) { const o = element('option', '', oneLine(v, 60)); o.value = v; byId('variable').append(o); }
  byId('variable').onchange = (e) => { state.variable = e.target.value; refresh(); };
  byId('goroutine-list').append(...data.goroutines.map((_, g) => {
    const box = element('input'), dot = element('span', 'dot');
    box.type = 'checkbox';
    box.checked = true;
    box.onchange = () => { if (box.checked) state.hidden.delete(g); else state.hidden.add(g); refresh(); };
    dot.style.background = color(g);
    return element('label', '', box, dot, `${tagOf(g)} ${headOf(g)}`);
  }));
  byId('story-mode').onclick = () => setAll(false);
  byId('all-mode').onclick = () => setAll(true);
  byId('columns-mode').onclick = () => { state.layout = 'columns'; layout(); };
  byId('lanes-mode').onclick = () => { state.layout = 'lanes'; layout(); };
  byId('expand').onclick = () => {
    state.expanded = !state.expanded;
    state.open.clear();
    byId('expand').textContent = state.expanded ? 'Collapse calls' : 'Expand calls';
    refresh();
  };
  byId('first').onclick = () => move(-Infinity);
  byId('previous').onclick = () => move(-1);
  byId('next').onclick = () => move(1);
  byId('last').onclick = () => move(Infinity);
  byId('play').onclick = play;
  byId('slider').oninput = (e) => select(units[e.target.value], true);
  byId('scroll').addEventListener('scroll', draw, { passive: true });
  byId('canvas').onclick = clicked;
  byId('canvas').onmousemove = hovered;
  byId('canvas').onmouseleave = () => { byId('tip').hidden = true; };
  document.addEventListener('keydown', keyed);
  new ResizeObserver(layout).observe(byId('scroll'));
}

controls();
const sides = data.rows.map((r, i) => (r.side ? i : -1)).filter((i) => i >= 0);
state.current = sides.length ? sides[sides.length - 1] : data.rows.length - 1;
setAll(state.all);
})();
