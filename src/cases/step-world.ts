import { defaultClassifier } from '../classify/compile-settings.ts';
import { whatIfFacts } from '../facts/what-if.ts';
import type { World } from '../guard.ts';
import type { Decision } from '../model/decision.ts';
import type { Operation } from '../model/operation.ts';
import type { Dialect, Policy } from '../model/policy.ts';
import type { Action, LocalTime, Request } from '../model/request.ts';
import { newSession, type Session } from '../model/session.ts';
import { worldOf } from '../rules/facts-schema.ts';
import type { CaseStep, PlannedStep } from './case-schema.ts';

/** What is at hand between the steps of one case; lives in memory only. */
export interface Run {
  policy: Policy;
  readonly dialect: Dialect | undefined;
  /** by id */
  readonly sessions: Map<string, Session>;
  at: LocalTime;
  unsure: boolean;
  /** a decision carried a proof */
  autoApproved: boolean;
  readonly onDecision: (decision: Decision) => void;
}

/** What came instead of what was expected. */
export interface StepFailure {
  readonly actual: string;
  readonly rule: string | null;
}

const DEFAULT_CWD = '/repo/app';
const DEFAULT_SESSION = 'default';
const DEFAULT_ENV = { HOME: '/home/u', PATH: '/usr/bin:/bin' };

export function sessionIdOf({ session }: PlannedStep): string {
  return (typeof session === 'object' ? session.id : session) ?? DEFAULT_SESSION;
}

export function sessionOf(step: PlannedStep, { sessions }: Run): Session {
  const id = sessionIdOf(step);
  return sessions.get(id) ?? newSession(id);
}

/** One step as a request, and the world that it is made in. */
export function requestOf(step: PlannedStep, { at, policy }: Run): { request: Request; world: World } {
  const cwd = step.cwd ?? DEFAULT_CWD;
  const env = step.env ?? DEFAULT_ENV;
  const facts = whatIfFacts({ env, cwd, at, ...worldOf(step.facts) });
  const { actor = 'human', session, sender, context, operations } = step;
  const attributes = typeof session === 'object' ? session.attributes : undefined;
  const request: Request = {
    action: actionOf(step, policy),
    cwd,
    env,
    actor,
    at,
    sessionId: sessionIdOf(step),
    ...(attributes !== undefined && { session: attributes }),
    ...(sender !== undefined && { sender }),
    ...(context !== undefined && { context }),
  };
  const given = operations?.map(givenOperation);
  return {
    request,
    world: {
      policy,
      facts,
      classifier: defaultClassifier,
      autoApprove: 'project',
      ...(given !== undefined && { operations: given }),
    },
  };
}

/** Where a language about tool calls is in force, a command is a call of an agent's shell. */
function actionOf({ argv, tool, input = {}, command = '' }: PlannedStep, { modules }: Policy): Action {
  if (argv !== undefined) return { kind: 'argv', argv };
  if (tool !== undefined) return { kind: 'tool', tool, input };
  const shell = modules.find(({ shellTool }) => shellTool !== undefined)?.shellTool;
  if (shell === undefined) return { kind: 'line', line: command };
  return { kind: 'tool', tool: shell, input: { ...input, command }, line: command };
}

type GivenOperation = NonNullable<CaseStep['operations']>[number];

function givenOperation({ type, categories = [], credential, event, resource }: GivenOperation): Operation {
  return {
    type,
    categories,
    confidence: 1,
    why: 'given by the case',
    ...(credential !== undefined && { credential }),
    ...(event !== undefined && { event }),
    ...(resource !== undefined && { resource }),
  };
}
