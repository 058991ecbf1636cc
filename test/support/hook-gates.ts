import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallableAgent } from '../../src/agents/agent.ts';
import { claude } from '../../src/agents/claude.ts';
import { compileGates } from '../../src/gate/gate.ts';
import { lineGate } from '../../src/gate/line-gate.ts';
import { OTHER } from '../../src/gate/plan.ts';
import { marksOf, writeMarks } from '../../src/install/freshness.ts';
import { gatesFolder, type HookGates, writeGates } from '../../src/install/hook-gates.ts';
import { fill, lineValues, renderLauncher } from '../../src/install/hook-template.ts';
import { shimText } from '../../src/install/shim-text.ts';
import type { Policy } from '../../src/model/policy.ts';
import type { Environment } from '../../src/model/request.ts';
import { memoizeByObject } from '../../src/util/memoize.ts';

/** What answers in a launcher, by itself. */
export interface LauncherGate {
  readonly script: string;
  readonly folder: string;
}

export interface LauncherChange {
  /** absent = Claude Code */
  readonly agent?: InstallableAgent;
  /** of the template */
  readonly change?: (text: string) => string;
  /** what projects say; absent = nothing is known of any */
  readonly projects?: string;
}

/** As refresh makes it, where all programs are installed. Throws where no line may be answered. `folder`: a new one is made there. */
export function launcherGate(
  policy: Policy,
  folder: string,
  { agent = claude as InstallableAgent, change = (text) => text, projects = '' }: LauncherChange = {},
): LauncherGate {
  const { hooks, gates, stamp } = gatesIn(policy, folder);
  const text = renderLauncher({
    template: '@GATE@',
    gateTemplate: change(shimText('.', 'hook-gate.sh')),
    agent,
    node: '/node',
    nodeOptions: { options: [], marks: '/none' },
    main: '/main',
    hooks,
    stamp,
    sources: [],
    gates,
    gatesFolder: gatesFolder(hooks),
    projects,
    programs: { dd: '/bin/dd', cat: '/bin/cat' },
    timeout: undefined,
    queue: { slots: 2, sleep: '/bin/sleep', napSeconds: 1 },
  });
  const functions = text.slice(0, text.indexOf('# One piece'));
  const loop = 'while IFS= read -r payload; do (__ss_is_plain "$payload") && printf 1 || printf 0; done';
  const script = `set +aefu\nLC_ALL=C\n__ss_hooks='${hooks}'\n${functions}\n${loop}\n`;
  return { script, folder: hooks };
}

/** Once for each policy: a second for the shipped one. */
const gatesOf = memoizeByObject((policy: Policy): HookGates => {
  const plan = lineGate(policy);
  if (plan === undefined) throw new Error('no gate');
  const { [OTHER]: other, ...own } = compileGates(policy, [...plan.gated, OTHER]);
  return { own, other, known: plan.known, writers: plan.writers, project: plan.project };
});

function gatesIn(policy: Policy, folder: string) {
  const gates = gatesOf(policy);
  const hooks = mkdtempSync(join(folder, 'hooks-'));
  writeGates(hooks, gates, () => {});
  const stamp = join(hooks, '.stamp');
  writeMarks(marksOf(stamp), [], Date.now());
  return { hooks, gates, stamp };
}

/** A line as it is typed. */
export interface TypedLine {
  readonly shell: string;
  readonly cwd: string;
  readonly line: string;
}

/** The gate of safeshell-line. `change`: of its template. */
export function typedLineGate(policy: Policy, folder: string, change = (text: string) => text): LauncherGate {
  const { hooks, gates, stamp } = gatesIn(policy, folder);
  const place = { stamp, sources: [], gatesFolder: gatesFolder(hooks), projects: '' };
  const text = fill(change(shimText('.', 'line-gate.sh')), lineValues(place, gates));
  const functions = text.slice(0, text.indexOf('# Letters and ranges'));
  const each = '(cd -L "$2" 2>/dev/null && __ss_is_plain "$1" "$3") && printf 1 || printf 0; shift 3';
  const script = `set +aefu\nLC_ALL=C\n__ss_hooks='${hooks}'\n${functions}\nwhile [ $# -gt 0 ]; do ${each}; done\n`;
  return { script, folder: hooks };
}

/** Asks about each line: a digit for each, 1 = it may run. */
export function askTypedLineGate(
  { script, folder }: LauncherGate,
  lines: readonly TypedLine[],
  env: Environment,
): string {
  const file = join(folder, 'gate.sh');
  writeFileSync(file, script);
  const words = lines.flatMap(({ shell, cwd, line }) => [shell, cwd, line]);
  const ran = spawnSync('/bin/sh', [file, ...words], { encoding: 'utf8', env: env as NodeJS.ProcessEnv });
  if (ran.stderr !== '' || ran.error) throw ran.error ?? new Error(ran.stderr);
  return ran.stdout;
}

/** Asks the gate about each payload: a digit for each, 1 = answered. */
export function askGate(
  { script, folder }: LauncherGate,
  payloads: readonly string[],
  { shell, env }: { readonly shell: readonly string[]; readonly env: Environment },
): string {
  const [program = '', ...options] = shell;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'gate.sh');
  writeFileSync(file, script);
  const ran = spawnSync(program, [...options, file], {
    input: `${payloads.join('\n')}\n`,
    encoding: 'utf8',
    env: env as NodeJS.ProcessEnv,
    maxBuffer: 1 << 26,
  });
  if (ran.stderr !== '') throw new Error(ran.stderr);
  return ran.stdout;
}
