import { access, constants, stat } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** How `go install` is told what to install. */
export const installTarget = 'github.com/mazurka-go/mazurka/cmd/mazurka@latest';

export type Environment = Readonly<Record<string, string | undefined>>;

const suffix = process.platform === 'win32' ? '.exe' : '';

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The first of the directories' files of that name that can be run. */
export async function firstExecutable(name: string, directories: readonly string[]): Promise<string | undefined> {
  for (const directory of directories) {
    const file = join(directory, name + suffix);
    if (directory !== '' && (await isExecutable(file))) return file;
  }
  return undefined;
}

function pathOf(env: Environment): string[] {
  return (env.PATH ?? env.Path ?? '').split(delimiter);
}

/** The go command: an editor started from a desktop may lack the shell's PATH. */
export async function findGo(env: Environment): Promise<string | undefined> {
  return firstExecutable('go', [
    ...pathOf(env),
    env.GOROOT === undefined ? '' : join(env.GOROOT, 'bin'),
    '/usr/local/go/bin',
    '/opt/homebrew/bin',
    join(homedir(), 'go', 'bin'),
  ]);
}

/** Where `go install` puts commands, from the go command if there is one. */
export async function installDirectories(env: Environment): Promise<string[]> {
  const go = await findGo(env);
  let bin = env.GOBIN ?? '';
  let path = env.GOPATH ?? '';
  if (go !== undefined) {
    try {
      const { stdout } = await promisify(execFile)(go, ['env', 'GOBIN', 'GOPATH'], { env: { ...env } });
      [bin = '', path = ''] = stdout.split(/\r?\n/);
    } catch {
      // A go command that does not answer cannot say better than the environment.
    }
  }
  if (path === '') path = join(homedir(), 'go');
  return [bin, ...path.split(delimiter).map((p) => (p === '' ? '' : join(p, 'bin')))].filter((d) => d !== '');
}

export function expandHome(file: string): string {
  return file === '~' || file.startsWith('~/') ? join(homedir(), file.slice(1)) : file;
}

/** The server: what the setting says, or the first found. */
export async function findServer(setting: string, env: Environment): Promise<string | undefined> {
  if (setting !== '') {
    const file = expandHome(setting);
    return (await isExecutable(file)) ? file : undefined;
  }
  return (
    (await firstExecutable('mazurka', pathOf(env))) ?? firstExecutable('mazurka', await installDirectories(env))
  );
}
