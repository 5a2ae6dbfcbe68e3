import * as vscode from 'vscode';
import { keyOf, type Model } from './model';
import type { CommandArgument, StatusParams, TestStatus } from './protocol';
import type { Server } from './server';

/** The Testing view: the concurrent tests, package by package, with what is known of them. */
export class Testing implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('mazurka', 'Mazurka');
  private readonly items = new Map<string, vscode.TestItem>();
  private readonly shown = new Map<string, string>();
  private background: vscode.TestRun | undefined;
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly server: Server,
    private readonly model: Model,
    debug: (t: TestStatus) => Promise<void>,
  ) {
    const profile = this.controller.createRunProfile(
      'Explore',
      vscode.TestRunProfileKind.Run,
      (request, token) => this.run(request, token),
      true,
      undefined,
      true,
    );
    profile.supportsContinuousRun = true;
    this.controller.createRunProfile(
      'Step Through the Interleaving',
      vscode.TestRunProfileKind.Debug,
      async (request) => {
        const t = this.selected(request)[0];
        if (t !== undefined) await debug(t);
      },
      true,
    );
    this.controller.refreshHandler = async () => {
      await this.server.execute('mazurka.explore_all');
    };
    this.subscription = model.onChange((p) => {
      this.update(p);
    });
    this.update({ state: 'idle', waiting: 0, changed: [...model.tests.values()], removed: [] });
  }

  dispose(): void {
    this.subscription.dispose();
    this.background?.end();
    this.controller.dispose();
  }

  private update(p: StatusParams): void {
    for (const t of p.removed) this.remove(t);
    for (const t of p.changed) {
      if (t.single) this.remove(t);
      else this.show(t);
    }
    this.report(p.changed);
    if (p.state !== 'exploring') {
      this.background?.end();
      this.background = undefined;
    }
  }

  private show(t: TestStatus): void {
    const key = keyOf(t);
    let item = this.items.get(key);
    if (item === undefined) {
      item = this.controller.createTestItem(key, t.test, vscode.Uri.parse(t.uri));
      this.items.set(key, item);
      this.packageItem(t.package).children.add(item);
    }
    item.range = new vscode.Range(t.line, 0, t.line, 0);
    item.description = t.summary;
  }

  private packageItem(path: string): vscode.TestItem {
    let item = this.controller.items.get(path);
    if (item === undefined) {
      item = this.controller.createTestItem(path, path);
      this.controller.items.add(item);
    }
    return item;
  }

  private remove(t: CommandArgument): void {
    const key = keyOf(t);
    const parent = this.items.get(key)?.parent;
    this.items.delete(key);
    this.shown.delete(key);
    parent?.children.delete(key);
    if (parent?.children.size === 0) this.controller.items.delete(parent.id);
  }

  /** Shows new results of the background, each once, and those of a round together. */
  private report(changed: readonly TestStatus[]): void {
    const news = changed.filter((t) => {
      const key = keyOf(t);
      const text = JSON.stringify([t.verdict, t.findings]);
      if (t.state !== 'done' || t.stale || !this.items.has(key) || this.shown.get(key) === text) return false;
      this.shown.set(key, text);
      return true;
    });
    const include = news.flatMap((t) => this.items.get(keyOf(t)) ?? []);
    if (include.length === 0) return;
    this.background ??= this.controller.createTestRun(
      new vscode.TestRunRequest(include, undefined, undefined, false, true),
      'background',
      false,
    );
    for (const t of news) this.conclude(this.background, t);
  }

  private conclude(run: vscode.TestRun, t: TestStatus): void {
    const item = this.items.get(keyOf(t));
    if (item === undefined) return;
    run.appendOutput(`${t.test}: ${t.summary}\r\n`, undefined, item);
    switch (t.verdict) {
      case 'verified':
        run.passed(item, t.elapsedMs);
        break;
      case 'failed':
        run.failed(item, t.findings.map(message), t.elapsedMs);
        break;
      case 'incomplete':
      case 'unsupported':
        run.skipped(item);
        break;
      case 'broken':
        run.errored(item, new vscode.TestMessage(t.summary), t.elapsedMs);
        break;
      case '':
        break;
    }
  }

  private selected(request: vscode.TestRunRequest): TestStatus[] {
    const without = new Set(request.exclude);
    const out: TestStatus[] = [];
    const add = (item: vscode.TestItem): void => {
      if (without.has(item)) return;
      const t = this.model.tests.get(item.id);
      if (t !== undefined) out.push(t);
      item.children.forEach(add);
    };
    if (request.include === undefined) this.controller.items.forEach(add);
    else request.include.forEach(add);
    return out;
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous === true) {
      // The background is the continuous run: what it finds is reported as it comes.
      if (this.model.background === 'paused') await this.server.execute('mazurka.resume');
      return;
    }
    const run = this.controller.createTestRun(request);
    await Promise.all(this.selected(request).map((t) => this.explore(run, t, token)));
    run.end();
  }

  private async explore(run: vscode.TestRun, t: TestStatus, token: vscode.CancellationToken): Promise<void> {
    const item = this.items.get(keyOf(t));
    if (item === undefined) return;
    run.enqueued(item);
    const done = this.model.done(keyOf(t), token);
    const watch = this.model.onChange((p) => {
      if (p.changed.some((c) => keyOf(c) === keyOf(t) && c.state === 'running')) run.started(item);
    });
    try {
      await this.server.execute('mazurka.explore', { package: t.package, test: t.test });
      const result = await done;
      if (result !== undefined) this.conclude(run, result);
    } finally {
      watch.dispose();
    }
  }
}

function message(f: TestStatus['findings'][number]): vscode.TestMessage {
  // Without a place of its own it is shown at the test: where the finding is, there is a diagnostic.
  return new vscode.TestMessage(`${f.code} ${f.message}`);
}
