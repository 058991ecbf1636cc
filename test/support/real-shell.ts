import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ShellName } from '../../src/model/request.ts';
import { shQuote } from '../../src/util/sh-quote.ts';

export type RealShellName = Exclude<ShellName, 'powershell' | 'sh' | 'unknown'>;

/** How each shell is started on a snippet: no start-up files, `$0` as its own name. */
const START: Readonly<Record<RealShellName, readonly string[]>> = {
  bash: ['--norc', '--noprofile', '-c'],
  dash: ['-c'],
  zsh: ['-f', '-c'],
  fish: ['--no-config', '-c'],
};

/** Where a real program is, as the system has it. */
export function installed(program: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin'].map((folder) => join(folder, program)).find((file) => existsSync(file));
}

export interface Run {
  readonly text: string;
  readonly shell?: RealShellName;
  /** beside HOME, PATH and LC_ALL */
  readonly env?: Readonly<Record<string, string>>;
  readonly positional?: readonly string[];
  /** programs that are reachable under their own name, and are themselves */
  readonly real?: readonly string[];
  /** files in the directory where the snippet runs */
  readonly files?: Readonly<Record<string, string>>;
  /** what every stub ends with, and what those called `cmd..` and `printers` print */
  readonly stub?: Stub;
  readonly timeoutMs?: number;
}

interface Stub {
  readonly status: number;
  readonly prints: string;
  readonly printers?: readonly string[];
}

export interface Ran {
  /** every program start, in the order in which they were written down; argv[0] is a base name */
  readonly executed: readonly (readonly string[])[];
  readonly stderr: string;
  readonly timedOut: boolean;
}

export interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly path: string;
}

/** Nobody, where we may become that: then not even a builtin `kill -1` reaches a process that is not the snippet's. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Few enough that a snippet which starts itself without end harms nobody; counted over all of a user's processes. */
const FEW_PROCESSES = NOBODY.uid === undefined ? '' : 'ulimit -p 300 2>/dev/null || ulimit -u 300; ';

/** Descriptor 9 is open as long as anything that the snippet started is alive, wherever it sends its output. */
const START_UP = `${FEW_PROCESSES}ulimit -c 0; ulimit -t 3; ulimit -f 6; exec 9>&3 3>&-; exec "$@"`;

/**
 * Runs snippets in real shells and writes down every program that they start. PATH leads to recorders alone (and to
 * the few real programs that a run asks for), the home and working directories are empty folders of its own.
 */
export class RealShell {
  private readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-real-')));
  private readonly bin = join(this.root, 'bin');
  private readonly real = join(this.root, 'real');
  private readonly record = join(this.root, 'record');
  private readonly recorder = join(this.root, 'recorder');
  private readonly startUp = join(this.root, 'start-up');
  private behaviour = '';
  private links = '';
  readonly place: Place = {
    home: join(this.root, 'home'),
    cwd: join(this.root, 'cwd'),
    path: `${this.real}:${this.bin}`,
  };

  constructor(stubs: readonly string[]) {
    chmodSync(this.root, 0o755);
    for (const directory of [this.bin, this.real]) mkdirSync(directory);
    writeFileSync(this.record, '');
    own(this.record);
    for (const name of stubs) symlinkSync(this.recorder, join(this.bin, name));
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  async run(run: Run): Promise<Ran> {
    this.prepare(run);
    const child = spawn('/bin/sh', this.commandLine(run), {
      cwd: this.place.cwd,
      env: this.environment(run),
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
      ...NOBODY,
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    const timedOut = await ended(child, run.timeoutMs ?? 3000);
    return { executed: readRecord(this.record), stderr, timedOut };
  }

  private prepare({ stub = { status: 0, prints: '' }, real = [], files = {} }: Run): void {
    const { home, cwd } = this.place;
    for (const directory of [home, cwd]) {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
      own(directory);
    }
    for (const [name, content] of Object.entries(files)) {
      const file = join(cwd, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { mode: content.startsWith('#!') ? 0o755 : 0o644 });
      own(file);
    }
    truncateSync(this.record);
    this.linkReal(real);
    const text = recorderText(this.record, stub);
    if (text === this.behaviour) return;
    this.behaviour = text;
    writeFileSync(this.recorder, text, { mode: 0o755 });
    writeFileSync(this.startUp, startUpText(this.record, stub));
  }

  private linkReal(names: readonly string[]): void {
    const wanted = names.join(' ');
    if (wanted === this.links) return;
    this.links = wanted;
    rmSync(this.real, { recursive: true, force: true });
    mkdirSync(this.real);
    for (const name of names) {
      const program = installed(name);
      if (program === undefined) throw new Error(`${name} is not installed`);
      symlinkSync(program, join(this.real, name));
    }
  }

  private commandLine({ text, shell = 'bash', positional = [] }: Run): readonly string[] {
    const program = installed(shell);
    if (program === undefined) throw new Error(`${shell} is not installed`);
    const name = shell === 'fish' ? [] : [shell];
    return ['-c', START_UP, 'limits', program, ...START[shell], text, ...name, ...positional];
  }

  private environment({ env = {} }: Run): Record<string, string> {
    const { home, path } = this.place;
    return { HOME: home, PATH: path, LC_ALL: 'C.UTF-8', BASH_ENV: this.startUp, ...env };
  }
}

function own(file: string): void {
  if (NOBODY.uid !== undefined) chownSync(file, NOBODY.uid, NOBODY.gid);
}

/**
 * Writes number of arguments, name and arguments, each NUL-ended; not where zsh reads it with `.`, by any name. A full record (a loop) turns the status round, which
 * ends the loop.
 */
function recorderText(record: string, { status, prints, printers = [] }: Stub): string {
  return `#!/bin/sh
case \${ZSH_EVAL_CONTEXT-} in *file*) return ${status} ;; esac
trap '' XFSZ
printf '%s\\0' "$#" "\${0##*/}" "$@" 2>/dev/null >>${shQuote(record)} || exit ${1 - status}
case \${0##*/} in ${['cmd*', ...printers].join('|')}) printf '%s\\n' ${shQuote(prints)} 2>/dev/null ;; esac
exit ${status}
`;
}

/** Bash also writes down what is found nowhere, and ends recursion early. */
function startUpText(record: string, { status }: Stub): string {
  return `FUNCNEST=6
command_not_found_handle() {
  builtin printf '%s\\0' "$(($# - 1))" "$@" 2>/dev/null >>${shQuote(record)} || return ${1 - status}
  return ${status}
}
`;
}

function readRecord(file: string): readonly (readonly string[])[] {
  const words = readFileSync(file, 'utf8').split('\0');
  const executed: string[][] = [];
  // the last one may be cut off by the size limit
  for (let at = 0, next = 0; at < words.length - 1; at = next) {
    next = at + 2 + Number(words[at]);
    if (!/^\d+$/.test(words[at] ?? '') || next >= words.length) break;
    executed.push(words.slice(at + 1, next));
  }
  return executed;
}

/** Waits until nobody holds the pipes any more; what is left after the time is killed. True = it was. */
async function ended(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
    // a program in a session of its own may live on; it is not waited for
    for (const stream of child.stdio) stream?.destroy();
  }, timeoutMs);
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', reject);
  });
  clearTimeout(timer);
  return timedOut;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // it has just ended
  }
}
