import * as vscode from 'vscode';
import { keyOf } from './model';
import type { CommandArgument, TestStatus, TraceAnswer } from './protocol';

interface OpenMessage {
  command: 'open';
  uri: string;
  line: number;
}

function isOpen(m: unknown): m is OpenMessage {
  const o = m as Partial<OpenMessage> | null;
  return o?.command === 'open' && typeof o.uri === 'string' && typeof o.line === 'number';
}

/** The interleaving views: one panel for each test, beside the code. */
export class Views implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();
  private readonly schedules = new Map<string, string>();

  constructor(
    private readonly icon: vscode.Uri,
    private readonly closed: () => void,
  ) {}

  dispose(): void {
    for (const p of this.panels.values()) p.dispose();
  }

  /** Says in the title of a view that the code no longer does what it shows. */
  update(tests: readonly TestStatus[]): void {
    for (const t of tests) {
      const panel = this.panels.get(keyOf(t));
      if (panel === undefined) continue;
      const schedule = this.schedules.get(keyOf(t));
      const there = !t.stale && t.findings.some((f) => schedule === '' || f.schedule === schedule);
      panel.title = there ? t.test : `${t.test} (${t.verdict === 'verified' && !t.stale ? 'repaired' : 'code has changed'})`;
    }
  }

  show(about: CommandArgument, trace: TraceAnswer): void {
    const key = keyOf(about);
    let panel = this.panels.get(key);
    if (panel === undefined) {
      panel = vscode.window.createWebviewPanel(
        'mazurka.interleaving',
        about.test ?? 'Interleaving',
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, retainContextWhenHidden: true, enableFindWidget: true, localResourceRoots: [] },
      );
      panel.iconPath = this.icon;
      panel.onDidDispose(() => {
        this.panels.delete(key);
        if (this.panels.size === 0) this.closed();
      });
      panel.webview.onDidReceiveMessage((m: unknown) => {
        if (isOpen(m)) void open(m);
      });
      this.panels.set(key, panel);
    } else {
      panel.reveal(undefined, true);
    }
    panel.title = about.test ?? 'Interleaving';
    panel.webview.html = trace.html;
    this.schedules.set(key, about.schedule ?? '');
    void vscode.commands.executeCommand('setContext', 'mazurka.shown', true);
  }
}

/** Goes to a line, in the column of code that is open already. */
async function open(m: OpenMessage): Promise<void> {
  const uri = vscode.Uri.parse(m.uri);
  const there = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === uri.toString());
  const at = new vscode.Position(Math.max(m.line, 0), 0);
  await vscode.window.showTextDocument(uri, {
    viewColumn: there?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(at, at),
  });
}
