import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../src/model/request.ts';

/** One call of a gate. Words are bytes, as programs get them. */
export interface GateCall {
  readonly program: string;
  readonly words: readonly Buffer[];
  /** where the shell stands, by the path that it took */
  readonly folder: string;
}

export interface Gates {
  readonly gates: Readonly<Record<string, string>>;
  /** see ShimGates */
  readonly beside?: Readonly<Record<string, string>>;
}

export interface GateShell {
  readonly shell: readonly string[];
  readonly env: Environment;
  /** for the script */
  readonly folder: string;
}

const FIND_PLACE = `place() {
if [ "$__ss_missing" ]; then
PWD=$__ss_missing __ss_place=direct
else
${shimPlace()}
fi
}
`;

/** What a shim finds out about its place before it asks its gate. */
function shimPlace(): string {
  return /# ---- place:.*\n([\s\S]*?)# ---- end of place/.exec(readFileSync('shims/shim.sh', 'utf8'))?.[1] ?? '';
}

/** Which of the calls the gates let pass without Node. */
export function passed(calls: readonly GateCall[], { gates, beside, ...run }: Gates & GateShell): readonly boolean[] {
  return passedOfEach([{ gates, calls, ...(beside !== undefined && { beside }) }], run)[0] ?? [];
}

/** The same for the gates of several policies, each with its own calls; all in one process of the shell. */
export function passedOfEach(
  groups: readonly (Gates & { readonly calls: readonly GateCall[] })[],
  { shell, env, folder }: GateShell,
): readonly (readonly boolean[])[] {
  const pass = '__ss_pass() {\n[ "$__ss_way" = run ]\n}';
  const lines: Buffer[] = [Buffer.from(`set +aefu\n${pass}\n${FIND_PLACE}`)];
  for (const [at, { gates, beside = {}, calls }] of groups.entries()) {
    const shims = join(folder, `gates-${at}`);
    mkdirSync(shims, { recursive: true });
    for (const [name, text] of Object.entries(beside)) writeFileSync(join(shims, name), text);
    lines.push(Buffer.from(`__ss_shims='${shims}'\n`), ...groupLines(calls, gates, `gate_${at}`));
  }
  const script = join(folder, 'gates.sh');
  writeFileSync(script, Buffer.concat(lines));
  const [program = '', ...options] = shell;
  const run = spawnSync(program, [...options, script], { env: env as NodeJS.ProcessEnv, cwd: '/', maxBuffer: 1 << 26 });
  const answers = String(run.stdout).split('\n').slice(0, -1);
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  if (answers.length !== count) {
    throw new Error(`${shell.join(' ')} answered ${answers.length} of ${count} calls: ${run.stderr}`);
  }
  let at = 0;
  return groups.map(({ calls }) => calls.map(() => answers[at++] === 'run'));
}

/** Functions of sh for the gates, and their calls. */
function groupLines(calls: readonly GateCall[], gates: Gates['gates'], prefix: string): readonly Buffer[] {
  const programs = [...new Set(calls.map(({ program }) => program))].filter((name) => Object.hasOwn(gates, name));
  const names = new Map(programs.map((name, at) => [name, `${prefix}_${at}`]));
  const opened = 'place\n__ss_gate=open\n__ss_way=node';
  const lines: Buffer[] = programs.map((name) =>
    Buffer.from(`${names.get(name)}() {\n${opened}\n__ss_name='${name}'\n${gates[name]}\n}\n`),
  );
  let at = '';
  for (const call of calls) {
    if (call.folder !== at) lines.push(...enter(call.folder));
    at = call.folder;
    const name = names.get(call.program);
    const words = call.words.flatMap((word) => [Buffer.from(' '), quoted(word)]);
    if (name === undefined) lines.push(Buffer.from('__ss_way=node\n'));
    else lines.push(Buffer.from(name), ...words, Buffer.from('\n'));
    lines.push(Buffer.from('echo "$__ss_way"\n'));
  }
  return lines;
}

/** Of a folder that is not here, or not for us, the gate only reads the name. */
function enter(folder: string): readonly Buffer[] {
  const path = quoted(Buffer.from(folder));
  return [
    Buffer.from('__ss_missing='),
    path,
    Buffer.from('\ncd '),
    path,
    Buffer.from(' 2>/dev/null && __ss_missing=\n'),
  ];
}

function quoted(word: Buffer): Buffer {
  return Buffer.from(`'${word.toString('latin1').replaceAll("'", "'\\''")}'`, 'latin1');
}
