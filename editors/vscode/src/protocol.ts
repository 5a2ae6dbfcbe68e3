// What the server says beyond LSP; lsp/status.go and lsp/command.go are the
// other side.

/** Whom or what a command is about: the one argument of every command. */
export interface CommandArgument {
  package?: string;
  test?: string;
  schedule?: string;
  uri?: string;
  reason?: string;
}

export interface FindingSummary {
  code: string;
  message: string;
  uri: string;
  line: number;
  schedule: string;
  timing: boolean;
}

export interface TestStatus {
  package: string;
  test: string;
  uri: string;
  line: number;
  state: '' | 'queued' | 'running' | 'done';
  verdict: '' | 'verified' | 'failed' | 'incomplete' | 'unsupported' | 'broken';
  stale: boolean;
  summary: string;
  elapsedMs: number;
  /** There is no other schedule: the test uses no concurrency. */
  single: boolean;
  findings: FindingSummary[];
}

export interface StatusParams {
  state: BackgroundState;
  waiting: number;
  changed: TestStatus[];
  removed: CommandArgument[];
}

export type BackgroundState = 'idle' | 'exploring' | 'paused';

export const statusMethod = 'mazurka/status';

export interface TraceAnswer {
  html: string;
  uri: string;
}

export interface DebugAnswer {
  configuration: { type: string; request: string; name: string; [key: string]: unknown };
}

export interface KeepAnswer {
  uri: string;
}
