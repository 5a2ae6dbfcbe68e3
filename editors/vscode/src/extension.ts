import * as vscode from 'vscode';
import { Commands } from './commands';
import { Debugging } from './debug';
import { Model } from './model';
import { Server } from './server';
import { StatusBar } from './statusbar';
import { Testing } from './testing';
import { Views } from './view';

let server: Server | undefined;

/** What other extensions, and tests, may see of this one. */
export interface Api {
  readonly model: Model;
  readonly server: Server;
}

export function activate(context: vscode.ExtensionContext): Api {
  const output = vscode.window.createOutputChannel('Mazurka');
  const model = new Model();
  const running = new Server(output);
  const views = new Views(vscode.Uri.joinPath(context.extensionUri, 'media', 'icon.png'), () => {
    if (running.state === 'running') void running.execute('mazurka.close_trace'); // hints in the code go with the view
  });
  const debugging = new Debugging(running, model);
  const commands = new Commands(running, model, views, debugging, output);
  running.onCommand = (command, args, next) => commands.intercept(command, args, next);
  server = running;

  const testing: Testing[] = [];
  function listTests(): void {
    testing.pop()?.dispose();
    if (vscode.workspace.getConfiguration('mazurka').get<boolean>('testing.enabled', true))
      testing.push(new Testing(running, model, (t) => debugging.test(t)));
  }
  listTests();

  context.subscriptions.push(
    output,
    model,
    views,
    running,
    debugging,
    new StatusBar(running, model),
    { dispose: () => testing.pop()?.dispose() },
    ...commands.register(),
    running.onStatus((p) => {
      model.apply(p);
      views.update(p.changed);
      if (p.changed.some((t) => t.state === 'done')) void vscode.commands.executeCommand('setContext', 'mazurka.explored', true);
    }),
    running.onState((state) => {
      if (state !== 'running') model.clear();
    }),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration('mazurka.testing')) listTests();
      if (e.affectsConfiguration('mazurka.server')) void running.restart();
    }),
  );
  void running.start();
  return { model, server: running };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
