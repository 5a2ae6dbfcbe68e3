// This file shows what is known of the current step, and listens to the reader.
// What is known at a row: the latest value of each variable.
function valuesAt(row) {
  const known = new Map();
  for (let i = 0; i <= row; i++) {
    const r = data.rows[i];
    for (const v of r.v) {
      if (v.what === 'send' || v.what === 'receive') continue;
      known.set(v.name, { what: v.what, type: v.type, value: v.after || v.before, before: v.before, by: i, changed: i === row && v.after !== '' && v.after !== v.before });
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
    const row = element('tr', k.changed ? 'changed' : '', element('td', 'code', name), element('td', 'code', k.changed ? `${brief(k, k.before)} → ${brief(k, k.value)}` : brief(k, k.value)), element('td', 'soft', tagOf(data.rows[k.by].g)));
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
  return [...groups.values()].map((list) => element('p', '', element('b', '', list.map((w) => w.g).sort((a, b) => a - b).map(tagOf).join(' ')), ` in ${list[0].on} `, held(list), placeLink(list[0].at)));
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
  const r = data.rows[item.rows[0]];
  if (item.opened && e.target.matches('.more')) { state.open.delete(item.opened); refresh(); return; }
  if (item.key) state.open.add(item.key);
  select(item.rows[0], false);
  if (item.key) compute();
  open(item.key && item.depth > 0 ? data.calls[r.c[item.depth - 1]].at : r.at);
}

// waitUnder is the wait whose bar is under the pointer.
function waitUnder(e) {
  const box = byId('canvas').getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top;
  return data.waits.find((w) => laneOf.has(w.g) && Math.abs(laneX(w.g) - x) < 7 && (w.from < 0 ? 0 : yOf(w.from) + 8) < y && (w.to < 0 || y < yOf(w.to)));
}

function hovered(e) {
  const row = e.target.closest('.row'), tip = byId('tip');
  if (!row) { tip.hidden = true; return; }
  const item = items[row.dataset.item], r = data.rows[item.rows[0]], wait = waitUnder(e);
  const lines = wait ? blockedLines([wait]) : item.key
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
