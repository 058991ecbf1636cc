import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jailWords } from '../jail-words.ts';
import { HOME, PROJECT, STATE, WORK, WORLD_SETUP } from './world.ts';

const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
const ENV = { HOME, PATH, LANG: 'C.UTF-8', USER: 'dev', TERM: 'dumb', SAFESHELL_CONTEXT: 'ai' };
const LAUNCHER = `${HOME}/.local/share/safeshell/hooks/claude`;
const SAFESHELL = `${HOME}/.local/bin/safeshell`;
const MAX_MS = 120_000;
const LINE_SECONDS = 10;

/** What became of a line. `asked`: a person still is; `nothing`: no rule asks here; `kept`: it ran, and came back. */
export type Fate =
  | { readonly is: 'asked' | 'nothing' | 'idle' | 'kept' }
  | { readonly is: 'wrong'; readonly why: string };

/** The product, installed in a HOME of its own that only a jail sees as /home/dev: no network, nothing else can be written. */
export class KeepingJail {
  readonly #folder = mkdtempSync(join(tmpdir(), 'temporary-keeping-'));
  readonly #home = join(this.#folder, 'home');
  readonly #temp = join(this.#folder, 'tmp');
  readonly #template = join(this.#folder, 'template');
  /** of the world as every row finds it; unknown once a line ran, which may change what is not put back */
  #state: string | undefined;

  async furnish(): Promise<void> {
    for (const folder of [this.#home, this.#temp, this.#template]) mkdirSync(folder);
    const config = join(this.#home, '.config/safeshell/config.yaml');
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, 'undo: { mode: instead_of_asking }\n');
    await this.#must(
      `cd '${process.cwd()}' && /bin/sh install.sh --no-build --no-agents --yes && ${SAFESHELL} agents install claude`,
    );
    await this.#must(WORLD_SETUP);
    await outputOf('cp', ['-a', ...WORK.map((name) => join(this.#home, name)).filter(existsSync), this.#template]);
  }

  /** In a world that is as it was for the row before. */
  async run(line: string): Promise<Fate> {
    await outputOf('rm', ['-rf', ...WORK.map((name) => join(this.#home, name)), this.#temp]);
    await outputOf('cp', ['-a', `${this.#template}/.`, this.#home]);
    mkdirSync(this.#temp);
    const payload = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: line },
      cwd: PROJECT,
      session_id: 's',
    };
    this.#state ??= await this.#look();
    const before = this.#state;
    const asked = await this.#in(PROJECT, 'printf %s "$1" | "$2"', JSON.stringify(payload), LAUNCHER);
    if (/"permissionDecision":"(ask|deny)"/.test(asked)) return { is: 'asked' };
    const checked = await this.#in(PROJECT, '"$1" check --json --actor ai -- "$2"', SAFESHELL, line);
    if (!/"verdict":\s*"(require_approval|escalate)"/.test(checked)) return { is: 'nothing' };
    this.#state = undefined;
    await this.#in(PROJECT, `timeout ${LINE_SECONDS} bash --norc -c "$1" </dev/null`, line);
    if ((await this.#look()) === before) return { is: 'idle' };
    const undone = await this.#in('/', '"$1" undo --yes', SAFESHELL);
    const lost = missing(before, await this.#look());
    return lost.length === 0 ? { is: 'kept' } : { is: 'wrong', why: `${undone}\n${lost.slice(0, 20).join('\n')}` };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #look(): Promise<string> {
    return this.#in(HOME, STATE);
  }

  async #must(script: string): Promise<void> {
    const printed = await this.#in(HOME, `unset SAFESHELL_CONTEXT; { ${script}\n} || exit 1; echo furnished`);
    if (!printed.endsWith('furnished\n')) throw new Error(printed);
  }

  /** What a program of bash prints, in the jail. */
  #in(cwd: string, script: string, ...args: readonly string[]): Promise<string> {
    const walls = jailWords({ temp: this.#temp, home: this.#home, at: { home: HOME, cwd }, env: ENV });
    return outputOf('bwrap', [...walls, 'bash', '--norc', '-c', script, 'bash', ...args]);
  }
}

/** What the command made beside what was there is no loss. */
function missing(before: string, after: string): readonly string[] {
  const there = new Set(after.split('\n'));
  return before.split('\n').filter((line) => !there.has(line));
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  const options = { timeout: MAX_MS, killSignal: 'SIGKILL', maxBuffer: 8 * 1024 * 1024 } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (_, stdout, stderr) => resolve(stdout + stderr)).stdin?.end();
  });
}
