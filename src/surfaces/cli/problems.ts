import { hasErrors, type Problem } from '../../model/errors.ts';
import { byPosition, problemText } from '../../text/problems.ts';
import type { CliContext } from './context.ts';

/** Says them on stderr; is one of them an error? */
export function tellProblems(problems: readonly Problem[], { err }: Pick<CliContext, 'err'>): boolean {
  for (const problem of byPosition(problems)) err(problemText(problem));
  return hasErrors(problems);
}
