import * as vscode from 'vscode';
import type { Debugging } from './debug';
import { keyOf, type Model } from './model';
import type { CommandArgument, DebugAnswer, KeepAnswer, TestStatus, TraceAnswer } from './protocol';
import type { RunCommand, Server } from './server';
import type { Views } from './view';

/** What the extension does with the answers to the server's commands. */
export class Commands {
  constructor(
    private readonly server: Server,
    private readonly model: Model,
    private readonly views: Views,
    private readonly debugging: Debugging,
    private readonly output: vscode.OutputChannel,
  ) {}

  register(): vscode.Disposable[] {
    const on = (name: string, run: () => Promise<void>): vscode.Disposable =>
      vscode.commands.registerCommand(`mazurka.${name}`, run);
    return [
      on('menu', () => this.menu()),
      on('togglePause', () => this.togglePause()),
      on('exploreTest', () => this.exploreTest()),
      on('exploreAll', () => this.plain('mazurka.explore_all')),
      on('stopExploring', () => this.plain('mazurka.stop')),
      on('clearCache', () => this.plain('mazurka.clear_cache')),
      on('showInterleaving', () => this.withCounterexample((a) => this.show(a))),
      on('debugInterleaving', () => this.withCounterexample((a) => this.debug(a))),
      on('keepInterleaving', () => this.withCounterexample((a) => this.keep(a))),
      on('installServer', () => this.server.install()),
      on('restartServer', () => this.server.restart()),
      on('showOutput', () => {
        this.output.show();
        return Promise.resolve();
      }),
      on('openWalkthrough', async () => {
        await vscode.commands.executeCommand('workbench.action.openWalkthrough', 'mazurka-go.mazurka#start', false);
      }),
    ];
  }

  /** Stands between the commands of lenses and actions and the server that runs them. */
  async intercept(command: string, args: unknown[], next: RunCommand): Promise<unknown> {
    const argument = (args[0] ?? {}) as CommandArgument;
    switch (command) {
      case 'mazurka.replay':
      case 'mazurka.show_trace':
        await this.show(argument);
        return undefined;
      case 'mazurka.debug':
        await this.debug(argument);
        return undefined;
      case 'mazurka.keep_as_test':
        await this.keep(argument);
        return undefined;
      case 'mazurka.ignore':
        return this.ignore(argument, next);
      default:
        return next(command, args);
    }
  }

  private async plain(command: string): Promise<void> {
    await this.server.execute(command);
  }

  private async show(argument: CommandArgument): Promise<void> {
    const trace = await this.server.execute<TraceAnswer>('mazurka.show_trace', argument);
    if (trace !== undefined) this.views.show(argument, trace);
  }

  private async debug(argument: CommandArgument): Promise<void> {
    const answer = await this.server.execute<DebugAnswer>('mazurka.debug', argument);
    if (answer !== undefined) await this.debugging.start(answer);
  }

  private async keep(argument: CommandArgument): Promise<void> {
    const kept = await this.server.execute<KeepAnswer>('mazurka.keep_as_test', argument);
    if (kept === undefined) return;
    void vscode.commands.executeCommand('setContext', 'mazurka.kept', true);
    const file = vscode.Uri.parse(kept.uri);
    const answer = await vscode.window.showInformationMessage(
      `Kept as ${vscode.workspace.asRelativePath(file)}: every later check replays it first.`,
      'Show File',
    );
    if (answer === 'Show File') await vscode.window.showTextDocument(file);
  }

  private async ignore(argument: CommandArgument, next: RunCommand): Promise<unknown> {
    const reason =
      argument.reason ??
      (await vscode.window.showInputBox({
        title: 'Ignore this finding',
        prompt: 'Why may it be ignored? The reason stays in the code.',
        validateInput: (text) => (text.trim() === '' ? 'A reason is needed.' : undefined),
      }));
    if (reason === undefined) return undefined;
    return next('mazurka.ignore', [{ ...argument, reason }]);
  }

  private async togglePause(): Promise<void> {
    await this.server.execute(this.model.background === 'paused' ? 'mazurka.resume' : 'mazurka.pause');
  }

  private here(): TestStatus | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor === undefined ? undefined : this.model.testAt(editor.document.uri, editor.selection.active.line);
  }

  private async exploreTest(): Promise<void> {
    const t = this.here();
    if (t === undefined) {
      void vscode.window.showInformationMessage('Put the cursor into a test to explore it.');
      return;
    }
    await this.server.execute('mazurka.explore', { package: t.package, test: t.test });
  }

  /** Lets the user choose among the counterexamples, that of the test at the cursor first. */
  private async withCounterexample(run: (argument: CommandArgument) => Promise<void>): Promise<void> {
    const here = this.here();
    const first = (t: TestStatus): number => (here !== undefined && keyOf(here) === keyOf(t) ? 0 : 1);
    const choices = this.model
      .failed()
      .sort((a, b) => first(a) - first(b))
      .flatMap((t) =>
        t.findings
          .filter((f) => f.schedule !== '')
          .map((f) => ({
            label: t.test,
            description: f.code,
            detail: f.message,
            argument: { package: t.package, test: t.test, schedule: f.schedule },
          })),
      );
    if (choices.length === 0) {
      void vscode.window.showInformationMessage('No counterexample is known: no explored test has failed.');
      return;
    }
    const only = choices.length === 1 ? choices[0] : undefined;
    const chosen =
      only ?? (await vscode.window.showQuickPick(choices, { title: 'Counterexample', matchOnDescription: true, matchOnDetail: true }));
    if (chosen !== undefined) await run(chosen.argument);
  }

  private async menu(): Promise<void> {
    const paused = this.model.background === 'paused';
    const choices: (vscode.QuickPickItem & { command?: string })[] = [
      paused
        ? { label: '$(debug-start) Resume background exploration', command: 'mazurka.togglePause' }
        : { label: '$(debug-pause) Pause background exploration', command: 'mazurka.togglePause' },
      { label: '$(run-all) Explore all tests', command: 'mazurka.exploreAll' },
      { label: '$(debug-stop) Stop exploring', command: 'mazurka.stopExploring' },
      { label: 'Counterexamples', kind: vscode.QuickPickItemKind.Separator },
      { label: '$(git-compare) Show an interleaving...', command: 'mazurka.showInterleaving' },
      { label: '$(debug-reverse-continue) Debug an interleaving...', command: 'mazurka.debugInterleaving' },
      { label: '$(pinned) Keep an interleaving as a regression test...', command: 'mazurka.keepInterleaving' },
      { label: 'Server', kind: vscode.QuickPickItemKind.Separator },
      { label: '$(debug-restart) Restart the server', command: 'mazurka.restartServer' },
      { label: '$(cloud-download) Install or update the server', command: 'mazurka.installServer' },
      { label: '$(trash) Clear the cache of results', command: 'mazurka.clearCache' },
      { label: '$(output) Show output', command: 'mazurka.showOutput' },
      { label: '$(gear) Settings', command: 'mazurka.openSettings' },
    ];
    const chosen = await vscode.window.showQuickPick(choices, { title: 'Mazurka' });
    if (chosen?.command === 'mazurka.openSettings')
      await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:mazurka-go.mazurka');
    else if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command);
  }
}
