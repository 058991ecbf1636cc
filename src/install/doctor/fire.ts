import { pathToFileURL } from 'node:url';
import type { InstallableAgent } from '../../agents/agent.ts';
import type { HookOutput } from '../../agents/hook.ts';
import { TIMEOUT_SECONDS } from '../../agents/setup.ts';
import type { Environment } from '../../model/request.ts';
import { runProgram } from '../../programs/start-program.ts';
import { filesOf } from '../agents/edit-agents.ts';
import { type CallState, type JudgedHook, mayBeTried } from '../agents/next-call.ts';
import type { PlacedCall } from '../agents/next-calls.ts';
import { refusalIn } from './refusal.ts';

/**
 * What became of one registered hook. `refused`: by a rule; `unjudged`: by the hook itself, as nobody judged; `not-asked`: not
 * started, as the agent would not start it; `untried`: nobody here knows what that agent sends
 */
export type FireResult = 'refused' | 'unjudged' | 'open' | 'not-started' | 'not-asked' | 'untried';

export interface Fired {
  readonly agent: string;
  readonly title: string;
  /** null = the person's own settings */
  readonly project: string | null;
  readonly file: string;
  /** what the agent starts: a line for sh, or a file; '' = the entry is gone */
  readonly command: string;
  readonly result: FireResult;
  /** the rule that refused */
  readonly rule: string | null;
  /** what it said, or why the agent does not start it */
  readonly said: string;
  /** what the settings say about the agent's next call */
  readonly state: CallState;
  /** a command, or one sentence */
  readonly fix: string;
}

export interface FireContext {
  readonly env: Environment;
  readonly cwd: string;
}

/** Denied to agents in any mode, by a rule that nobody loosens. The comment marks the test run in audit records. */
const MARK = 'safeshell doctor --fire';
const FIRED_LINE = `safeshell uninstall # ${MARK}`;

/** Starts each registered hook as its agent would, one after the other. The line is only judged: no hook runs lines. */
export async function fireHooks(context: FireContext, calls: readonly PlacedCall[]): Promise<readonly Fired[]> {
  const seen = new Set<string>();
  const fired: Fired[] = [];
  for (const call of calls) {
    if (call.hooks.length === 0 && call.why !== '') fired.push(missing(call, context));
    for (const hook of call.hooks) {
      const key = `${hook.file} ${hook.command}`;
      if (!seen.has(key)) fired.push(await fire(call, hook, context));
      seen.add(key);
    }
  }
  return fired;
}

function missing({ agent, project, state, why, fix }: PlacedCall, { env }: FireContext): Fired {
  const [{ path: file } = { path: '' }] = filesOf({ agent, env, project });
  const base = { agent: agent.name, title: agent.title, project: project ?? null, file, command: '', rule: null };
  return { ...base, result: 'not-asked', said: why, state, fix };
}

/** The agent would not start it, or would not start any. */
const NOT_ASKED: readonly CallState[] = ['hidden', 'unreadable', 'off', 'untrusted'];

const NOT_OURS = 'it is not as safeshell writes it, and others may have written it: it was not run';

async function fire(call: PlacedCall, hook: JudgedHook, context: FireContext): Promise<Fired> {
  const { file, command, obstacle } = hook;
  const { agent, project } = hook.job;
  const { name, title, setup } = agent;
  const { state, fix } = call;
  const base = { agent: name, title, project: project ?? null, file, command, rule: null, state, fix };
  const cause = obstacle ?? (NOT_ASKED.includes(state) ? call : undefined);
  if (cause !== undefined) return { ...base, result: 'not-asked', said: cause.why, fix: cause.fix ?? fix };
  if (!mayBeTried(hook)) return { ...base, result: 'not-started', said: NOT_OURS };
  const cwd = project ?? context.cwd;
  const sample = setup.sample?.({ line: FIRED_LINE, cwd, session: MARK });
  if (sample === undefined) return { ...base, result: 'untried', said: '' };
  const input = JSON.stringify(sample.payload);
  const started = await start(startOf(agent, { file, command, input }), { ...context.env, ...sample.env }, cwd);
  if (typeof started === 'string') return { ...base, result: 'not-started', said: started };
  const refusal = refusalIn(agent, sample.payload, started);
  if (refusal === undefined) return { ...base, ...unrefused(started) };
  const { rule, said } = refusal;
  return { ...base, result: rule === null ? 'unjudged' : 'refused', rule, said };
}

/** 126 and 127 are sh's: it could not start what it was given. */
function unrefused({ exit, stdout, stderr }: HookOutput): Pick<Fired, 'result' | 'said'> {
  const said = (stderr + stdout).trim().slice(0, 300);
  if (exit === 126 || exit === 127) return { result: 'not-started', said };
  return { result: 'open', said: said === '' ? `it said nothing, and ended with status ${exit}` : said };
}

interface HookStart {
  readonly argv: readonly string[];
  readonly input: string;
}

function startOf(
  agent: InstallableAgent,
  { file, command, input }: Pick<JudgedHook, 'file' | 'command'> & { readonly input: string },
): HookStart {
  const { starts } = agent.setup;
  if (starts === 'program') return { argv: [command], input };
  if (starts === 'file') return { argv: [file], input };
  if (starts === undefined) return { argv: ['/bin/sh', '-c', command], input };
  return {
    argv: [process.execPath, '--input-type=module', '-e', pluginHost(starts.plugin), pathToFileURL(file).href],
    input,
  };
}

/** A plugin is text of a module, whatever its folder says of modules. Where it throws it refuses; told as a hook's end is. */
export function pluginHost(calling: string): string {
  return `import { readFileSync } from 'node:fs';
const text = readFileSync(new URL(process.argv[1]), 'utf8');
const call = JSON.parse(readFileSync(0, 'utf8'));
const plugin = await import('data:text/javascript,' + encodeURIComponent(text));
try {
  ${calling}
  console.log(JSON.stringify({ decision: 'allow' }));
} catch (error) {
  console.log(JSON.stringify({ decision: 'deny', reason: String(error?.message) }));
}`;
}

/** Its end, or what kept it from ending. */
async function start({ argv, input }: HookStart, env: Environment, cwd: string): Promise<HookOutput | string> {
  const [program = '', ...args] = argv;
  const timeoutMs = TIMEOUT_SECONDS * 1000;
  const { status, stdout, stderr, problem } = await runProgram(program, { args, env, cwd, input, timeoutMs });
  return status === null ? (problem ?? '') : { stdout, stderr, exit: status };
}
