import type { PlainStart } from '../conditions/condition.ts';
import { type Clause, inWords, oneOf, type Sign, type Signs } from '../conditions/signs.ts';
import type { Spelling } from '../grammar/spellings.ts';
import { losingSubcommands, type Way, waysToLose } from '../losses/may-lose.ts';

/** Whose calls a gate leaves to Node where they may destroy something, so that it is kept first. */
export type KeptFor = 'nobody' | 'agents' | 'everybody';

/** The id of the reason that a call may destroy something. */
export const LOSES = 'may lose something';

interface LosingReason {
  readonly id: string;
  readonly clauses: readonly Clause[];
}

/** One for each way that differs; none = no call loses anything, or nobody's losses are kept. */
export function losingReasons(start: PlainStart, keptFor: KeptFor): readonly LosingReason[] {
  const { program, subcommand, isOther } = start;
  if (keptFor === 'nobody' || isOther) return [];
  const whose = clausesOn(keptFor);
  const ways = waysToLose(program, subcommand);
  const own = program === 'git' && subcommand !== undefined ? ways.filter((way) => !isShownByWords(way)) : ways;
  const clauses = own.map((way) => [...whose, ...clausesOf(way)]);
  // the same for all of git's subcommands that may: it stands once in the gate, in front of these
  const ofGit = program === 'git' && ways.length > 0 ? [[...whose, ...start.once(gitSigns, gitSigns)]] : [];
  return [...ofGit, ...clauses].map((all) => ({ id: LOSES, clauses: all }));
}

/** A rule that stops nothing, but has something kept. */
export function keepingReasons<Reason extends LosingReason>(reason: Reason, keptFor: KeptFor): readonly LosingReason[] {
  return keptFor === 'nobody' ? [] : [{ id: reason.id, clauses: [...clausesOn(keptFor), ...reason.clauses] }];
}

function clausesOn(keptFor: KeptFor): readonly Clause[] {
  return keptFor === 'agents' ? [[{ loss: 'agent' }]] : [];
}

function clausesOf({ second, options, paths, isDetached }: Way): readonly Clause[] {
  return [
    ...(second === undefined ? [] : oneOf([inWords(` ${second} `)])),
    ...(options === undefined ? [] : oneOf(options.map(asSign))),
    ...(isDetached ? [[{ branch: '' }]] : []),
    ...(paths === undefined ? [] : [[{ loss: paths }]]),
  ];
}

function asSign({ lead, part = '' }: Spelling): Sign | undefined {
  if (/^[-+]$/.test(lead) && /^[A-Za-z]$/.test(part)) return { lead, letter: part };
  return inWords(` ${lead}`, part);
}

function isShownByWords({ paths, isDetached }: Way): boolean {
  return paths === undefined && isDetached === undefined;
}

/** What shows in the words of every call of git that may destroy something and needs no look at the disk for it. */
function gitSigns(): Signs {
  const clause = losingSubcommands().flatMap((name): Clause => {
    const ways = waysToLose('git', name).filter(isShownByWords);
    const always = ways.find(({ options, second, hasRefspec }) => (options ?? second ?? hasRefspec) === undefined);
    if (always !== undefined) return [{ first: `'${name} git'*` }];
    return [...new Set(ways.flatMap((way) => patternsOf(name, way)))].map((first) => ({ first }));
  });
  return [clause];
}

/** A letter is looked for among the first of a cluster. */
function patternsOf(name: string, { second, options, hasRefspec }: Way): readonly string[] {
  const lead = second === undefined ? `'${name} git'*` : `'${name} git'*' ${second} '*`;
  if (options === undefined) return [hasRefspec ? `${lead}:*` : lead];
  const letters = options
    .flatMap(({ part = '' }) => (/^[A-Za-z0-9]$/.test(part) ? [part] : []))
    .sort()
    .join('');
  const long = options.flatMap(({ lead: text, part }) => (text.length > 1 && part === undefined ? [text] : []));
  const clusters = letters === '' ? [] : ['', '[!-]', '[!-][!-]'].map((before) => `${lead}' -'${before}[${letters}]*`);
  return [...clusters, ...long.map((text) => `${lead}' ${text}'*`)];
}
