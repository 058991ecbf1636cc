import { remembers } from '../conditions/memory.ts';
import { knownPrograms } from '../grammar/index.ts';
import type { Policy } from '../model/policy.ts';
import { STARTERS } from '../runners/starters.ts';
import { COPIERS } from '../shell/origin/copies.ts';
import { BUILTINS } from '../shell/walk/builtins/index.ts';
import { baseName } from '../util/path.ts';
import { PROJECT } from './word-marks.ts';

/** What a launcher of an agent's hook needs to pass a line by the gates of its programs. */
export interface LineGate {
  /** names with a gate of their own or none, which the gate of OTHER does not cover; sorted */
  readonly known: readonly string[];
  /** those that may have a gate */
  readonly gated: readonly string[];
  /** builtins among `gated`, which need no file in PATH */
  readonly builtins: readonly string[];
  /** programs that write files which a later command of the line may run */
  readonly writers: readonly string[];
  /** sh that adds `@outside` to `__ss_words` where the working directory is no project */
  readonly project: string;
}

/**
 * undefined = every line goes to Node: a rule about tool calls or about earlier calls may match any of them. docs/adr/0017 says why
 * the gates of its programs suffice for all other rules.
 */
export function lineGate({ modules }: Policy): LineGate | undefined {
  if (modules.some(({ unmatched, shellTool }) => unmatched !== 'allow' || shellTool !== undefined)) return undefined;
  const rules = modules.flatMap((module) => module.rules);
  if (rules.some((rule) => rule.tools !== undefined || remembers(rule))) return undefined;
  const named = rules.flatMap(({ commands = [] }) => commands.map(baseName));
  const known = [...new Set([...named, ...knownPrograms(), ...Object.keys(STARTERS), ...BUILTINS.keys(), ...KEYWORDS])];
  const isKept = (name: string) => HARMLESS.includes(name) || !(BUILTINS.has(name) || KEYWORDS.has(name));
  return {
    known: known.filter((name) => /^[a-z_-]+$/.test(name)).sort(),
    gated: known.filter((name) => /^[a-z][a-z0-9_+.-]*$/.test(name) && isKept(name)).sort(),
    builtins: HARMLESS,
    writers: ['tee', 'dd', 'patch', 'rsync', ...COPIERS],
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

/** Builtins that only print; and `cd`, which the launcher follows. */
const HARMLESS: readonly string[] = ['cd', 'echo', 'printf', 'pwd', 'true', 'false', 'type'];
