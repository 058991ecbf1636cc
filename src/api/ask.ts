import { judgeCall } from '../calls/judge-call.ts';
import { defaultClassifier } from '../classify/compile-settings.ts';
import { hostFacts } from '../facts/host.ts';
import { wallClock } from '../facts/local-time.ts';
import type { World } from '../guard.ts';
import type { Decision } from '../model/decision.ts';
import type { Judgement } from '../model/judge.ts';
import type { Policy } from '../model/policy.ts';
import type { Action, Actor, Environment, JsonObject, Request } from '../model/request.ts';
import type { Session } from '../model/session.ts';
import { lineOf } from '../operation/tool-call.ts';
import { askJudgeInForce } from '../policy/judge.ts';
import { suggestion } from '../rules/problems.ts';
import type { Layout } from '../store/layout.ts';
import { withLineInFields } from '../util/command-fields.ts';
import { isRecord } from '../util/guards.ts';
import { resolvePath } from '../util/path.ts';
import type { Circumstances, GuardRequest } from './contract.ts';

/** What holds for requests that do not say otherwise. */
export interface Defaults {
  /** absolute */
  readonly cwd: string;
  readonly env: Environment;
  readonly actor: Actor;
}

/** What is asked, made whole. Throws a TypeError where it is no request. */
export function readRequest(asked: GuardRequest, defaults: Defaults): Request {
  if (typeof asked !== 'string' && !isRecord(asked)) throw new TypeError('a request is a text or an object');
  const said: Circumstances = typeof asked === 'string' ? {} : asked;
  if (typeof asked !== 'string') checkKeys(asked, keysOf(asked), 'a request');
  checkKinds(said);
  const { cwd, env, actor, at, sender, context, session } = said;
  return {
    action: actionOf(asked),
    cwd: cwd === undefined ? defaults.cwd : resolvePath(defaults.cwd, cwd),
    env: env ?? defaults.env,
    actor: actor ?? defaults.actor,
    at: wallClock(at),
    ...(sender !== undefined && { sender: jsonObject('sender', sender) }),
    ...(context !== undefined && { context: jsonObject('context', context) }),
    ...(session !== undefined && { session: jsonObject('session', session) }),
  };
}

interface Kind {
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
}
const MAPPING: Kind = { what: 'an object', holds: isRecord };

/** Types say as much, and not everybody is told by types: another actor than these two would be none that rules name. */
const CIRCUMSTANCES: Readonly<Record<keyof Circumstances, Kind>> = {
  cwd: { what: 'a text', holds: (value) => typeof value === 'string' },
  env: MAPPING,
  actor: { what: '`ai` or `human`', holds: (value) => value === 'ai' || value === 'human' },
  at: { what: 'a valid Date', holds: (value) => value instanceof Date && !Number.isNaN(value.getTime()) },
  sender: MAPPING,
  context: MAPPING,
  session: MAPPING,
};

/** Throws a TypeError where one is of another kind. */
export function checkKinds(said: Circumstances): void {
  for (const [key, { what, holds }] of Object.entries(CIRCUMSTANCES)) {
    const value = said[key as keyof Circumstances];
    if (value !== undefined && !holds(value)) throw new TypeError(`\`${key}\` is ${what}`);
  }
}

const CIRCUMSTANCE_KEYS = Object.keys(CIRCUMSTANCES);

function keysOf(asked: object): readonly string[] {
  const own = 'argv' in asked ? ['argv'] : 'tool' in asked ? ['tool', 'input', 'line', 'shell'] : ['line', 'shell'];
  return [...own, ...CIRCUMSTANCE_KEYS];
}

/** A key that is not known is refused, or what it was meant to say would not hold. */
export function checkKeys(said: object, known: readonly string[], of: string): void {
  for (const key of Object.keys(said)) {
    if (known.includes(key)) continue;
    throw new TypeError(`\`${key}\` is no key of ${of}: ${suggestion(key, known) ?? `there are ${known.join(', ')}`}`);
  }
}

/** As JSON says it: what it leaves out is left out, what it cannot say is refused. What is JSON already stays itself. */
function jsonObject(name: string, value: Readonly<Record<string, unknown>>): JsonObject {
  if (isJson(value, 0)) return value as JsonObject;
  try {
    return JSON.parse(JSON.stringify(value));
  } catch (error) {
    throw new TypeError(`\`${name}\` is nothing that JSON can say: ${(error as Error).message}`);
  }
}

/** Deeper than any input goes; a value that holds itself ends here too. */
const MAX_DEPTH = 100;

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((one) => isJson(one, depth + 1));
  const kind = Object.getPrototypeOf(value);
  const isPlain = kind === null || kind === Object.prototype;
  return isPlain && !('toJSON' in value) && Object.values(value).every((one) => isJson(one, depth + 1));
}

function actionOf(asked: GuardRequest): Action {
  if (typeof asked === 'string') return { kind: 'line', line: asked };
  if ('argv' in asked) {
    const { argv } = asked;
    const isWords = Array.isArray(argv) && argv.length > 0 && argv.every((word) => typeof word === 'string');
    if (!isWords) throw new TypeError('`argv` must be a list of strings, at least one');
    return { kind: 'argv', argv };
  }
  const { line, shell } = asked;
  if (line !== undefined && typeof line !== 'string') throw new TypeError('`line` is a text');
  const ours = shell === undefined ? {} : { shell };
  if ('tool' in asked) {
    const { tool, input } = asked;
    if (typeof tool !== 'string' || !isRecord(input))
      throw new TypeError('a tool call has a `tool` and an `input` object');
    return withLine({
      kind: 'tool',
      tool,
      input: jsonObject('input', input),
      ...(line !== undefined && { line }),
      ...ours,
    });
  }
  if (line === undefined) throw new TypeError('a request has a `line`, an `argv` or a `tool`');
  return { kind: 'line', line, ...ours };
}

/** As at the hook: a shell by its usual name is one for every language, and other tools may be told what to run. */
function withLine(call: Extract<Action, { kind: 'tool' }>): Action {
  const line = lineOf(call);
  return line === undefined ? withLineInFields(call) : { ...call, line };
}

export interface Standing {
  readonly policy: Policy;
  /** absent = nothing went before */
  readonly session?: Session;
  /** absent = what it knows without being told */
  readonly classifier?: NonNullable<World['classifier']>;
  /** what a judge said of sentences; absent = nobody was asked */
  readonly judged?: Judgement;
  /** fill in what each condition found, for people */
  readonly detail?: boolean;
}

/** What the rules say of it on this machine, as it is now. */
export function decideRequest(request: Request, standing: Standing): Decision {
  const { action, ...rest } = request;
  return judgeCall(action, rest, worldOf(request, standing)).decision;
}

/** The same; sentences that it hangs on and that no table can read are put to the judge of config.yaml. */
export async function decideWithJudge(request: Request, standing: Standing, layout: Layout): Promise<Decision> {
  const decision = decideRequest(request, standing);
  const context = { layout, env: request.env, session: request.sessionId };
  const judged = await askJudgeInForce(decision, request, context);
  return judged === undefined ? decision : decideRequest(request, { ...standing, judged });
}

export function worldOf({ env, cwd, at }: Request, standing: Standing): World {
  return { classifier: defaultClassifier, ...standing, facts: hostFacts({ env, cwd, at }) };
}
