// In a workspace that is not trusted, nothing of it is run.
import assert from 'node:assert';
import { scenario } from './driver.mjs';

const [port, folder] = [process.env.MAZURKA_PORT, process.env.MAZURKA_WORKSPACE];

await scenario({ port, folder }, async (w) => {
  await w.load([['openFile', `${w.authority}${folder}/stock_test.go`]]);
  await w.see('.monaco-dialog-box', 60_000);
  await w.page.click('.monaco-dialog-box .monaco-button:has-text("No")');
  await w.see('.statusbar-item:has-text("Restricted Mode")');
  await w.see('.view-line:has-text("TestTake")');
  await w.page.waitForTimeout(4000); // in a trusted one, the lenses are there by now
  assert.deepEqual(await w.texts('.codelens-decoration a'), []);
  assert.equal(await w.page.$('.statusbar-item:has-text("Mazurka")'), null);
});
