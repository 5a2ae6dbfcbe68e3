// This file draws: heads, rows, and the graph beside them.
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
    if (item.opened) cell.append(element('span', 'more', '▾'));
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
    out.push(shape('rect', { class: 'wait' + (w.to < 0 ? ' forever' : '') + (wide ? '' : ' thin'), x: laneX(w.g) - thick / 2, y: a, width: thick, height: b - a, rx: thick / 2 }));
  }
  for (const e of edges) {
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
