import { grammarOf } from '../grammar/index.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import { wordValue } from '../model/word.ts';
import { memoizeByObject } from '../util/memoize.ts';

/** A start that checks out another branch if it succeeds. */
interface Switch {
  /** index in `Analysis.invocations` */
  readonly at: number;
  readonly cwd: string;
  readonly branch: string;
  /** `git checkout x`: x may also be a file */
  readonly mayBeFile: boolean;
}

const switchesOf = memoizeByObject(({ invocations }: Analysis) => invocations.flatMap(switchOf));

/**
 * The branch that the line itself checks out before this start, in the same directory; undefined = none is known. The operand of
 * `git checkout x` may be a file: it counts as a branch only where `isWanted` says so.
 */
export function switchedTo(
  analysis: Analysis,
  invocation: Invocation,
  isWanted: (branch: string) => boolean,
): string | undefined {
  const { invocations } = analysis;
  if (invocations.length < 2) return undefined;
  const switches = switchesOf(analysis);
  if (switches.length === 0) return undefined;
  const index = invocations.indexOf(invocation);
  const counts = ({ branch, mayBeFile }: Switch) => !mayBeFile || isWanted(branch);
  return switches.findLast((one) => one.at < index && one.cwd === invocation.cwd && counts(one))?.branch;
}

const CREATE_BRANCH_FLAGS = ['-b', '-B', '--create', '--force-create'];

/** `git switch x`, `git switch -c x`, `git checkout -b x`, `git checkout x`; with more words checkout takes files. */
function switchOf({ program, argv, cwd }: Invocation, at: number): readonly Switch[] {
  if (program !== 'git' || cwd === undefined) return [];
  const words = argv.map((word) => wordValue(word));
  if (words[1] !== 'switch' && words[1] !== 'checkout') return [];
  const { options, operands, endOfOptions } = parseCommand('git', argv, grammarOf('git'));
  const made = options.find(({ names }) => names.some((name) => CREATE_BRANCH_FLAGS.includes(name)))?.value;
  const taken = operands.length === 1 && endOfOptions === undefined ? operands[0]?.word : undefined;
  const branch = wordValue(made ?? taken);
  const mayBeFile = made === undefined && words[1] === 'checkout';
  return branch === undefined || !/^\w/.test(branch) ? [] : [{ at, cwd, branch, mayBeFile }];
}
