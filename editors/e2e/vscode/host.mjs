// Starts host.cjs inside the extension host of VS Code.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { artifacts, scenario } from './driver.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [port, folder] = [process.env.MAZURKA_PORT, process.env.MAZURKA_WORKSPACE];

await scenario({ port, folder }, async (w) => {
  const ended = new Promise((resolve) => w.page.exposeFunction('codeAutomationExit', resolve));
  await w.load([
    ['extensionDevelopmentPath', `${w.authority}${here}/nothing`],
    ['extensionTestsPath', `${w.authority}${here}/host.cjs`],
  ]);
  const code = await Promise.race([ended, sleep(120_000, 'timeout', { ref: false })]);
  await w.shot('host');
  console.log(await readFile(join(artifacts, 'vscode-host.log'), 'utf8'));
  if (code !== 0) throw new Error(`the tests in the extension host ended with ${code}`);
});
