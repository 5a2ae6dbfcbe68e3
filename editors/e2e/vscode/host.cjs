// Runs inside the extension host, with the real API of VS Code.
const assert = require('node:assert');
const { appendFileSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');

async function until(what, condition, timeout = 30_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const file = (name) => vscode.Uri.joinPath(folder(), name);

async function show(name) {
  const document = await vscode.workspace.openTextDocument(file(name));
  return vscode.window.showTextDocument(document);
}

const findings = (name) =>
  vscode.languages.getDiagnostics(file(name)).filter((d) => d.source === 'mazurka' && d.severity <= 1);

async function lenses(name) {
  const all = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', file(name), 100);
  return all.flatMap((l) => l.command?.title ?? []);
}

async function replace(name, from, to) {
  const document = await vscode.workspace.openTextDocument(file(name));
  const at = document.getText().indexOf(from);
  assert(at >= 0, `${name} has no ${from}`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(file(name), new vscode.Range(document.positionAt(at), document.positionAt(at + from.length)), to);
  assert(await vscode.workspace.applyEdit(edit));
}

/** The process of the server: a child of the extension host. */
function serverProcess() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return Number(parent) === process.pid && command[0].endsWith('mazurka') && command[1] === 'serve';
      } catch {
        return false; // it has just ended
      }
    });
}

const tests = {
  async 'the extension starts the server'() {
    await show('stock_test.go');
    const extension = vscode.extensions.getExtension('mazurka-go.mazurka');
    assert(extension, 'the extension is not installed');
    this.api = await extension.activate();
    await until('the server', () => this.api.server.state === 'running');
  },

  async 'a race is shown with both sides'() {
    const [race] = await until('a race', () => {
      const all = findings('stock.go');
      return all.length > 0 && all;
    });
    assert.equal(race.code.value, 'MZ001');
    assert(race.code.target, 'no page is linked');
    assert(race.relatedInformation.length >= 2, 'not both sides');
    assert(race.relatedInformation.some((r) => r.message.includes('write')));
    assert(race.relatedInformation.some((r) => r.message.includes('read')));
  },

  async 'every test has a lens with its state'() {
    const titles = await until('two results', async () => {
      const all = await lenses('stock_test.go');
      return all.some((t) => /race/.test(t)) && all.some((t) => /schedules, verified/.test(t)) && all;
    });
    assert(titles.length >= 2);
  },

  async 'the lenses are code actions too'() {
    await show('stock.go');
    const [race] = findings('stock.go');
    const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', file('stock.go'), race.range);
    const titles = actions.map((a) => a.title);
    for (const wanted of [/replay/i, /keep/i]) assert(titles.some((t) => wanted.test(t)), `${wanted} is not among ${titles}`);
  },

  async 'the model lists the concurrent tests'() {
    const names = [...this.api.model.tests.values()].map((t) => `${t.test} ${t.verdict}`).sort();
    assert.deepEqual(names, ['TestLeft verified', 'TestTake failed']);
  },

  async 'the Testing view explores'() {
    const seen = [];
    const watch = this.api.model.onChange((p) => seen.push(...p.changed.map((t) => `${t.test} ${t.state}`)));
    await vscode.commands.executeCommand('testing.runAll');
    await until('both tests to be explored again', () => seen.includes('TestTake done') && seen.includes('TestLeft done'));
    watch.dispose();
  },

  async 'a debug session goes to the failure and back'() {
    const events = [];
    const tracker = vscode.debug.registerDebugAdapterTrackerFactory('mazurka', {
      createDebugAdapterTracker: () => ({ onDidSendMessage: (m) => events.push(m) }),
    });
    const stops = () => events.filter((m) => m.event === 'stopped');
    const focused = (stop) =>
      until('a frame', () => {
        const item = vscode.debug.activeStackItem;
        return item?.frameId !== undefined && item.threadId === stop.threadId;
      });
    const step = async (command) => {
      const before = stops().length;
      await focused(stops().at(-1).body); // VS Code steps the goroutine that it shows
      await vscode.commands.executeCommand(`workbench.action.debug.${command}`);
      await until(command, () => stops().length > before);
      return stops().at(-1).body;
    };
    const failed = [...this.api.model.tests.values()].find((t) => t.verdict === 'failed');
    const schedule = failed.findings.find((f) => f.code === 'MZ001').schedule;
    // Neither a name nor a directory: the provider fills in the rest.
    assert(await vscode.debug.startDebugging(vscode.workspace.workspaceFolders[0], { type: 'mazurka', request: 'launch', name: 'race', schedule }));
    await until('the first stop', () => stops().length === 1);
    assert.equal(stops()[0].body.reason, 'entry');
    await step('stepOver');
    const failure = await step('continue');
    assert.equal(failure.reason, 'exception');
    const session = vscode.debug.activeDebugSession;
    const info = await session.customRequest('exceptionInfo', { threadId: failure.threadId });
    assert.match(info.description, /race/);
    const { threads } = await session.customRequest('threads');
    assert(threads.length >= 2, `threads: ${JSON.stringify(threads)}`);
    const frame = async () => (await session.customRequest('stackTrace', { threadId: stops().at(-1).body.threadId })).stackFrames[0];
    const there = await frame();
    assert(there.source.path.endsWith('/stock.go'), there.source.path);
    await step('stepBack');
    await step('reverseContinue');
    const start = await frame();
    assert.notDeepEqual([start.name, start.line], [there.name, there.line]);
    let ended = false;
    const end = vscode.debug.onDidTerminateDebugSession(() => (ended = true));
    await vscode.debug.stopDebugging();
    await until('the end of the session', () => ended);
    end.dispose();
    tracker.dispose();
  },

  async 'a pause stops the background, and what follows catches up'() {
    await vscode.commands.executeCommand('mazurka.togglePause');
    await until('the pause', () => this.api.model.background === 'paused');
    await replace('stock.go', '\tleft := s.left\n', '\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\tleft := s.left\n');
    await new Promise((done) => setTimeout(done, 1500));
    assert.equal(findings('stock.go').length, 0, 'the finding should be marked as stale');
    assert([...this.api.model.tests.values()].every((t) => t.verdict !== 'failed' || t.stale));
    await vscode.commands.executeCommand('mazurka.togglePause');
    await until('a verified test', () =>
      [...this.api.model.tests.values()].every((t) => t.verdict === 'verified' && !t.stale));
  },

  async 'the repair is verified before it is saved'() {
    assert((await vscode.workspace.openTextDocument(file('stock.go'))).isDirty, 'nothing should be saved');
    await until('verified lenses', async () => {
      const all = await lenses('stock_test.go');
      return all.filter((t) => /verified/.test(t)).length === 2;
    });
    assert.equal(vscode.languages.getDiagnostics(file('stock.go')).filter((d) => d.source === 'mazurka').length, 0);
  },

  async 'taking the repair back shows the race again'() {
    await replace('stock.go', '\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\tleft := s.left\n', '\tleft := s.left\n');
    await until('the race', () => findings('stock.go').length > 0);
  },

  async 'a killed server is started again'() {
    const before = serverProcess();
    assert(before, 'no process of the server');
    process.kill(Number(before), 'SIGKILL');
    await until('another process', () => {
      const now = serverProcess();
      return now !== undefined && now !== before;
    });
    await until('the race', async () => {
      if (this.api.server.state !== 'running' || findings('stock.go').length === 0) return false;
      return (await lenses('stock_test.go')).some((t) => /race/.test(t));
    });
  },
};

exports.run = async () => {
  const log = join(process.env.MAZURKA_ARTIFACTS, 'vscode-host.log');
  writeFileSync(log, '');
  const context = {};
  for (const [name, test] of Object.entries(tests)) {
    const start = Date.now();
    try {
      await test.call(context);
    } catch (error) {
      appendFileSync(log, `FAILED  ${name}: ${error.stack}\n`);
      throw error;
    }
    appendFileSync(log, `ok      ${name} (${Date.now() - start} ms)\n`);
  }
};
