import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import type { InstallableAgent } from '../../agents/agent.ts';
import { INSTALLABLE_AGENTS } from '../../agents/find.ts';
import type { OffSwitches } from '../../agents/off-switches.ts';
import type { Environment } from '../../model/request.ts';
import { runProgram } from '../../programs/start-program.ts';
import { readIfThere } from '../../store/atomic-file.ts';
import { foldersUpward } from '../../store/layout.ts';
import { isRecord } from '../../util/guards.ts';
import { shQuote } from '../../util/sh-quote.ts';
import {
  type AgentJob,
  type AgentState,
  agentState,
  allJobs,
  hidingIn,
  launcherOf,
  startsLauncher,
} from '../agents/edit-agents.ts';
import { usedAgents } from '../agents/used-agents.ts';
import { findProgram } from '../programs.ts';
import { codexTrust } from './codex-trust.ts';
import { type Finding, note, ok, problem } from './finding.ts';

export interface AgentChecks {
  readonly env: Environment;
  readonly cwd: string;
  /** where agents are looked for */
  readonly path: string;
  readonly shims: string;
}

/** Starts them. */
const FIRE = 'safeshell doctor --fire';
const VERSION_PATIENCE_MS = 10_000;

/** What may keep agents from calling their hooks in this directory: not registered, disabled, too old, not trusted. */
export async function agentHooks(checks: AgentChecks): Promise<readonly Finding[]> {
  const jobs = allJobs(checks.env).map((job) => ({ job, state: agentState(job) }));
  const asking = jobs.filter(({ state }) => state === 'installed').map(({ job }) => job.agent);
  const findings = [
    ...jobs.flatMap(({ job, state }) => registration(job, state)),
    ...unasked(jobs, checks),
    ...INSTALLABLE_AGENTS.filter(
      (agent) =>
        agent.setup.offSwitches?.ofInstalled !== true ||
        jobs.some(({ job, state }) => job.agent === agent && state !== 'absent'),
    ).flatMap((agent) => offSwitches(agent, checks)),
    ...(await Promise.all(asking.map((agent) => tooOld(agent, checks)))).flat(),
    ...(asking.some(({ name }) => name === 'codex') ? await trust(checks) : []),
  ];
  if (jobs.some(({ state }) => state !== 'absent')) findings.push(note('fire', `whether they really refuse: ${FIRE}`));
  return findings.length > 0 ? findings : [note('agents', 'no agent asks before it acts (safeshell agents install)')];
}

/** Agents that a person uses here, whose settings do not name us; a plugin of ours may. */
function unasked(
  jobs: readonly { readonly job: AgentJob; readonly state: AgentState }[],
  { env, path }: AgentChecks,
): readonly Finding[] {
  const asking = jobs.filter(({ state }) => state !== 'absent').map(({ job }) => job.agent);
  return usedAgents({ ...env, PATH: path })
    .filter((agent) => !asking.includes(agent))
    .map(({ name, title }) =>
      note(`agent-${name}`, `the settings of ${title} name no hook of ours (safeshell agents install ${name})`),
    );
}

function registration(job: AgentJob, state: AgentState): readonly Finding[] {
  const { agent, env, project } = job;
  const check = `agent-${agent.name}`;
  const where = project === undefined ? '' : ` in ${project}`;
  const fix = `safeshell agents install ${agent.name}${project === undefined ? '' : ` --project ${shQuote(project)}`}`;
  switch (state) {
    case 'absent':
      return [];
    case 'unreadable':
      return [problem(check, `the settings of ${agent.title}${where} cannot be read`, `correct them, then ${fix}`)];
    case 'hidden':
      return [
        problem(check, `${agent.title}${where} does not ask: \`${hidingIn(job)}\` stands in front of our entry`, fix),
      ];
    case 'outdated':
      return [problem(check, `${agent.title}${where} asks in an old way, or in part`, fix)];
    default:
      if (existsSync(launcherOf(agent, env))) return [ok(check, `${agent.title}${where} asks before it acts`)];
      return [problem(check, `${agent.title}${where} asks a launcher that is gone`, fix)];
  }
}

/** In the settings of the person, and of every project around this place: a file that comes with one may switch us off. */
function offSwitches(agent: InstallableAgent, context: Pick<AgentChecks, 'env' | 'cwd'>): readonly Finding[] {
  return switchedOff(agent, context).map(({ found, path }) =>
    problem(`agent-${agent.name}`, `${agent.title} does not ask: ${found} in ${path}`, `edit ${path}`),
  );
}

/** Settings that disable an agent's hooks, and their file. */
export function switchedOff(
  { setup: { offSwitches: known } }: InstallableAgent,
  { env, cwd }: Pick<AgentChecks, 'env' | 'cwd'>,
): readonly { readonly found: string; readonly path: string }[] {
  const folders = [...new Set([...foldersUpward(cwd), ...(env.HOME ? [env.HOME] : [])])];
  return folders.flatMap((folder) =>
    (known?.files ?? []).flatMap((file) => {
      const path = join(folder, file);
      const found = known && offSwitchIn(textOf(path), known);
      return found === undefined ? [] : [{ found, path }];
    }),
  );
}

/** JSON as people leave it; what cannot be read the agent cannot read either. */
function offSwitchIn(text: string, { inJson = [], inText }: OffSwitches): string | undefined {
  const settings: unknown = inJson.length > 0 && parse(text, [], { allowTrailingComma: true });
  const found = isRecord(settings) ? inJson.map((find) => find(settings)).find((one) => one !== undefined) : undefined;
  return found ?? inText?.(text);
}

function textOf(path: string): string {
  try {
    return readIfThere(path) ?? '';
  } catch {
    return ''; // a folder, or not ours to read: the agent cannot read it either
  }
}

async function tooOld(
  { name, title, setup: { oldest } }: InstallableAgent,
  { path, shims, env }: AgentChecks,
): Promise<readonly Finding[]> {
  const program = oldest && findProgram(oldest.program, path, shims);
  if (oldest === undefined || program === undefined) return [];
  const { stdout } = await runProgram(program, { args: ['--version'], env, timeoutMs: VERSION_PATIENCE_MS });
  const version = /\d+(\.\d+)+/.exec(stdout)?.[0];
  if (version === undefined || !isBefore(version, oldest.version)) return [];
  return [problem(`agent-${name}`, `${title} ${version} ${oldest.before}`, `update it to ${oldest.version} or newer`)];
}

/** Part by part, as numbers. */
export function isBefore(version: string, other: string): boolean {
  const [a, b] = [version, other].map((one) => one.split('.').map(Number));
  const at = (b ?? []).findIndex((part, index) => part !== (a?.[index] ?? 0));
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

async function trust({ path, shims, cwd, env }: AgentChecks): Promise<readonly Finding[]> {
  const program = findProgram('codex', path, shims);
  const codex = INSTALLABLE_AGENTS.find(({ name }) => name === 'codex');
  if (program === undefined || codex === undefined) return [];
  const status = await codexTrust(program, { isOurs: startsLauncher(codex), cwd, env });
  if (status === 'trusted') return [ok('codex-trust', 'Codex CLI trusts the hook')];
  if (status === undefined)
    return [note('codex-trust', 'Codex CLI did not say whether it trusts the hook: see /hooks there')];
  return [problem('codex-trust', `Codex CLI skips the hook: it is ${status}`, 'open /hooks in Codex and trust it')];
}
