import { knownPrograms } from '../grammar/index.ts';
import { fullName } from '../util/full-name.ts';
import { waysToLose } from './may-lose.ts';

/** Names of programs some call of which may destroy something. Plain data, which the build inlines. */
export const LOSING_PROGRAMS: readonly string[] = knownPrograms()
  .filter((name) => waysToLose(fullName(name)).length > 0)
  .sort();
