import { EFFECTS, PATH_EFFECTS, PICKLES } from './python-effects.ts';
import { NAMERS } from './python-results.ts';

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Names by which code can have an effect: those that it is called by, and what makes a name of a text. */
const ACTING = new RegExp(
  `(?<![A-Za-z_])(?:${[...new Set([...EFFECTS.keys(), ...PATH_EFFECTS.keys()].map(lastPart)), ...NAMERS, ...PICKLES]
    // a member that is not known takes one of NAMERS; what `loads` a pickle takes its module, and json has one as well
    .filter((name) => name !== '?' && name !== 'loads')
    .join('|')})(?!\\w)`,
);

/**
 * Whether the code may do anything that is reported, but for doubts: a name has to stand in the text, whatever binds it. Parsing
 * a file of 64 KB takes a hundred times as long.
 */
export function mayAct(source: string): boolean {
  return ACTING.test(source);
}
