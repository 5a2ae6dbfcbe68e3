import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type LanguageClientOptions,
} from 'vscode-languageclient/node';
import { findGo, findServer, installTarget } from './find';
import { type CommandArgument, type StatusParams, statusMethod } from './protocol';
import { serverSettings } from './settings';

/** Runs a command, or hands it on to the server. */
export type CommandMiddleware = (command: string, args: unknown[], next: RunCommand) => Promise<unknown>;
export type RunCommand = (command: string, args: unknown[]) => vscode.ProviderResult<unknown>;

export type ServerState = 'missing' | 'stopped' | 'starting' | 'running' | 'failed';

/** How often the server may end on its own before it is left alone, and in which time. */
const maxRestarts = 5;
const restartWindow = 3 * 60 * 1000;

/** The server's process and the connection to it: found, started, restarted, installed. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private current: ServerState = 'stopped';
  private command: string | undefined;
  private crashes: number[] = [];
  private busy: Promise<void> = Promise.resolve();
  private asked = false;
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly statusReceived = new vscode.EventEmitter<StatusParams>();

  readonly onState = this.stateChanged.event;
  readonly onStatus = this.statusReceived.event;

  /** Stands before the commands that lenses and actions give the server. */
  onCommand: CommandMiddleware = (command, args, next) => Promise.resolve(next(command, args));

  constructor(private readonly output: vscode.OutputChannel) {}

  get state(): ServerState {
    return this.current;
  }

  dispose(): void {
    void this.stop();
    this.stateChanged.dispose();
    this.statusReceived.dispose();
  }

  /** Starts the server; an earlier call is finished first. */
  start(): Promise<void> {
    return this.queue(() => this.launch());
  }

  stop(): Promise<void> {
    return this.queue(() => this.end());
  }

  restart(): Promise<void> {
    this.crashes = [];
    return this.queue(async () => {
      await this.end();
      await this.launch();
    });
  }

  /** Asks the server to run a command; undefined if there is no server, of which the user is told. */
  async execute<T>(command: string, argument: CommandArgument = {}): Promise<T | undefined> {
    if (this.client?.state !== State.Running) {
      void this.complain();
      return undefined;
    }
    return this.client.sendRequest<T>('workspace/executeCommand', { command, arguments: [argument] });
  }

  /** The command that runs the server, and the debug adapter. */
  async executable(): Promise<string | undefined> {
    this.command ??= await this.find();
    return this.command;
  }

  private queue(work: () => Promise<void>): Promise<void> {
    this.busy = this.busy.then(work, work);
    return this.busy;
  }

  private set(state: ServerState): void {
    this.current = state;
    void vscode.commands.executeCommand('setContext', 'mazurka.running', state === 'running');
    this.stateChanged.fire(state);
  }

  private find(): Promise<string | undefined> {
    return findServer(vscode.workspace.getConfiguration('mazurka').get<string>('server.path', ''), process.env);
  }

  private async launch(): Promise<void> {
    this.command = await this.find();
    if (this.command === undefined) {
      this.set('missing');
      this.output.appendLine(`no mazurka on PATH (${process.env.PATH ?? ''}), nor where go install puts commands`);
      if (!this.asked) void this.complain();
      this.asked = true;
      return;
    }
    this.set('starting');
    const further = vscode.workspace.getConfiguration('mazurka').get<string[]>('server.arguments', []);
    this.output.appendLine(`starting ${[this.command, 'serve', ...further].join(' ')}`);
    // Without `transport`, the arguments are passed on as they are.
    const client = new LanguageClient(
      'mazurka',
      'Mazurka',
      { command: this.command, args: ['serve', ...further], options: { env: await this.environment() } },
      this.options(),
    );
    client.registerFeature({
      fillClientCapabilities: (capabilities) => {
        capabilities.experimental = { ...(capabilities.experimental as object), mazurkaStatus: true };
      },
      initialize: () => undefined,
      getState: () => ({ kind: 'static' }),
      clear: () => undefined,
    });
    client.onNotification(statusMethod, (p: StatusParams) => {
      this.statusReceived.fire(p);
    });
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) return;
      if (newState === State.Running) this.set('running');
      if (newState === State.Starting) this.set('starting');
      if (newState === State.Stopped) this.set('stopped');
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.set('failed');
      this.output.appendLine(`the server did not start: ${String(error)}`);
      void this.complain();
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) return;
    try {
      await client.dispose(2000);
    } catch {
      // It did not run, or does not answer: its process is ended either way.
    }
    this.set('stopped');
  }

  /** The server calls the go command, which the editor's own PATH may lack. */
  private async environment(): Promise<NodeJS.ProcessEnv> {
    const go = await findGo(process.env);
    if (go === undefined) return process.env;
    const name = process.env.Path === undefined ? 'PATH' : 'Path';
    const separator = process.platform === 'win32' ? ';' : ':';
    return { ...process.env, [name]: `${process.env[name] ?? ''}${separator}${dirname(go)}` };
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [
        { scheme: 'file', language: 'go' },
        { scheme: 'file', language: 'go.mod' },
        { scheme: 'file', language: 'go.work' },
      ],
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => serverSettings(vscode.workspace.getConfiguration('mazurka')),
      synchronize: { configurationSection: 'mazurka' },
      middleware: {
        // What replays here shows the interleaving already.
        provideCodeLenses: async (document, token, next) =>
          (await next(document, token))?.filter((l) => l.command?.command !== 'mazurka.show_trace'),
        executeCommand: (command, args: unknown[], next) => this.onCommand(command, args, next),
        workspace: {
          configuration: async (params, token, next) => {
            const answers = await next(params, token);
            if (!Array.isArray(answers)) return answers;
            return answers.map((a: unknown, i) => (params.items[i]?.section === 'mazurka' ? serverSettings(a) : a));
          },
        },
        window: {
          // The view of an interleaving is the extension's own, beside the code.
          showDocument: async (params, next) => {
            if (params.uri.endsWith('.interleaving')) return { success: true };
            const answer = await next(params, new vscode.CancellationTokenSource().token);
            return 'success' in answer ? answer : { success: false };
          },
        },
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
      },
    };
  }

  /** The server has ended on its own: it is started again, unless it keeps on ending. */
  private closed(): { action: CloseAction; message?: string; handled: boolean } {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((t) => now - t < restartWindow), now];
    if (this.crashes.length <= maxRestarts) {
      this.output.appendLine('the server has ended; it is started again');
      return { action: CloseAction.Restart, handled: true };
    }
    this.set('failed');
    void this.complain();
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  /** Says why there is no server, and offers what helps. */
  private async complain(): Promise<void> {
    if (this.current === 'missing') {
      const setting = vscode.workspace.getConfiguration('mazurka').get<string>('server.path', '');
      const what =
        setting === ''
          ? 'The mazurka command was found neither on PATH nor in GOBIN.'
          : `There is no command ${setting}, which the setting mazurka.server.path names.`;
      const answer = await vscode.window.showWarningMessage(what, 'Install with go install', 'Set Its Path');
      if (answer === 'Install with go install') await this.install();
      if (answer === 'Set Its Path')
        await vscode.commands.executeCommand('workbench.action.openSettings', 'mazurka.server.path');
      return;
    }
    if (this.current === 'starting') {
      void vscode.window.showInformationMessage('Mazurka is starting.');
      return;
    }
    const answer = await vscode.window.showErrorMessage('The server of Mazurka does not run.', 'Restart', 'Show Output');
    if (answer === 'Restart') await this.restart();
    if (answer === 'Show Output') this.output.show();
  }

  /** Installs the server with the go command, and starts it. */
  async install(): Promise<void> {
    const go = await findGo(process.env);
    if (go === undefined) {
      const answer = await vscode.window.showErrorMessage('The go command was not found: Mazurka needs Go.', 'Get Go');
      if (answer === 'Get Go') await vscode.env.openExternal(vscode.Uri.parse('https://go.dev/dl/'));
      return;
    }
    const failure = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `go install ${installTarget}`, cancellable: true },
      (_, token) => this.runInstall(go, token),
    );
    if (failure === undefined) {
      await this.restart();
      return;
    }
    this.output.appendLine(failure);
    const answer = await vscode.window.showErrorMessage('go install of Mazurka failed.', 'Show Output');
    if (answer === 'Show Output') this.output.show();
  }

  private runInstall(go: string, token: vscode.CancellationToken): Promise<string | undefined> {
    return new Promise((resolve) => {
      const child = execFile(go, ['install', installTarget], (error, _, stderr) => {
        resolve(error === null ? undefined : stderr === '' ? error.message : stderr);
      });
      token.onCancellationRequested(() => child.kill());
    });
  }
}
