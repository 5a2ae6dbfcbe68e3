import * as vscode from 'vscode';
import type { BackgroundState, StatusParams, TestStatus } from './protocol';

export function keyOf(t: { package?: string; test?: string }): string {
  return `${t.package ?? ''} ${t.test ?? ''}`;
}

/** What the server has told of the tests. */
export class Model implements vscode.Disposable {
  readonly tests = new Map<string, TestStatus>();
  background: BackgroundState = 'idle';
  waiting = 0;
  private readonly changed = new vscode.EventEmitter<StatusParams>();
  readonly onChange = this.changed.event;

  dispose(): void {
    this.changed.dispose();
  }

  apply(p: StatusParams): void {
    this.background = p.state;
    this.waiting = p.waiting;
    for (const t of p.removed) this.tests.delete(keyOf(t));
    for (const t of p.changed) this.tests.set(keyOf(t), t);
    this.changed.fire(p);
  }

  /** A server that is gone takes what it knew with it. */
  clear(): void {
    const removed = [...this.tests.values()].map((t) => ({ package: t.package, test: t.test }));
    this.tests.clear();
    this.background = 'idle';
    this.waiting = 0;
    this.changed.fire({ state: 'idle', waiting: 0, changed: [], removed });
  }

  /** The test whose function is the last to begin at or above a line. */
  testAt(uri: vscode.Uri, line: number): TestStatus | undefined {
    let best: TestStatus | undefined;
    for (const t of this.tests.values()) {
      if (vscode.Uri.parse(t.uri).toString() !== uri.toString() || t.line > line) continue;
      if (best === undefined || t.line > best.line) best = t;
    }
    return best;
  }

  failed(): TestStatus[] {
    return [...this.tests.values()].filter((t) => t.findings.some((f) => f.schedule !== ''));
  }

  /** Resolves when a test is done and fresh, or gone. */
  done(key: string, token: vscode.CancellationToken): Promise<TestStatus | undefined> {
    return new Promise((resolve) => {
      const subscriptions = [
        this.onChange((p) => {
          const gone = p.removed.some((t) => keyOf(t) === key);
          const now = p.changed.find((t) => keyOf(t) === key);
          if (gone || now?.state === 'done' || now?.state === '') finish(gone ? undefined : now);
        }),
        token.onCancellationRequested(() => {
          finish(undefined);
        }),
      ];
      function finish(t: TestStatus | undefined): void {
        for (const s of subscriptions) s.dispose();
        resolve(t);
      }
    });
  }
}
