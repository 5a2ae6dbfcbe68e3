// The pages of check -html: a small interleaving and a large one, in four sizes and colours each.
import assert from 'node:assert';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const work = process.env.MAZURKA_PAGES, artifacts = process.env.MAZURKA_ARTIFACTS;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

// visit opens a page, which must not complain of anything: what its policy forbids, say.
async function visit(file, look, init) {
  const page = await browser.newPage({ viewport: { width: look.width, height: 900 }, colorScheme: look.scheme });
  const complaints = [];
  page.on('console', (m) => complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('request', (r) => { if (!r.url().startsWith('file:')) complaints.push(`request of ${r.url()}`); });
  if (init) await page.addInitScript(init);
  await page.goto(`file://${file}`);
  return { page, close: async () => { await page.close(); assert.deepEqual(complaints, []); } };
}

const looks = [1400, 600].flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme })));
const position = async (page) => Number((await page.textContent('#position')).split(' ')[0]);
const drawn = (page) => page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));

async function small(file, look) {
  const { page, close } = await visit(file, look);
  await page.waitForSelector('.row.side');
  assert.ok(await page.locator('.row').count() >= 4, 'few rows');
  await page.screenshot({ path: join(artifacts, `view-small-${look.scheme}-${look.width}.png`) });
  const last = await position(page);
  await page.keyboard.press('Home');
  assert.equal(await position(page), 1);
  await page.keyboard.press('ArrowRight');
  assert.equal(await position(page), 2);
  await drawn(page);
  assert.ok(await page.locator('.row.future').count() > 0, 'nothing is yet to come');
  await page.keyboard.press('End');
  await drawn(page);
  assert.ok(await position(page) >= last);
  assert.ok(await page.locator('#graph .pair').count() === 1, 'no racing pair');
  assert.ok(await page.locator('#graph .edge').count() > 0, 'no edges');
  assert.ok(await page.locator('.panel .source .at').count() === 1, 'no source');
  await page.click('#all-mode');
  const all = Number((await page.textContent('#position')).split(' of ')[1]);
  await page.selectOption('#variable', { index: 1 });
  assert.ok(Number((await page.textContent('#position')).split(' of ')[1]) < all, 'the filter does nothing');
  await close();
}

async function large(file, look) {
  const start = Date.now();
  const { page, close } = await visit(file, look);
  await page.waitForSelector('.row');
  const opened = Date.now() - start;
  await page.screenshot({ path: join(artifacts, `view-large-${look.scheme}-${look.width}.png`) });
  await page.click('#all-mode');
  await page.keyboard.press('Home');
  const moves = Date.now();
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
  await drawn(page);
  const each = (Date.now() - moves) / 20;
  assert.equal(await position(page), 21);
  assert.ok(await page.locator('.row').count() < 100, 'all rows are in the document');
  console.log(`${look.scheme} ${look.width}: opened in ${opened} ms, a step takes ${each} ms`);
  assert.ok(opened < 5000 && each < 200, 'slow');
  await close();
}

// inEditor pretends to be a webview of VS Code.
async function inEditor(file) {
  const { page, close } = await visit(file, { width: 700, scheme: 'light' }, () => {
    window.posted = [];
    window.acquireVsCodeApi = () => ({ postMessage: (m) => window.posted.push(m) });
  });
  await page.click('.row.side .cell');
  const [message] = await page.evaluate(() => window.posted);
  assert.equal(message.command, 'open');
  assert.match(message.uri, /^file:\/\/\/.*\.go$/);
  assert.ok(message.line > 0);
  await page.evaluate(() => { document.body.className += ' vscode-dark'; document.documentElement.style.setProperty('--vscode-editor-background', '#002b36'); });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(0, 43, 54)');
  await close();
}

const pageOf = (name, code) => {
  const dir = join(work, `pages-${name}`), file = readdirSync(dir).find((f) => f.includes(code));
  assert.ok(file, `no page of ${code} in ${dir}`);
  return join(dir, file);
};

for (const look of looks) {
  const { page, close } = await visit(join(work, 'pages-shop', 'index.html'), look);
  assert.ok(await page.locator('.card').count() > 0, 'no findings in the report');
  await page.screenshot({ path: join(artifacts, `view-report-${look.scheme}-${look.width}.png`) });
  await page.click('.card a.go');
  await page.waitForSelector('.row');
  await close();
  await small(pageOf('shop', 'mz001'), look);
  await large(pageOf('ring', 'mz005'), look);
}
await inEditor(pageOf('shop', 'mz001'));
await browser.close();
