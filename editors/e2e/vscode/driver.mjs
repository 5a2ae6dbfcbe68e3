// Drives VS Code, as code-server serves it, in headless Chromium.
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const artifacts = process.env.MAZURKA_ARTIFACTS ?? join(tmpdir(), 'mazurka-e2e');

/** A window of VS Code on a folder, with what went on in it. */
export class Window {
  static async open({ port, folder, payload = [], width = 1400, height = 900 }) {
    const profile = await mkdtemp(join(tmpdir(), 'mazurka-chromium-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      headless: true,
      viewport: { width, height },
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    const window = new Window(context, context.pages()[0] ?? (await context.newPage()), profile);
    window.base = `http://127.0.0.1:${port}`;
    window.folder = folder;
    window.authority = `vscode-remote://127.0.0.1:${port}`;
    window.payload = payload;
    return window;
  }

  constructor(context, page, profile) {
    this.context = context;
    this.page = page;
    this.profile = profile;
    this.started = Date.now();
    this.shots = 0;
  }

  async load(payload = this.payload) {
    const query = payload.length > 0 ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : '';
    await this.page.goto(`${this.base}/?folder=${this.folder}${query}`);
  }

  async close() {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true });
  }

  say(text) {
    console.log(`${((Date.now() - this.started) / 1000).toFixed(1).padStart(6)}s  ${text}`);
  }

  async shot(name) {
    await mkdir(artifacts, { recursive: true });
    await this.page.screenshot({ path: join(artifacts, `vscode-${String(++this.shots).padStart(2, '0')}-${name}.png`) });
  }

  /** Waits for an element to be seen, and returns it. */
  async see(selector, timeout = 30_000) {
    return this.page.waitForSelector(selector, { timeout, state: 'visible' });
  }

  async texts(selector) {
    return this.page.$$eval(selector, (all) => all.map((e) => e.innerText.replace(/\s+/g, ' ').trim()));
  }

  /** Waits until a condition holds, and returns what it says. */
  async until(what, condition, timeout = 30_000) {
    const end = Date.now() + timeout;
    for (;;) {
      const value = await condition();
      if (value) return value;
      if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
      await this.page.waitForTimeout(100);
    }
  }

  async openFile(name, line = 1) {
    await this.page.keyboard.press('Control+Shift+E');
    await this.page.dblclick(`.explorer-folders-view .monaco-list-row >> text=/^${name.replace('.', '\\.')}$/`);
    await this.see(`.tab.active:has-text("${name}")`);
    await this.page.keyboard.press('Control+G');
    await this.see('.quick-input-widget .input');
    await this.page.keyboard.type(`:${line}`, { delay: 5 });
    await this.page.keyboard.press('Enter');
  }

  async command(title) {
    await this.page.keyboard.press('F1');
    await this.see('.quick-input-widget .input');
    await this.page.keyboard.type(title, { delay: 5 });
    await this.see(`.quick-input-list .monaco-list-row.focused:has-text("${title.split(': ').at(-1)}")`);
    await this.page.keyboard.press('Enter');
  }

  /** Rests the mouse on an element that lies under others, such as a squiggle, until something appears. */
  async hover(selector, appears) {
    return this.until(`${appears} over ${selector}`, async () => {
      const box = await (await this.page.$(selector))?.boundingBox();
      if (!box) return null; // it is being drawn anew
      await this.page.mouse.move(box.x - 30, box.y - 60);
      await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
      return this.page.waitForSelector(appears, { timeout: 3000 }).catch(() => null);
    });
  }

  /** The frame of a webview whose page has the text. */
  async webview(text, timeout = 30_000) {
    return this.until(`a webview with ${text}`, async () => {
      for (const frame of this.page.frames()) {
        const body = await frame.evaluate(() => document.body?.innerText ?? '').catch(() => '');
        if (frame !== this.page.mainFrame() && body.includes(text)) return frame;
      }
      return undefined;
    }, timeout);
  }
}

/** Runs a scenario in a window; what goes wrong is shown and ends the process with 1. */
export async function scenario(options, run) {
  const window = await Window.open(options);
  try {
    await run(window);
    window.say('done');
  } catch (error) {
    await window.shot('failure');
    console.error(error);
    process.exitCode = 1;
  } finally {
    await window.close();
  }
}
