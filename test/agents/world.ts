import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, TempHome } from '../support/installed.ts';
import { Pty } from '../support/pty.ts';
import { FOLDER, type McpServer, type RealAgent } from './agents/agent.ts';
import { ModelServer, type Place, type Step, type Wish } from './model-server.ts';
import { type Installed, installed } from './npm-cache.ts';
import { MODEL } from './protocols/protocol.ts';

/** A HOME in a temp folder would close that behind a wall, and its shims would lie where a project may put programs. */
export const PLACE = process.getuid?.() === 0 ? '/home' : homedir();

const PATIENCE_MS = 120_000;
const DAY_MS = 900_000;

/** Programs of which it is only recorded that they ran. What they print reaches the model. */
const PROGRAMS = ['wipe-all', 'old-way', 'new-way', 'greet', 'tell', 'venture', 'stray'] as const;
type Program = (typeof PROGRAMS)[number];

/** What `tell` prints, and nobody is to read. */
export const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

const RULES = `version: 1
rules:
  - { name: wipe, commands: [wipe-all], action: deny, message: Nothing would be left }
  - { name: old, commands: [old-way], action: redirect, redirect_to: "@NEW@ $ARGS", message: The old way is gone }
  - { name: sure, commands: [venture], action: require_approval, message: It cannot be taken back }
  - { name: walled, commands: [stray], action: confine }
  - { name: notes, commands: [cat], conditions: [{ path_matches: { pattern: "*.secret" } }], action: deny }
  - { name: secret, commands: [tell], action: redact, message: It tells secrets }
`;

export interface Run {
  readonly status: number | null;
  /** what the agent printed */
  readonly output: string;
  /** programs that were started, with their arguments */
  readonly started: readonly string[];
  /** what the model was told of its call */
  readonly told: string;
  /** all that it was sent */
  readonly sent: string;
}

export interface Day {
  readonly told: readonly string[];
  readonly output: string;
}

interface Boxed {
  readonly args?: readonly string[];
  readonly before?: readonly string[];
  readonly options?: readonly string[];
}

/** A person at the terminal of an agent. */
export interface Seat {
  readonly pty: Pty;
  started(): readonly string[];
  /** what the model was told of its call; empty = nothing yet */
  told(): string;
  /** its dialog is shown */
  opened(): Promise<void>;
}

/** One agent in a HOME of its own with the guard installed, and a model that asks for what a test wants. */
export class AgentWorld {
  readonly home: TempHome;
  readonly agent: RealAgent;
  readonly program: Installed;
  readonly project: string;
  private readonly model = new ModelServer();
  private modelName = MODEL;
  private readonly record: string;
  /** it is started from a login shell, which has the shims in its PATH */
  private fromLogin = false;
  /** as login(1) sets it; undefined = as services, containers and editors leave it */
  shell: string | undefined = '/bin/bash';

  /** `place`: see TempHome; elsewhere than in temp folders what is started is recorded in the project, as sandboxes let nobody write in HOME. */
  constructor(agent: RealAgent, place?: string) {
    this.home = new TempHome('home', place);
    this.project = join(this.home.home, 'project');
    this.record = join(place === undefined ? this.home.home : this.project, 'record');
    this.agent = agent;
    this.program = installed(agent);
  }

  /** `shims`: as `safeshell setup --yes` leaves it, and started from a login shell */
  async open({ shims = false } = {}): Promise<void> {
    await this.model.listen();
    mkdirSync(join(this.home.home, 'bin'));
    mkdirSync(this.project);
    for (const name of PROGRAMS) {
      if (name === 'stray') this.home.script(this.pathOf(name), 'echo x >"$HOME/.stray/x"');
      else
        this.home.script(
          this.pathOf(name),
          `echo ${name} "$@" >>${shQuote(this.record)}\necho "ran ${name}${name === 'tell' ? ` ${SECRET}` : ''}"`,
        );
    }
    this.home.file('.config/safeshell/rules/mine.yaml', RULES.replace('@NEW@', this.pathOf('new-way')));
    this.writeFiles();
    const before = this.agent.before?.(this.model.url);
    if (before !== undefined) await this.start(before);
    const path = `${this.path}:${dirname(this.home.launcher)}`;
    if (shims) this.home.file('.profile', `PATH=${shQuote(path)}; export PATH\n`); // /etc/profile has another one
    const { status, stdout, stderr } = this.home.install([shims ? '--yes' : '--no-rc']);
    if (status !== 0) throw new Error(`install.sh failed: ${stdout}${stderr}`);
    if (!shims) return;
    this.fromLogin = true;
    const installed = this.home.safeshell(['agents', 'install', this.agent.name]);
    if (installed.status !== 0) throw new Error(installed.stderr);
  }

  /** Installs the plugin with the agent's own commands. */
  async plugIn(): Promise<void> {
    for (const words of this.agent.plugin ?? []) {
      const args = words.map((word) => word.replace(FOLDER, join(CHECKOUT, 'integrations')));
      const { status, output } = await this.start(args);
      if (status !== 0) throw new Error(`${args.join(' ')}: ${output}`);
    }
  }

  get path(): string {
    return `${this.program.bin}:${this.home.tools}`;
  }

  close(): void {
    this.model.close();
    endWithin(this.home.home);
    this.home.remove();
  }

  /** Runs the agent once; its model asks for this line. */
  ask(program: Program, args = ''): Promise<Run> {
    return this.askLine(`${this.pathOf(program)} ${args}`.trimEnd());
  }

  askLine(line: string): Promise<Run> {
    return this.run({ line });
  }

  /** Lets the agent's model through a wall. */
  letModelThrough(): void {
    this.home.file(
      '.config/safeshell/config.yaml',
      `version: 1\nwall: { domains: ["${new URL(this.model.url).host}"] }\n`,
    );
  }

  /** Runs the agent once at a terminal, in a box, with what its model asks for. `args`: all of its own; `before`: words in front of ours; `options`: of ours. */
  async askBoxed(line: string, { args = this.agent.args, before = [], options = [] }: Boxed = {}): Promise<Run> {
    rmSync(this.record, { force: true });
    this.model.ask({ line });
    const words = [...before, this.home.launcher, 'run', ...options, '--', ...this.program.argv, ...args];
    const env = { ...this.environment(), TERM: 'xterm' };
    const pty = new Pty(`stty cols 100 rows 40; exec ${words.map(shQuote).join(' ')} </dev/null`, {
      cwd: this.project,
      env,
    });
    const { status, shown } = await pty.end();
    if (!this.model.hasAsked) throw new Error(`${this.agent.name} never asked its model: ${shown}`);
    return { status, output: shown, started: this.started(), told: this.model.told, sent: this.model.sent };
  }

  /** Runs the agent once; its model asks the tool `check` of this MCP server about a line. */
  askServer(server: McpServer, program: Program): Promise<Run> {
    const { mcp } = this.agent;
    if (mcp === undefined) throw new Error(`nobody knows where ${this.agent.name} has its MCP servers`);
    const file = join(this.home.home, mcp.path);
    this.home.file(mcp.path, mcp.with(existsSync(file) ? readFileSync(file, 'utf8') : '', server));
    return this.run({ tool: 'check', input: { command: this.pathOf(program) } });
  }

  /** Runs the agent at a terminal until its dialog asks about this line; what was started by then. */
  async askAtTerminal(program: Program): Promise<readonly string[]> {
    const { attended } = this.agent;
    if (attended === undefined) throw new Error(`nobody knows how ${this.agent.name} is used at a terminal`);
    const { args, files, dialog } = attended;
    for (const [path, text] of Object.entries(files(this.project))) this.home.file(path, text);
    rmSync(this.record, { force: true });
    this.model.ask({ line: this.pathOf(program) });
    const command = ['stty cols 100 rows 40;', ...[...this.program.argv, ...args].map(shQuote)].join(' ');
    const pty = new Pty(command, { cwd: this.project, env: { ...this.environment(), TERM: 'xterm' } });
    try {
      for (const word of dialog.split(' ')) await pty.expect(word); // screens put cursor moves between words
      return this.started();
    } finally {
      pty.hangUp();
    }
  }

  /** The agent at a terminal, in the mode in which it asks its person about lines; its model asks for this one. */
  async sit(line: string, act: (seat: Seat) => Promise<void>, options: readonly string[] = []): Promise<void> {
    const { asking, attended } = this.agent;
    if (asking === undefined) throw new Error(`nobody knows when ${this.agent.name} asks`);
    for (const [path, text] of Object.entries(attended?.files(this.project) ?? {})) this.home.file(path, text);
    rmSync(this.record, { force: true });
    this.model.ask({ line, ...(asking.fields && { fields: asking.fields }) });
    const command = ['stty cols 100 rows 40;', ...[...this.program.argv, ...options, ...asking.args].map(shQuote)].join(
      ' ',
    );
    const pty = new Pty(command, { cwd: this.project, env: { ...this.environment(), TERM: 'xterm' } });
    try {
      await act({
        pty,
        started: () => this.started(),
        told: () => this.model.told,
        opened: async () => {
          for (const word of asking.dialog.split(' ')) await pty.expect(word);
        },
      });
    } finally {
      pty.hangUp();
    }
  }

  /**
   * The agent at a terminal, in the mode in which it asks its person; its model asks for one call after the other. `onWait`: called again and
   * again until the last one has been answered.
   */
  async sitForDay(steps: readonly Step[], onWait: () => void): Promise<readonly string[]> {
    const { asking, attended } = this.agent;
    if (asking === undefined) throw new Error(`nobody knows when ${this.agent.name} asks`);
    for (const [path, text] of Object.entries(attended?.files(this.project) ?? {})) this.home.file(path, text);
    this.model.askAll(steps);
    const words = ['/bin/bash', '-lc', 'exec "$@"', 'bash', ...this.program.argv, ...asking.args];
    const env = { ...this.environment(), TERM: 'xterm' };
    const pty = new Pty(`stty cols 100 rows 40; SHELL=/bin/bash ${words.map(shQuote).join(' ')}`, {
      cwd: this.project,
      env,
    });
    try {
      const hasEnded = () => {
        onWait();
        return this.model.answers.length;
      };
      await expect.poll(hasEnded, { timeout: DAY_MS, interval: 1000 }).toBe(steps.length);
      return this.model.answers;
    } finally {
      pty.hangUp();
    }
  }

  /** A line that starts one of the programs. */
  lineOf(program: Program): string {
    return this.pathOf(program);
  }

  /** Runs the agent once; its model asks for a patch that makes this file, below HOME. */
  async askToPatch(path: string): Promise<Run> {
    this.modelName = this.agent.patchModel ?? MODEL;
    this.writeFiles();
    try {
      return await this.run({ patched: join(this.home.home, path) });
    } finally {
      this.modelName = MODEL;
      this.writeFiles();
    }
  }

  /** The same by a line of shell: Codex applies that itself. */
  askToPatchByShell(path: string): Promise<Run> {
    const patch = `*** Begin Patch\n*** Add File: ${join(this.home.home, path)}\n+try it\n*** End Patch`;
    return this.run({ line: `apply_patch <<'EOF'\n${patch}\nEOF` });
  }

  private writeFiles(): void {
    const files = this.agent.files?.(this.model.url, this.modelName, this.project) ?? {};
    for (const [path, text] of Object.entries(files)) this.home.file(path, text);
  }

  /** Runs the agent once; its model asks to write this file, below HOME. */
  askToWrite(path: string): Promise<Run> {
    return this.run({ file: join(this.home.home, path) });
  }

  /** Runs the agent once; its model asks its search tool for a text, in the project or somewhere else below HOME. */
  askToSearch(text: string, { folder, ...rest }: Place = {}): Promise<Run> {
    const place = { ...rest, ...(folder !== undefined && { folder: join(this.home.home, folder) }) };
    return this.run({ searched: text, place }, this.agent.searches?.args);
  }

  /** Runs the agent once; its model asks for one call after the other. What it was told of each of them. */
  async askForDay(steps: readonly Step[]): Promise<Day> {
    this.model.askAll(steps);
    const { output } = await this.start(this.agent.args, DAY_MS);
    if (!this.model.hasAsked) throw new Error(`${this.agent.name} never asked its model: ${output}`);
    return { told: this.model.answers, output };
  }

  private async run(wish: Wish, args: readonly string[] = []): Promise<Run> {
    rmSync(this.record, { force: true });
    this.model.ask(wish);
    const { status, output } = await this.start([...this.agent.args, ...args]);
    if (!this.model.hasAsked) throw new Error(`${this.agent.name} never asked its model: ${output}`);
    return { status, output, started: this.started(), told: this.model.told, sent: this.model.sent };
  }

  private started(): readonly string[] {
    const text = existsSync(this.record) ? readFileSync(this.record, 'utf8') : '';
    return text.split('\n').filter(Boolean);
  }

  private pathOf(program: Program): string {
    return join(this.home.home, 'bin', program);
  }

  private environment(): Readonly<Record<string, string>> {
    const proxy = this.model.url;
    const ways = Object.fromEntries(
      ['http_proxy', 'https_proxy'].flatMap((name) => [
        [name, proxy],
        [name.toUpperCase(), proxy],
      ]),
    );
    return {
      HOME: this.home.home,
      PATH: this.path,
      TERM: 'dumb',
      ...(this.fromLogin && this.shell !== undefined && { SHELL: this.shell }),
      LANG: 'C.UTF-8',
      ...ways,
      no_proxy: '127.0.0.1,localhost',
      NO_PROXY: '127.0.0.1,localhost',
      ...this.agent.env(proxy, this.modelName),
    };
  }

  private start(
    args: readonly string[],
    patienceMs = PATIENCE_MS,
  ): Promise<{ readonly status: number | null; readonly output: string }> {
    const login = this.fromLogin ? ['/bin/bash', '-lc', 'exec "$@"', 'bash'] : [];
    const [file = '', ...rest] = [...login, ...this.program.argv, ...args];
    const env = this.environment();
    return new Promise((resolve, reject) => {
      const child = spawn(file, rest, { cwd: this.project, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
      const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), patienceMs);
      child.on('error', reject);
      child.on('exit', (status) => {
        clearTimeout(timer);
        endGroup(child.pid);
        resolve({ status, output: Buffer.concat(chunks).toString('utf8') });
      });
    });
  }
}

/** Daemons that left the agent's group: whoever works in its HOME, which nobody else does. */
function endWithin(folder: string): void {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  for (const pid of pids) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // gone, or somebody else's
    }
  }
}

/** What the agent left running. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing was left
  }
}
