import { judgeCall } from '../calls/judge-call.ts';
import { hostFacts } from '../facts/host.ts';
import type { Decision } from '../model/decision.ts';
import { hasErrors } from '../model/errors.ts';
import type { Facts } from '../model/facts.ts';
import type { Policy } from '../model/policy.ts';
import type { Action, Environment, JsonObject, ShellName } from '../model/request.ts';
import { readSources } from '../policy/read-rules.ts';
import { settingsInForce } from '../policy/settings.ts';
import { type PolicySources, policySources } from '../policy/sources.ts';
import type { AskedBefore } from '../report/habits.ts';
import { isRecord } from '../util/guards.ts';
import { memoize } from '../util/memoize.ts';
import { once } from '../util/once.ts';

/** What holds in a folder today. */
export interface Place {
  readonly sources: PolicySources;
  readonly policy: Policy;
  /** its rule files have errors: what holds is not what they say */
  readonly isBroken: boolean;
}

export interface Places {
  at(cwd: string): Place;
  facts(cwd: string): Facts;
  /** undefined = what was asked for is not on record whole */
  decide(asked: AskedBefore, policy: Policy): Decision | undefined;
}

/** Reads rules and facts as they are now, each once; writes nothing. */
export function createPlaces(env: Environment): Places {
  const policies = new Map<string, Omit<Place, 'sources'>>();
  const sourcesAt = memoize((cwd: string) => policySources({ cwd, env }));
  const facts = memoize((cwd: string) => hostFacts({ env, cwd }));
  const classifier = once(() => settingsInForce(sourcesAt('/').layout).classifier);
  return {
    at(cwd) {
      const sources = sourcesAt(cwd);
      const key = JSON.stringify(sources.files);
      const known = policies.get(key) ?? readPlace(sources);
      policies.set(key, known);
      return { sources, ...known };
    },
    facts,
    decide({ action: recorded, actor, cwd }, policy) {
      const action = actionOf(recorded);
      if (action === undefined) return undefined;
      const seen = facts(cwd);
      return judgeCall(action, { actor, cwd, env, at: seen.at }, { policy, facts: seen, classifier }).decision;
    },
  };
}

function readPlace(sources: PolicySources): Omit<Place, 'sources'> {
  const { policy, problems } = readSources(sources);
  return { policy, isBroken: hasErrors(problems) };
}

const SHELLS: readonly ShellName[] = ['bash', 'sh', 'dash', 'zsh', 'fish', 'powershell'];

/** The request again; undefined = it was too long to be kept whole. */
function actionOf({ argv, line, tool, input, cut, shell, isShell }: AskedBefore['action']): Action | undefined {
  if (cut !== undefined) return undefined;
  if (argv !== undefined)
    return argv.length === 0 ? undefined : { kind: 'argv', argv, ...(isShell === true && { isShell }) };
  const readBy = shell === undefined ? {} : { shell: isShellName(shell) ? shell : ('unknown' as const) };
  if (tool === undefined) return line === undefined ? undefined : { kind: 'line', line, ...readBy };
  const fields = (isRecord(input) ? input : {}) as JsonObject;
  return { kind: 'tool', tool, input: fields, ...(line !== undefined && { line }), ...readBy };
}

function isShellName(name: unknown): name is ShellName {
  return SHELLS.some((shell) => shell === name);
}
