import { remembers } from '../conditions/memory.ts';
import { knownPrograms } from '../grammar/index.ts';
import type { Policy } from '../model/policy.ts';
import { COPIERS } from '../shell/origin/copies.ts';
import { BUILTINS } from '../shell/walk/builtins/index.ts';
import { baseName } from '../util/path.ts';
import { WRAPPERS } from '../wrappers/index.ts';
import { PROJECT } from './emit.ts';

/** What a launcher needs to judge lines by the gates of their programs. */
export interface LineGate {
  /** names that do not count as OTHER, sorted */
  readonly known: readonly string[];
  /** those that may have a gate */
  readonly gated: readonly string[];
  /** builtins among them, which are there without a file */
  readonly builtins: readonly string[];
  /** programs that leave files behind which a later command of the line may run */
  readonly writers: readonly string[];
  /** sh that adds `@outside` to `__ss_words` where the working directory is no project */
  readonly project: string;
}

/**
 * undefined = no line may be answered: a rule about tool calls, or about what went before, may be about any of them. See
 * docs/adr/0017 for why all else is told by the gates of the programs.
 */
export function lineGate({ modules }: Policy): LineGate | undefined {
  if (modules.some(({ unmatched, shellTool }) => unmatched !== 'allow' || shellTool !== undefined)) return undefined;
  const rules = modules.flatMap((module) => module.rules);
  if (rules.some((rule) => rule.tools !== undefined || remembers(rule))) return undefined;
  const named = rules.flatMap(({ commands = [] }) => commands.map(baseName));
  const known = [...new Set([...named, ...knownPrograms(), ...WRAPPERS.keys(), ...BUILTINS.keys(), ...KEYWORDS])];
  const isKept = (name: string) => HARMLESS.includes(name) || !(BUILTINS.has(name) || KEYWORDS.has(name));
  return {
    known: known.filter((name) => /^[a-z_-]+$/.test(name)).sort(),
    gated: known.filter((name) => /^[a-z][a-z0-9_+.-]*$/.test(name) && isKept(name)).sort(),
    builtins: HARMLESS,
    writers: ['tee', ...COPIERS],
    project: PROJECT,
  };
}

/** Words of some shell's language. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'if then elif else fi for do done while until case esac in function select time coproc repeat foreach end always ' +
    'noglob nocorrect begin switch and or not'
  ).split(' '),
);

/** Builtins that only say something, or nothing; and `cd`, which the launcher follows. */
const HARMLESS: readonly string[] = ['cd', 'echo', 'printf', 'pwd', 'true', 'false', 'type'];
