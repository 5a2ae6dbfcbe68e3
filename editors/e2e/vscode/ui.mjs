// What a programmer does, by mouse and keyboard: sees a finding, looks at it, steps through it, keeps it, repairs it.
import assert from 'node:assert';
import { readdir } from 'node:fs/promises';
import { scenario } from './driver.mjs';

const [port, folder] = [process.env.MAZURKA_PORT, process.env.MAZURKA_WORKSPACE];

const lenses = (w) => w.texts('.codelens-decoration a');
const frames = (w) => w.texts('.debug-call-stack .monaco-list-row');
const stoppedAt = async (w) => (await w.texts('.debug-call-stack .monaco-list-row .stack-frame')).join(' | ');

async function seeFinding(w) {
  await w.load([['openFile', `${w.authority}${folder}/stock_test.go`]]);
  await w.until('a race in the lenses', async () => (await lenses(w)).some((t) => /race/.test(t)), 60_000);
  await w.until('a verified test', async () => (await lenses(w)).some((t) => /schedules, verified/.test(t)));
  await w.until('the status bar', async () => (await w.texts('.statusbar-item')).some((t) => /Mazurka 2/.test(t)));
  await w.shot('lenses');
  await w.openFile('stock.go', 26);
  const hover = await w.hover('.squiggly-error', '.monaco-hover:has-text("MZ001")');
  assert.match(await hover.innerText(), /stock\.go\(\d+, \d+\)/, 'the hover has no related locations');
  await w.shot('hover');
  await w.page.keyboard.press('Escape');
}

async function seeTests(w) {
  await w.command('Testing: Focus on Test Explorer View');
  const root = '.test-explorer .monaco-list-row:has-text("example.com/shop")';
  await w.see(root);
  await w.page.click(root);
  await w.page.keyboard.press('ArrowRight');
  await w.see('.test-explorer .monaco-list-row:has-text("TestTake")');
  await w.see('.test-explorer .monaco-list-row:has-text("TestLeft")');
  await w.shot('testing');
}

async function replay(w) {
  await w.openFile('stock_test.go', 8);
  await w.page.click('.codelens-decoration a:has-text("race")');
  const view = await w.webview('TestTake');
  await w.page.waitForTimeout(500);
  await w.shot('interleaving');
  await view.click('.row:has-text("s.left = left - 1") >> nth=0');
  await w.see('.tab.active:has-text("stock.go")');
  await w.see('.statusbar-item:has-text("Ln 30")');
}

async function debug(w) {
  await w.command('Mazurka: Debug an Interleaving...');
  await w.see('.quick-input-list .monaco-list-row:has-text("MZ001")');
  await w.page.click('.quick-input-list .monaco-list-row:has-text("MZ001")');
  await w.see('.debug-toolbar');
  await w.command('View: Show Run and Debug');
  await w.until('the first stop', async () => (await stoppedAt(w)) !== '');
  const press = async (name) => {
    const before = await stoppedAt(w);
    await w.page.click(`.debug-toolbar .codicon-debug-${name}`);
    await w.until(`another place after ${name}`, async () => ![before, ''].includes(await stoppedAt(w)));
  };
  await press('step-over');
  await w.page.click('.debug-toolbar .codicon-debug-continue');
  await w.see('.exception-widget');
  await w.shot('debug-failure');
  await press('step-back');
  await press('step-back');
  await w.page.waitForTimeout(300);
  await w.shot('debug-before-the-race');
  await press('reverse-continue');
  await w.command('Preferences: Toggle between Light/Dark Themes');
  await w.see('.monaco-workbench.vs-dark');
  await w.page.waitForTimeout(500);
  await w.shot('dark');
  await w.command('Preferences: Toggle between Light/Dark Themes');
  await w.see('.monaco-workbench.vs');
  assert.deepEqual(await w.texts('.notification-toast'), [], 'the session should complain of nothing');
  await w.page.click('.debug-toolbar .codicon-debug-stop');
  await w.page.waitForSelector('.debug-toolbar', { state: 'hidden' });
}

async function keep(w) {
  await w.openFile('stock.go', 26);
  await w.page.keyboard.press('End');
  await w.page.keyboard.press('Control+.');
  await w.see('.action-widget .monaco-list-row:has-text("Keep the schedule")');
  await w.shot('actions');
  while (!(await w.page.$('.action-widget .monaco-list-row.focused:has-text("Keep the schedule")')))
    await w.page.keyboard.press('ArrowDown');
  await w.page.keyboard.press('Enter');
  await w.see('.notification-toast:has-text("testdata/mazurka/TestTake")');
  assert.equal((await readdir(`${folder}/testdata/mazurka/TestTake`)).length, 1);
  await w.shot('kept');
  await w.command('Notifications: Clear All Notifications');
}

async function repair(w) {
  await w.openFile('stock.go', 26);
  await w.page.keyboard.press('Home');
  await w.page.keyboard.type('s.mu.Lock()\ndefer s.mu.Unlock()\n');
  await w.shot('stale');
  await w.until('no squiggle', async () => (await w.page.$('.squiggly-error')) === null);
  await w.page.click('.tab:has-text("stock_test.go")');
  await w.until('two verified tests', async () => (await lenses(w)).filter((t) => /verified/.test(t)).length === 2);
  assert(await w.page.$('.tab.dirty:has-text("stock.go")'), 'nothing should be saved');
  await w.until('the status bar', async () => (await w.texts('.statusbar-item')).some((t) => /Mazurka 2/.test(t)));
  await w.see('.tab:has-text("TestTake (repaired)")');
  await w.shot('verified');
}

await scenario({ port, folder }, async (w) => {
  for (const part of [seeFinding, seeTests, replay, debug, keep, repair]) {
    await part(w);
    w.say(`ok      ${part.name}`);
  }
});
