import type { When } from '../grammar/effect.ts';
import type { Grammar, ValueKind } from '../grammar/grammar.ts';
import { grammarOf } from '../grammar/index.ts';
import type { GitLossRow, LossRow } from '../grammar/loss-row.ts';
import { indexOf } from '../grammar/option-index.ts';
import { flagSpellings, nodesOf, pathPositions, type Spelling } from '../grammar/spellings.ts';

/**
 * One way in which the words of a call show that it may destroy something: all of this holds. Too broad at times, never too narrow:
 * what a table says of options that keep it from doing so is left out.
 */
export interface Way {
  /** the second word */
  readonly second?: string;
  /** one of these shows; absent = it needs none */
  readonly options?: readonly Spelling[];
  /** a path of its words is there: any, or what goes to the last one */
  readonly paths?: 'here' | 'over';
  /** no branch is checked out */
  readonly isDetached?: true;
  /** a word says `from:to` */
  readonly hasRefspec?: true;
}

const LOST: readonly ValueKind[] = ['write', 'into', 'fill', 'fetch', 'delete'];

/** None = no call of it destroys anything. `subcommand` as in PlainStart: the first word, '' = an option alone, undefined = any. */
export function waysToLose(program: string, subcommand?: string): readonly Way[] {
  if (subcommand === '') return [];
  if (program === 'git') return subcommand === undefined ? [{}] : waysOfGit(subcommand);
  const { losses: rows = [] } = grammarOf(program);
  const last = rows.at(-1);
  const isNamed = last?.loses === 'nothing' && !isConditional(last);
  if (!isNamed) return [...waysOfWords(program, subcommand), ...rows.flatMap((row) => waysHere(row, program))];
  const losing = rows.filter(({ loses }) => loses !== 'nothing');
  return losing.flatMap((row) => {
    const options = spellingsOf(row, program, undefined);
    if (row.fillsHere) return [{ ...options }];
    return waysOfWords(program, subcommand).map((way) => ({ ...way, ...options }));
  });
}

function isConditional({ given, unless }: When): boolean {
  return given !== undefined || unless !== undefined;
}

/** It needs no path among its words. */
function waysHere(row: LossRow, program: string): readonly Way[] {
  return row.fillsHere || row.unnamed ? [spellingsOf(row, program, undefined)] : [];
}

/** Of several lists of options the first is enough to look for. */
function spellingsOf({ given }: When, program: string, subcommand: string | undefined): Pick<Way, 'options'> {
  const [names] = given ?? [];
  if (names === undefined) return {};
  const nodes = nodesOf(program, subcommand);
  return { options: names.split(' ').flatMap((name) => flagSpellings(nodes, name.replace(/=.*/, ''))) };
}

/** By the kinds of the words in its grammar. */
function waysOfWords(program: string, subcommand: string | undefined): readonly Way[] {
  const nodes = nodesOf(program, subcommand);
  const root = indexOf(grammarOf(program));
  const options: Spelling[] = [];
  const paths = new Set<'here' | 'over'>();
  for (const node of nodes) {
    const isPassed = node === root && subcommand !== undefined; // its operands are a subcommand
    const found = pathPositions(node, (kind) => LOST.includes(kind));
    const names = [...found.options, ...(isPassed ? [] : found.given.flat())];
    options.push(...names.flatMap((name) => flagSpellings([node], name)));
    if (found.operands && !isPassed) paths.add(/ into$/.test(node.grammar.operands ?? '') ? 'over' : 'here');
  }
  const [first] = [...paths].sort(); // `here` is the broader one
  return [
    ...(first === undefined ? [] : [{ paths: first }]),
    ...(options.length === 0 || first === 'here' ? [] : [{ options, paths: 'here' as const }]),
  ];
}

/** Subcommands of git of which a call may destroy something. */
export function losingSubcommands(): readonly string[] {
  const loses = ({ gitLosses, subcommands = {} }: Grammar): boolean =>
    gitLosses !== undefined || Object.values(subcommands).some(loses);
  const { subcommands = {} } = grammarOf('git');
  return Object.keys(subcommands).filter((name) => loses(subcommands[name] ?? {}));
}

function waysOfGit(subcommand: string): readonly Way[] {
  const { gitLosses = [], subcommands = {} } = grammarOf('git').subcommands?.[subcommand] ?? {};
  const ways = (rows: readonly GitLossRow[], second: Pick<Way, 'second'>) =>
    rows.map((row) => ({ ...second, ...spellingsOf(row, 'git', subcommand), ...shownBy(row) }));
  const below = Object.entries(subcommands);
  return [...ways(gitLosses, {}), ...below.flatMap(([second, one]) => ways(one.gitLosses ?? [], { second }))];
}

function shownBy({ names, refs = '', overwrites }: GitLossRow): Way {
  return {
    ...((names === 'paths' || overwrites) && { paths: 'here' }),
    ...(refs === 'detached' && { isDetached: true }),
    ...(refs.includes('<fetched>') && { hasRefspec: true }),
  };
}
