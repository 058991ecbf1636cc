import { agentNames } from '../facts/agent-names.ts';
import type { ShimReport } from '../install/shims.ts';
import type { Problem } from '../model/errors.ts';
import { commandsOf, compilePolicy } from '../policy/compile.ts';
import { compilerNow } from '../policy/compiler.ts';
import { type PolicyContext, type PolicySources, policySources } from '../policy/sources.ts';
import { commandsOfProjects, openCached, readCached } from '../store/policy-cache.ts';
import { brokenRulesLine, NO_RULES_LINE } from '../text/broken-rules.ts';
import { countRules } from '../text/module-summary.ts';
import { type BasePolicy, loadBasePolicy } from './base-policy.ts';
import { gatesFor } from './gates.ts';
import { refreshHooks } from './hooks.ts';
import { keepSay, projectsOf } from './project-say.ts';
import { refreshShims } from './shims.ts';

export interface Refreshed {
  /** how many are in force; where there are no valid ones, how many could be read */
  readonly rules: number;
  readonly problems: readonly Problem[];
  readonly standing: Standing;
  /** see PolicyInForce */
  readonly broken?: string;
  readonly shims: ShimReport;
}

/** `last-good`: files have errors, so that their last versions without stay in force; `none`: and there are none */
export type Standing = 'current' | 'last-good' | 'none';

/** Compiles the policy of one place and brings the shims in line with it. Throws where the shims cannot be written. */
export function refresh(context: PolicyContext): Refreshed {
  const startedMs = Date.now();
  const sources = policySources(context);
  const { commands, inForce, ...told } = compiledBefore(sources) ?? compiledNow(sources);
  const basePolicy = loadBasePolicy(context.env, { sources, inForce });
  const shims = refreshShims({
    env: context.env,
    commands: [...new Set([...commands, ...commandsOfProjects(sources.layout)])],
    gates: gatesFor(basePolicy),
    projects: projectsOf(basePolicy),
    sources: sources.watched,
    agents: agentNames(),
    startedMs,
  });
  refreshHooks({ env: context.env, basePolicy });
  keepSay(sources, basePolicy);
  return { ...told, shims };
}

interface Compiled extends Omit<Refreshed, 'shims'> {
  readonly commands: readonly string[];
  readonly inForce: BasePolicy['inForce'];
}

/** undefined = something has changed since, or there are errors to tell. */
function compiledBefore({ layout, identity }: PolicySources): Compiled | undefined {
  const pack = openCached(layout, identity);
  try {
    const { notes, problems } = pack?.header ?? {};
    if (pack === undefined || notes?.compiler !== compilerNow() || problems !== undefined) return undefined;
    const inForce = () => readCached(layout, identity);
    return {
      rules: notes.rules,
      problems: notes.notices,
      standing: 'current',
      commands: [...pack.programs()],
      inForce,
    };
  } catch {
    return undefined; // damaged
  } finally {
    pack?.close();
  }
}

/** Base names and paths of the programs that rules in force at one place name. */
export function commandsInForce(context: PolicyContext): readonly string[] {
  const sources = policySources(context);
  return (compiledBefore(sources) ?? compiledNow(sources)).commands;
}

function compiledNow(sources: PolicySources): Compiled {
  const { policy, problems, inForce } = compilePolicy(sources);
  const now = inForce?.policy ?? policy;
  const compiled = { rules: countRules(now), problems, commands: commandsOf(now.modules), inForce: () => inForce };
  if (inForce === undefined) return { ...compiled, standing: 'none', broken: NO_RULES_LINE };
  if (inForce.problems === undefined) return { ...compiled, standing: 'current' };
  return { ...compiled, standing: 'last-good', broken: brokenRulesLine(inForce.problems) };
}
