// node screen.mjs OUT.png < what `tmux capture-pane -ep` printed: a picture of a terminal.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [out] = process.argv.slice(2);
const escape = (s) => s.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const basic = ['#1c1c1c', '#d75f5f', '#5faf5f', '#d7af5f', '#5f87d7', '#af87d7', '#5fafaf', '#d0d0d0',
  '#6c6c6c', '#ff8787', '#87d787', '#ffd787', '#87afff', '#d7afff', '#87d7d7', '#ffffff'];

/** A colour of the palette of 256. */
function indexed(n) {
  if (n < 16) return basic[n];
  if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232))})`;
  const level = (i) => (i === 0 ? 0 : 55 + 40 * i);
  return `rgb(${[Math.floor((n - 16) / 36), Math.floor((n - 16) / 6) % 6, (n - 16) % 6].map(level)})`;
}

/** Applies the numbers of one escape sequence to a style. */
function apply(style, codes) {
  for (let i = 0; i < codes.length; i++) {
    const c = codes[i];
    if (c === 0) Object.keys(style).forEach((k) => delete style[k]);
    else if (c === 1) style.bold = true;
    else if (c === 4) style.underline = true;
    else if (c === 7) style.reverse = true;
    else if (c === 27) style.reverse = false;
    else if (c === 39) delete style.color;
    else if (c === 49) delete style.background;
    else if (c >= 30 && c <= 37) style.color = basic[c - 30];
    else if (c >= 40 && c <= 47) style.background = basic[c - 40];
    else if (c >= 90 && c <= 97) style.color = basic[c - 82];
    else if (c >= 100 && c <= 107) style.background = basic[c - 92];
    else if (c === 38 || c === 48) {
      const name = c === 38 ? 'color' : 'background';
      if (codes[i + 1] === 5) style[name] = indexed(codes[i + 2]);
      else style[name] = `rgb(${codes.slice(i + 2, i + 5)})`;
      i += codes[i + 1] === 5 ? 2 : 4;
    }
  }
}

function css({ color = '#d0d0d0', background = '#1c1c1c', bold, underline, reverse }) {
  const [front, back] = reverse ? [background, color] : [color, background];
  return `color:${front};background:${back}${bold ? ';font-weight:bold' : ''}${underline ? ';text-decoration:underline' : ''}`;
}

const style = {};
let html = '';
for (const [, codes, text] of readFileSync(0, 'utf8').matchAll(/(?:\x1b\[([\d;]*)m)|([^\x1b]+|\x1b.)/g)) {
  if (text === undefined) apply(style, codes.split(';').map(Number));
  else html += `<span style="${css(style)}">${escape(text)}</span>`;
}
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 100, height: 100 } });
await page.setContent(`<body style="margin:0;background:#1c1c1c"><pre style="display:inline-block;margin:8px;font:14px/17px 'DejaVu Sans Mono',monospace">${html}</pre>`);
await page.screenshot({ path: out, fullPage: true });
await browser.close();
