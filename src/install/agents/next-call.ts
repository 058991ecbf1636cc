import { join } from 'node:path';
import type { InstallableAgent } from '../../agents/agent.ts';
import type { SettingsFile, Workplace } from '../../agents/asking.ts';
import { TIMEOUT_SECONDS } from '../../agents/setup.ts';
import type { Environment } from '../../model/request.ts';
import { askProgram, runProgram } from '../../programs/start-program.ts';
import { layoutOf } from '../../store/layout.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { refusalIn } from '../doctor/refusal.ts';
import { isForeignLauncher, launcherFault } from '../launcher-fault.ts';
import { findProgram } from '../programs.ts';
import {
  type AgentJob,
  agentState,
  filesOf,
  hidingIn,
  launcherOf,
  startsLauncher,
  wasRegistered,
} from './edit-agents.ts';
import { ownCommand, sharedCommand } from './registered-command.ts';
import { type ReadSettings, type RegisteredHook, readSettingsOf } from './registered-hooks.ts';
import { workplaceAt } from './workplace.ts';

/**
 * What becomes of an agent's next shell call. `installed`: it is judged. `outdated`: our entry or launcher is not as it would be
 * written now; see `judged`. `broken`: it is refused, as nobody can judge it. `unknown`: the agent did not say. In all other states it
 * runs without being judged: `absent` without an entry, `hidden` behind one that decides first, `off` by a setting, `untrusted`, or
 * with settings that are `unreadable`.
 */
export type CallState =
  | 'installed'
  | 'hidden'
  | 'outdated'
  | 'absent'
  | 'unreadable'
  | 'off'
  | 'untrusted'
  | 'broken'
  | 'unknown';

export interface NextCall {
  readonly agent: InstallableAgent;
  readonly state: CallState;
  /** is the next shell call judged? null = not known */
  readonly judged: boolean | null;
  /** the cause, a phrase; '' = judged, or no hook was ever registered */
  readonly why: string;
  /** a command, or one sentence; '' = nothing to fix */
  readonly fix: string;
  /** in all settings that this agent reads here */
  readonly hooks: readonly JudgedHook[];
}

export interface JudgedHook extends RegisteredHook {
  /** why the agent does not start it; undefined = it does, as far as its settings say */
  readonly obstacle: Cause | undefined;
}

export interface CallPlace {
  readonly env: Environment;
  readonly cwd: string;
  /** only the hook in the settings of this project counts; absent = all of them */
  readonly project?: string | undefined;
}

/** `files`: settings and launchers are read; `agents`: agents that can tell are asked as well; `launchers`: each is started once, too. */
export type Depth = 'files' | 'agents' | 'launchers';

export interface Cause {
  readonly state: CallState;
  readonly why: string;
  readonly fix?: string;
  /** absent = by `state` */
  readonly judged?: boolean | null;
}

/** Would the next shell call of this agent be judged, if it worked in this folder? The first cause where it would not. */
export async function nextCall(agent: InstallableAgent, at: CallPlace, depth: Depth): Promise<NextCall> {
  const place = workplaceAt(at.cwd, at.env);
  const read = readSettingsOf(agent, place);
  const counting = read.hooks.filter(({ job }) => at.project === undefined || job.project === at.project);
  const hooks = counting.map((hook) => ({ ...hook, obstacle: obstacleOf(hook, place, read) }));
  const cause: Cause = (await firstCause(agent, place, { ...read, hooks }, depth)) ?? {
    state: 'installed',
    why: '',
    fix: '',
  };
  const project = hooks[0]?.job.project;
  const install = `safeshell agents install ${agent.name}${project === undefined ? '' : ` --project ${shQuote(project)}`}`;
  const { state, why, fix = install } = cause;
  const { judged = state === 'unknown' ? null : state === 'installed' } = cause;
  return { agent, state, judged, why, fix, hooks };
}

async function firstCause(
  agent: InstallableAgent,
  place: Workplace,
  { unreadable, hooks }: { readonly unreadable: readonly string[]; readonly hooks: readonly JudgedHook[] },
  depth: Depth,
): Promise<Cause | undefined> {
  const [first] = hooks;
  if (first === undefined) return withoutHook(agent, place, unreadable);
  const open = hooks.filter(({ obstacle }) => obstacle === undefined);
  if (open.length === 0) return first.obstacle;
  return (
    (depth === 'files' ? undefined : await ownWord(agent, place)) ??
    launcherCause(agent, place, open) ??
    (depth === 'launchers' ? await startCause(agent, place) : undefined) ??
    (open.some(isAsWritten) ? undefined : changed(open))
  );
}

function changed(hooks: readonly RegisteredHook[]): Cause {
  const why = `our entry in ${hooks[0]?.file} was changed, or is of another version`;
  return { state: 'outdated', why, judged: hooks.some(isCertain) || null };
}

function withoutHook(agent: InstallableAgent, { env, cwd }: Workplace, unreadable: readonly string[]): Cause {
  const own = filesOf({ agent, env, project: undefined }).map((file) => file.path);
  const path = unreadable.find((one) => own.includes(one));
  if (path !== undefined) return { state: 'unreadable', why: `${path} cannot be read`, fix: `correct ${path}` };
  const gone = [undefined, cwd].flatMap((project) => wasRegistered({ agent, env, project }) ?? [])[0];
  return gone === undefined
    ? { state: 'absent', why: '', fix: '' }
    : { state: 'absent', why: `the entry that was put into ${gone} is no longer there` };
}

/** Why the agent does not start this hook; undefined = it does. */
function obstacleOf({ job, file, fields }: RegisteredHook, place: Workplace, read: ReadSettings): Cause | undefined {
  const { asking } = job.agent.setup;
  const { title } = job.agent;
  if (read.unreadable.includes(file))
    return { state: 'unreadable', why: `${title} cannot read ${file}`, fix: `correct ${file}` };
  const ignored = ({ settings }: SettingsFile) => settings && asking?.ignores?.(settings);
  const own = read.files.find(({ path }) => path === file);
  const why = own && ignored(own);
  if (why !== undefined) return { state: 'unreadable', why: `${title} ignores ${file}: ${why}`, fix: `edit ${file}` };
  const readable = read.files.map((one) => (ignored(one) === undefined ? one : { ...one, settings: undefined }));
  const off = asking?.off?.(readable, file, place);
  if (off?.isUntrusted) return { state: 'untrusted', why: `${off.found}: ${off.path}`, ...trustFix(job.agent) };
  if (off !== undefined) return { state: 'off', why: `${off.found} in ${off.path}`, fix: `take it out of ${off.path}` };
  const skipped = asking?.skips?.(fields);
  if (skipped !== undefined) return { state: 'off', why: `${skipped}, in our entry in ${file}` };
  const hiding = agentState(job) === 'hidden' ? hidingIn(job) : undefined;
  return hiding === undefined ? undefined : { state: 'hidden', why: `\`${hiding}\` stands in front of our entry` };
}

function trustFix({ setup: { next } }: InstallableAgent): Pick<Cause, 'fix'> {
  return next === undefined ? {} : { fix: next };
}

/** Fields that change nothing for the shell, where `skips` has no objection. */
const HARMLESS_FIELDS = [
  'type',
  'command',
  'matcher',
  'timeout',
  'statusMessage',
  'name',
  'onFailure',
  'bash',
  'timeoutSec',
];

/** It has our command, and nothing beside it that could keep it from being started. */
function isCertain({ job, command, fields }: RegisteredHook): boolean {
  const isKnown = job.agent.setup.asking?.skips !== undefined;
  return isKnown && isOurCommand(job, command) && Object.keys(fields).every((name) => HARMLESS_FIELDS.includes(name));
}

function isOurCommand({ agent, env }: AgentJob, command: string): boolean {
  return [ownCommand(agent, launcherOf(agent, env)), sharedCommand(agent)].some((one) => one.command === command);
}

/** As `agents install` would write it now. In a file that it does not write into, people may have put the same command. */
function isAsWritten({ job, command, file }: RegisteredHook): boolean {
  if (filesOf(job).some(({ path }) => path === file)) return agentState(job) === 'installed';
  return isOurCommand(job, command);
}

/** May we start it for a test? Settings that are not the person's own may come from strangers, who write more than our hook into them. */
export function mayBeTried(hook: RegisteredHook): boolean {
  const { job, command, file } = hook;
  const isOurFile = filesOf(job).some(({ path }) => path === file);
  if (isOurFile && job.project === undefined) return true;
  const { starts } = job.agent.setup;
  const isFile = starts === 'file' || typeof starts === 'object';
  return isFile ? isOurFile && isAsWritten(hook) : isOurCommand(job, command);
}

/** What the agent itself says about the hook, where a program of it can tell. */
async function ownWord(agent: InstallableAgent, { cwd, env }: Workplace): Promise<Cause | undefined> {
  const report = agent.setup.asking?.report;
  const program = report && findProgram(report.program, env.PATH ?? '', layoutOf(env).data.shims);
  if (report === undefined || program === undefined) return undefined;
  const call = { args: report.args, cwd, env, said: report.said(cwd), timeoutMs: REPORT_PATIENCE_MS };
  const said = await askProgram(program, call, (line) => report.answerIn(line, startsLauncher(agent)));
  if (said === undefined) return { state: 'unknown', why: `${agent.title} did not say whether it starts the hook` };
  return said.state === 'asks' ? undefined : { ...said, ...(said.state === 'untrusted' && trustFix(agent)) };
}

/** A project's entry finds a `safeshell` in PATH where the person has no launcher. */
function launcherCause({ name }: InstallableAgent, { env, home }: Workplace, hooks: readonly RegisteredHook[]) {
  const { hooks: folder, shims } = layoutOf(env).data;
  const launcher = join(folder, name);
  if (isForeignLauncher(launcher))
    return { state: 'outdated', why: `the launcher is not as safeshell wrote it: ${launcher}`, judged: null } as const;
  const fault = launcherFault(launcher);
  const path = `${join(home, '.local/bin')}:${env.PATH ?? ''}`;
  const isShared = hooks.some(({ job }) => job.project !== undefined);
  if (fault === undefined || (isShared && findProgram('safeshell', path, shims) !== undefined)) return undefined;
  return { state: 'broken', why: fault } as const;
}

const REPORT_PATIENCE_MS = 8000;
/** Node has to answer it, as the gates are silent about a command that a rule names; no rule of ours stops it. */
const HARMLESS_LINE = 'safeshell doctor # safeshell doctor';
const SESSION = 'safeshell doctor';

/** Starts the launcher with a call that no rule stops: a refusal without a rule is one of a guard that cannot judge. */
async function startCause(agent: InstallableAgent, { cwd, env }: Workplace): Promise<Cause | undefined> {
  const launcher = launcherOf(agent, env);
  const sample = agent.setup.sample?.({ line: HARMLESS_LINE, cwd, session: SESSION });
  if (sample === undefined || launcherFault(launcher) !== undefined) return undefined;
  const input = JSON.stringify(sample.payload);
  const call = { args: [], env: { ...env, ...sample.env }, cwd, input, timeoutMs: TIMEOUT_SECONDS * 1000 };
  const { status, stdout, stderr, problem } = await runProgram(launcher, call);
  if (status === null) return { state: 'broken', why: `the launcher did not answer: ${problem ?? ''}` };
  const refusal = refusalIn(agent, sample.payload, { stdout, stderr, exit: status });
  const isAnswer = refusal === undefined ? status === 0 : refusal.rule !== null;
  if (isAnswer) return undefined;
  const said = (refusal?.said ?? stderr + stdout).trim().slice(0, 300);
  return { state: 'broken', why: `the launcher did not judge a harmless command: ${said || `status ${status}`}` };
}
