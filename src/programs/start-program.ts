import { execa, execaSync, type Options } from 'execa';
import type { Environment } from '../model/request.ts';

export interface ProgramCall {
  readonly args: readonly string[];
  /** all that it gets */
  readonly env: Environment;
  readonly cwd?: string;
  /** absent = it has no standard input */
  readonly input?: string;
  /** absent = until it has ended */
  readonly timeoutMs?: number;
  /** in a session of its own, which ends whole: an interactive shell would take our terminal */
  readonly ownSession?: true;
}

export interface ProgramEnd {
  /** null = it was ended by a signal, or could not be started */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** why it has no status: a phrase */
  readonly problem?: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** What both ways of starting have in common. Nothing of the text is changed, and no PATH but that of `env` counts. */
function options({ env, cwd, input }: ProgramCall) {
  return {
    env: { ...env },
    extendEnv: false,
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    reject: false,
    stripFinalNewline: false,
    maxBuffer: MAX_BYTES,
    killSignal: 'SIGKILL' as const,
  } satisfies Options;
}

/** Never throws. */
export async function runProgram(program: string, call: ProgramCall): Promise<ProgramEnd> {
  const { args, ownSession, timeoutMs } = call;
  const child = execa(program, args, { ...options(call), detached: ownSession === true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(child, ownSession), timeoutMs);
  const ended = await child;
  clearTimeout(timer);
  return endOf(ended);
}

/** For what cannot wait otherwise. Never throws. */
export function runProgramSync(program: string, call: Omit<ProgramCall, 'ownSession'>): ProgramEnd {
  const { args, timeoutMs } = call;
  return endOf(
    execaSync(program, args, { ...options(call), ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) }),
  );
}

/** Nobody waits for it, nor hears of it. Never throws. */
export function startAside(program: string, args: readonly string[]): void {
  execa(program, args, { detached: true, stdio: 'ignore', cleanup: false, reject: false }).unref();
}

/**
 * Says something to a program that goes on listening, and looks for the answer among its lines; then it is ended.
 * undefined = there is none, or not in time. Never throws.
 */
export async function askProgram<Answer>(
  program: string,
  {
    said,
    timeoutMs,
    ...call
  }: Omit<ProgramCall, 'input' | 'ownSession'> & { readonly said: string; readonly timeoutMs: number },
  answerIn: (line: string) => Answer | undefined,
): Promise<Answer | undefined> {
  const child = execa(program, call.args, { ...options(call), stdin: 'pipe', stderr: 'ignore', buffer: false });
  const timer = setTimeout(() => end(child), timeoutMs);
  child.stdin.on('error', () => {}); // gone: it says no line then
  child.stdin.write(said);
  try {
    for await (const line of child) {
      const answer = answerIn(line);
      if (answer === undefined) continue;
      end(child); // leaving the loop waits for its end
      return answer;
    }
  } catch {
    // it could not be started, or was ended
  } finally {
    clearTimeout(timer);
    end(child);
  }
  return undefined;
}

interface Child {
  readonly pid?: number | undefined;
  kill(): boolean;
  readonly stdout: { destroy(): void } | null;
  readonly stderr: { destroy(): void } | null;
}

/** What it has started may hold its pipes open: they are not waited for. */
function end(child: Child, ownSession?: true): void {
  try {
    if (ownSession && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // all have ended
  }
  child.kill();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

interface Ended {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly stdout: unknown;
  readonly stderr: unknown;
  readonly cause?: unknown;
}

function endOf({ exitCode, signal, stdout, stderr, cause }: Ended): ProgramEnd {
  const said = { stdout: textOf(stdout), stderr: textOf(stderr) };
  if (exitCode !== undefined) return { ...said, status: exitCode };
  const why =
    signal === undefined ? (cause instanceof Error ? cause.message : 'it did not end') : `it was ended by ${signal}`;
  return { ...said, status: null, problem: why };
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : '';
}
