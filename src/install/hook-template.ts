import type { InstallableAgent } from '../agents/agent.ts';
import { type GateShape, TIMEOUT_SECONDS } from '../agents/setup.ts';
import { boxMarker } from '../store/box.ts';
import { shQuote } from '../util/sh-quote.ts';
import { freshTest } from './freshness.ts';
import type { HookGates } from './hook-gates.ts';
import { FIXED_HASHES, type NodeOptions, optionValues } from './node-options.ts';
import { refusalLines } from './refusal-lines.ts';
import { recentTest } from './sh-clock.ts';

/** What one launcher is made of. Paths are absolute. */
export interface LauncherText {
  /** text of shims/hook.sh and shims/hook-gate.sh: see shimText */
  readonly template: string;
  readonly gateTemplate: string;
  readonly agent: InstallableAgent;
  readonly node: string;
  readonly nodeOptions: NodeOptions;
  readonly main: string;
  readonly hooks: string;
  readonly stamp: string;
  /** files and folders that have to have the times that they had */
  readonly sources: readonly string[];
  /** undefined = every payload goes to Node */
  readonly gates: HookGates | undefined;
  readonly gatesFolder: string;
  /** what projects say beside these gates: see project-say.ts */
  readonly projects: string;
  readonly programs: { readonly dd: string; readonly cat: string };
  /** the program that ends another after a while; undefined = this machine has none that we know how to start */
  readonly timeout: string | undefined;
  readonly queue: QueueText;
}

/** How calls wait for their turn; see `.slots` in shims/hook.sh. */
export interface QueueText {
  /** Node processes at one time */
  readonly slots: number;
  /** the program that waits, and for how long it can: not every one takes less than a second */
  readonly sleep: string;
  readonly napSeconds: number;
}

/** A launcher waits for its turn, then Node for its answer. Both end while the agent still waits: most agents go on where they have waited enough. */
const WAIT_SECONDS = 60;
const LIMIT_SECONDS = 45;
/** The same for an agent that does not wait so long, which takes no turn. */
const SHORT_LIMIT_SECONDS = 8;
/** What Node may take of it: an answer takes 0.1. */
const PROCESSOR_SECONDS = 8;

const PROBLEM =
  'safeshell: not run: the guard gave no answer. Do not retry it and do not work around it. Tell the user that the guard is broken (safeshell doctor).';

const BUSY =
  'safeshell: not run: the guard had no answer in time. The machine is probably busy. Wait a moment, then run the same again. If that does not help, tell the user (safeshell doctor).';

const gone = (main: string) =>
  `safeshell: not run: the guard is not installed as it was: ${main} is gone or empty. Do not retry it and do not work around it. Tell the user to set safeshell up again (./install.sh in a checkout of safeshell).`;

/** Node answers with this, or two more where the agent is to see status 2: no program ends so by chance. */
const ANSWER = 220;

export function renderLauncher(launcher: LauncherText): string {
  const { template, gateTemplate, agent, gates, nodeOptions } = launcher;
  const shape = agent.setup.gate;
  const hasGate = gates !== undefined && shape !== undefined;
  const { queue } = launcher;
  const isPatient = (agent.setup.timeoutSeconds ?? TIMEOUT_SECONDS) >= TIMEOUT_SECONDS;
  const under = limitBy(launcher.timeout);
  const limit = under(isPatient ? LIMIT_SECONDS : SHORT_LIMIT_SECONDS)
    .map((word) => `\${__ss_limit:+${word}} `)
    .join('');
  // only where a process that hangs is refused
  const areHashesFixed = limit !== '';
  const options = nodeOptions.options.filter((option) => areHashesFixed || option !== FIXED_HASHES);
  const values = {
    AGENT: agent.name,
    LIMIT: limit,
    TURN: isPatient ? '[ -z "$__ss_limit" ] || __ss_turn' : ':',
    WAIT: under(WAIT_SECONDS)
      .map((word) => `${word} `)
      .join(''),
    LOOKS: String(Math.floor(WAIT_SECONDS / queue.napSeconds)),
    NAP: String(queue.napSeconds),
    SLEEP: REAL + shQuote(queue.sleep),
    SLOTS: String(queue.slots),
    PROCESSOR: String(PROCESSOR_SECONDS),
    ...optionValues({ ...nodeOptions, options }),
    NAME: shQuote(agent.name),
    NODE: shQuote(launcher.node),
    MAIN: shQuote(launcher.main),
    HOOKS: shQuote(launcher.hooks),
    BOX: shQuote(boxMarker()),
    REFUSE: refusal(agent, PROBLEM),
    BUSY: refusal(agent, BUSY),
    GONE: refusal(agent, gone(launcher.main)),
    ANSWER: String(ANSWER),
    ANSWER_2: String(ANSWER + 2),
    CAT: shQuote(launcher.programs.cat),
    GATE: hasGate ? fill(gateTemplate, gateValues(launcher, shape, gates)).trimEnd() : ':',
  };
  return fill(template, values);
}

/** sh: the root of programs, where shims lie over them, as in a box. */
const REAL = '"$__ss_root"';

/** sh: words that end the program behind them after so many seconds. */
function limitBy(timeout: string | undefined): (seconds: number) => readonly (string | number)[] {
  return (seconds) => (timeout === undefined ? [] : [REAL + shQuote(timeout), '-s', 'KILL', seconds]);
}

function refusal(agent: InstallableAgent, problem: string): string {
  return refusalLines(agent, problem, shQuote).join('\n  ');
}

function gateValues(launcher: LauncherText, shape: GateShape, gates: HookGates): Readonly<Record<string, string>> {
  const { agent, programs } = launcher;
  const required = Object.entries(shape.required);
  return {
    ...lineValues(launcher, gates),
    MUST: alternatives(required.map(([field, value]) => shQuote(`${field}=${value}`))),
    ALL: '.'.repeat(required.length),
    DIRECTORY: shape.directory,
    LINE: shape.line,
    SESSION: shape.session,
    STRINGS: alternatives(shape.strings),
    OTHERS: alternatives(shape.scalars),
    OBJECTS: alternatives(objectsIn(shape)),
    ALLOW: allowing(agent),
    DD: REAL + shQuote(programs.dd),
  };
}

/** What it takes to judge a line by the gates of its programs. */
export type LineTexts = Pick<LauncherText, 'stamp' | 'sources' | 'gatesFolder' | 'projects'>;

export function lineValues(
  { stamp, sources, gatesFolder, projects }: LineTexts,
  { writers, project }: HookGates,
): Readonly<Record<string, string>> {
  return {
    STAMP: shQuote(stamp),
    FRESH: freshTest({ changing: sources, missing: [] }),
    RECENT: recentTest(),
    GATES: shQuote(gatesFolder),
    WRITERS: alternatives(writers),
    PROJECTS: shQuote(projects),
    OUTSIDE: project,
  };
}

/** Names of the objects that contain fields of the shape. */
function objectsIn({ required, line, strings, scalars }: GateShape): readonly string[] {
  const names = [...Object.keys(required), line, ...strings, ...scalars].filter((name) => name.includes('.'));
  return [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
}

/** sh: prints the hook answer, in the agent's format, that lets a call pass. */
export function allowing({ hook }: InstallableAgent): string {
  const { stdout } = hook.answer({ kind: 'allow' }, {});
  return stdout === '' ? ':' : `printf '%s' ${shQuote(stdout)}`;
}

/** Of sh's `case`, which knows no empty list. */
function alternatives(patterns: readonly string[]): string {
  return patterns.length === 0 ? "''" : patterns.join(' | ');
}

/** One pass, so that no value is read as a placeholder. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/@([A-Z_0-9]+)@/g, (whole, name: string) => values[name] ?? whole);
}
