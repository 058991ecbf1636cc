import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../src/model/request.ts';

/** One call of a gate. Words are bytes, as programs get them. */
export interface GateCall {
  readonly program: string;
  readonly words: readonly Buffer[];
  /** where the shell stands, by the path that it took */
  readonly folder: string;
}

export interface GateRun {
  readonly shell: readonly string[];
  readonly gates: Readonly<Record<string, string>>;
  /** see ShimGates */
  readonly beside?: Readonly<Record<string, string>>;
  readonly env: Environment;
  /** for the script */
  readonly folder: string;
}

/** What a shim finds out about its place before it asks its gate. */
const [, PLACE = ''] =
  /# ---- place:.*\n([\s\S]*?)# ---- end of place/.exec(readFileSync('shims/shim.sh', 'utf8')) ?? [];

/** Which of the calls the gates let pass without Node; all in one process of the shell. */
export function passed(
  calls: readonly GateCall[],
  { shell, gates, beside = {}, env, folder }: GateRun,
): readonly boolean[] {
  const programs = [...new Set(calls.map(({ program }) => program))].filter((name) => Object.hasOwn(gates, name));
  const names = new Map(programs.map((name, at) => [name, `gate_${at}`]));
  for (const [name, text] of Object.entries(beside)) writeFileSync(join(folder, name), text);
  const pass = '__ss_pass() {\n[ "$__ss_way" = run ]\n}';
  const lines: Buffer[] = [Buffer.from(`set +aefu\n__ss_shims='${folder}'\n${pass}\nplace() {\n${PLACE}\n}\n`)];
  const opened = 'place\n__ss_gate=open\n__ss_way=node';
  for (const name of programs)
    lines.push(Buffer.from(`${names.get(name)}() {\n${opened}\n__ss_name='${name}'\n${gates[name]}\n}\n`));
  let at = '';
  for (const call of calls) {
    if (call.folder !== at) lines.push(Buffer.from('cd '), quoted(Buffer.from(call.folder)), Buffer.from('\n'));
    at = call.folder;
    const name = names.get(call.program);
    if (name === undefined) lines.push(Buffer.from('__ss_way=node\n'));
    else
      lines.push(
        Buffer.from(name),
        ...call.words.flatMap((word) => [Buffer.from(' '), quoted(word)]),
        Buffer.from('\n'),
      );
    lines.push(Buffer.from('echo "$__ss_way"\n'));
  }
  const script = join(folder, 'gates.sh');
  writeFileSync(script, Buffer.concat(lines));
  const [program = '', ...options] = shell;
  const run = spawnSync(program, [...options, script], { env: env as NodeJS.ProcessEnv, cwd: '/', maxBuffer: 1 << 26 });
  const answers = String(run.stdout).split('\n').slice(0, -1);
  if (answers.length !== calls.length) {
    throw new Error(`${shell.join(' ')} answered ${answers.length} of ${calls.length} calls: ${run.stderr}`);
  }
  return answers.map((answer) => answer === 'run');
}

function quoted(word: Buffer): Buffer {
  return Buffer.from(`'${word.toString('latin1').replaceAll("'", "'\\''")}'`, 'latin1');
}
