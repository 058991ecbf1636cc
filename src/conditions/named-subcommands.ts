import { grammarOf } from '../grammar/index.ts';
import { canonicalSubcommand } from '../grammar/parse-command.ts';
import type { Condition, Rule } from '../model/policy.ts';
import { baseName } from '../util/path.ts';
import type { ArgsData } from './args-data.ts';

/**
 * The first subcommands that a rule names, as written and as the grammars of its programs name them: for calls with any other its
 * conditions answer `no`. undefined = the rule may match any call.
 */
export function namedSubcommands({ commands, when }: Pick<Rule, 'commands' | 'when'>): readonly string[] | undefined {
  return commands && namedByAll(when, commands.map(baseName));
}

function namedBy(condition: Condition, programs: readonly string[]): readonly string[] | undefined {
  if (condition.op === 'all') return namedByAll(condition.of, programs);
  if (condition.op === 'any') return namedByAny(condition.of, programs);
  if (condition.op !== 'is' || condition.type !== 'args') return undefined;
  const { subcommands } = condition.data as ArgsData;
  return subcommands && [...new Set(subcommands.flatMap((path) => firstNames(path, programs)))];
}

/** All have to hold, so the names of any one condition suffice. */
function namedByAll(conditions: readonly Condition[], programs: readonly string[]): readonly string[] | undefined {
  for (const condition of conditions) {
    const names = namedBy(condition, programs);
    if (names !== undefined) return names;
  }
  return undefined;
}

function namedByAny(conditions: readonly Condition[], programs: readonly string[]): readonly string[] | undefined {
  const all = conditions.map((condition) => namedBy(condition, programs));
  return all.includes(undefined) ? undefined : [...new Set(all.flatMap((names) => names ?? []))];
}

function firstNames(path: readonly string[], programs: readonly string[]): readonly string[] {
  const canonical = programs.map((program) => canonicalSubcommand(grammarOf(program), path)[0]);
  return [path[0], ...canonical].filter((name) => name !== undefined);
}
