import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { GuardedMachine } from './guarded-machine.ts';

/** Runs what it is told, as its own child: `{id, file, args, input}`, one line each. */
const AGENT = `
const { spawn } = require('node:child_process');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, file, args, input, env } = JSON.parse(line);
  const child = spawn(file, args, { env: { ...process.env, ...env } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += chunk));
  child.stderr.on('data', (chunk) => (said.stderr += chunk));
  child.on('close', (status, signal) => console.log(JSON.stringify({ id, status, signal, ...said })));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
});
`;

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A guarded machine with the hook, the command line and a program that is called like an agent. */
export class AgentMachine extends GuardedMachine {
  readonly cli = join(this.product, 'dist', 'cli.cjs');
  readonly agentFile = join(this.bin, 'claude');

  constructor(rules: string, stubs: Readonly<Record<string, string>>) {
    super(rules, stubs);
    mkdirSync(join(this.product, 'rules', 'optional'), { recursive: true });
    writeFileSync(this.agentFile, AGENT);
    chmodSync(this.agentFile, 0o755);
  }

  /** What a person types, without a terminal. */
  person(args: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
    const options = { cwd: join(this.root, 'work'), env: { ...this.env, ...env }, encoding: 'utf8' } as const;
    return spawnSync(process.execPath, [this.cli, ...args], options);
  }

  agent(): Agent {
    return new Agent(this);
  }
}

/** An agent that is running: each thing that it does is a process below it. */
export class Agent {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (ran: Ran) => void>();
  private count = 0;

  private readonly machine: AgentMachine;

  constructor(machine: AgentMachine) {
    this.machine = machine;
    const { SAFESHELL_CONTEXT: _, ...env } = machine.env;
    const options = { cwd: join(machine.root, 'work'), env: { ...env, CLAUDECODE: '1' } };
    this.child = spawn(process.execPath, [machine.agentFile], options);
    createInterface({ input: this.child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const { id, ...ran } = JSON.parse(line) as Ran & { id: number };
      this.waiting.get(id)?.(ran);
    });
  }

  private start(file: string, args: readonly string[], input = ''): Promise<Ran> {
    const id = ++this.count;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.child.stdin?.write(`${JSON.stringify({ id, file, args, input })}\n`);
    });
  }

  /** One line of its shell tool, without its hook. */
  shell(line: string): Promise<Ran> {
    return this.start('/bin/sh', ['-c', line]);
  }

  /** What its hook answers about a line; `undefined` = nothing. */
  async hook(command: string, more: object = {}, session = 'session-1'): Promise<unknown> {
    const payload = {
      session_id: session,
      cwd: join(this.machine.root, 'work'),
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command, description: `try ${this.count}` },
      ...more,
    };
    const ran = await this.start(
      process.execPath,
      [this.machine.cli, 'hook', '--agent', 'claude'],
      JSON.stringify(payload),
    );
    return ran.stdout === '' ? (ran.stderr === '' ? undefined : ran) : JSON.parse(ran.stdout);
  }

  end(): void {
    this.child.kill('SIGKILL');
  }
}
