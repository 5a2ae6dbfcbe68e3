import * as vscode from 'vscode';
import type { Model } from './model';
import type { CommandArgument, DebugAnswer, TestStatus } from './protocol';
import type { Server } from './server';

const type = 'mazurka';

/** Debug sessions over interleavings, with or without a launch.json. */
export class Debugging implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly model: Model,
  ) {
    const recorded = { provideDebugConfigurations: () => this.recorded() };
    this.subscriptions = [
      vscode.debug.registerDebugAdapterDescriptorFactory(type, {
        createDebugAdapterDescriptor: (session) => this.adapter(session),
      }),
      vscode.debug.registerDebugConfigurationProvider(type, {
        resolveDebugConfiguration: (folder, config) => this.resolve(folder, config),
      }),
      vscode.debug.registerDebugConfigurationProvider(type, recorded, vscode.DebugConfigurationProviderTriggerKind.Dynamic),
    ];
  }

  dispose(): void {
    for (const s of this.subscriptions) s.dispose();
  }

  /** Starts the session that the server proposes. */
  async start(answer: DebugAnswer): Promise<void> {
    const cwd = answer.configuration.cwd;
    const folder = typeof cwd === 'string' ? vscode.workspace.getWorkspaceFolder(vscode.Uri.file(cwd)) : undefined;
    await vscode.debug.startDebugging(folder ?? vscode.workspace.workspaceFolders?.[0], answer.configuration);
  }

  /** Debugs the first counterexample of a test, or the test itself. */
  async test(t: TestStatus): Promise<void> {
    const argument: CommandArgument = { package: t.package, test: t.test };
    const schedule = t.findings.find((f) => f.schedule !== '')?.schedule;
    if (schedule !== undefined) argument.schedule = schedule;
    const answer = await this.server.execute<DebugAnswer>('mazurka.debug', argument);
    if (answer !== undefined) await this.start(answer);
  }

  private async adapter(session: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor> {
    const command = await this.server.executable();
    if (command === undefined) throw new Error('The mazurka command was found neither on PATH nor in GOBIN.');
    const cwd = session.workspaceFolder?.uri.fsPath;
    return new vscode.DebugAdapterExecutable(command, ['dap'], cwd === undefined ? {} : { cwd });
  }

  /** Every counterexample known, for the list of "Run and Debug". */
  private recorded(): vscode.DebugConfiguration[] {
    return this.model.failed().flatMap((t) =>
      t.findings
        .filter((f) => f.schedule !== '')
        .map((f) => ({ type, request: 'launch', name: `${t.test}: ${f.code} ${f.message}`, schedule: f.schedule, ...directory(t) })),
    );
  }

  /** Fills in what an empty or short configuration leaves open, from the test at the cursor. */
  private resolve(
    folder: vscode.WorkspaceFolder | undefined,
    config: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    config.internalConsoleOptions ??= 'neverOpen'; // it would take half the window
    if (config.schedule !== undefined || config.test !== undefined) {
      return folder === undefined ? config : { cwd: folder.uri.fsPath, ...config };
    }
    const editor = vscode.window.activeTextEditor;
    const t = editor === undefined ? undefined : this.model.testAt(editor.document.uri, editor.selection.active.line);
    if (t === undefined) {
      void vscode.window.showInformationMessage('Put the cursor into a concurrent test to debug its interleaving.');
      return undefined;
    }
    const schedule = t.findings.find((f) => f.schedule !== '')?.schedule;
    const what = schedule === undefined ? { package: t.package, test: t.test } : { schedule };
    return { ...config, type, request: 'launch', name: t.test, ...directory(t), ...what };
  }
}

function directory(t: TestStatus): { cwd: string } {
  return { cwd: vscode.Uri.joinPath(vscode.Uri.parse(t.uri), '..').fsPath };
}
