import * as vscode from 'vscode';
import type { Model } from './model';
import type { Server } from './server';

/** The item in the status bar: what the background does, and the way to the menu. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('mazurka.status', vscode.StatusBarAlignment.Left, 1);
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly model: Model,
  ) {
    this.item.name = 'Mazurka';
    this.item.command = 'mazurka.menu';
    this.subscriptions = [
      server.onState(() => {
        this.update();
      }),
      model.onChange(() => {
        this.update();
      }),
    ];
    this.update();
    this.item.show();
  }

  dispose(): void {
    for (const s of this.subscriptions) s.dispose();
    this.item.dispose();
  }

  private update(): void {
    const { text, detail, warn } = this.describe();
    this.item.text = text;
    this.item.backgroundColor = warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    const tooltip = new vscode.MarkdownString(undefined, true);
    tooltip.isTrusted = { enabledCommands: ['mazurka.togglePause', 'mazurka.exploreAll', 'mazurka.showOutput'] };
    const pause = this.model.background === 'paused' ? '$(debug-start) Resume' : '$(debug-pause) Pause';
    tooltip.appendMarkdown(
      `**Mazurka** ${detail}\n\n[${pause}](command:mazurka.togglePause) · ` +
        `[$(run-all) Explore all](command:mazurka.exploreAll) · [$(output) Output](command:mazurka.showOutput)`,
    );
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `Mazurka: ${detail}` };
  }

  private describe(): { text: string; detail: string; warn: boolean } {
    switch (this.server.state) {
      case 'missing':
        return { text: '$(warning) Mazurka', detail: 'the command was not found', warn: true };
      case 'failed':
        return { text: '$(error) Mazurka', detail: 'the server does not run', warn: true };
      case 'stopped':
        return { text: '$(circle-slash) Mazurka', detail: 'stopped', warn: false };
      case 'starting':
        return { text: '$(loading~spin) Mazurka', detail: 'starting', warn: false };
      case 'running':
        return { ...this.describeTests(), warn: false };
    }
  }

  private describeTests(): { text: string; detail: string } {
    const tests = [...this.model.tests.values()].filter((t) => !t.single);
    const findings = tests.reduce((n, t) => n + t.findings.length, 0);
    const verified = tests.filter((t) => t.verdict === 'verified' && !t.stale).length;
    const failed = tests.filter((t) => t.findings.length > 0).length;
    const counts = [
      failed > 0 ? `${count(findings, 'finding')} in ${count(failed, 'test')}` : '',
      verified > 0 ? `${verified} verified` : '',
    ].filter((s) => s !== '');
    const detail = counts.length > 0 ? counts.join(', ') : 'nothing explored yet';
    switch (this.model.background) {
      case 'paused':
        return { text: `$(debug-pause) Mazurka${failed > 0 ? ` ${findings}` : ''}`, detail: `paused; ${detail}` };
      case 'exploring':
        return { text: `$(sync~spin) Mazurka ${this.model.waiting}`, detail: `exploring ${count(this.model.waiting, 'test')}; ${detail}` };
      case 'idle':
        if (failed > 0) return { text: `$(error) Mazurka ${findings}`, detail };
        return { text: verified > 0 ? `$(verified) Mazurka ${verified}` : '$(verified) Mazurka', detail };
    }
  }
}

export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
