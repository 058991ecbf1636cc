import type { Analysis, Input } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import { wordValue } from '../model/word.ts';
import { inputsOf } from './call.ts';
import { isFile } from './paths.ts';

/** Programs that only say what they are told, or reckon: what comes out of them was read nowhere. */
const SPEAKERS = new Set(
  'echo printf date seq sleep true false : basename dirname mktemp expr test [ yes uuidgen'.split(' '),
);

const isExternal = ({ type }: Operation) => type === 'read_external' || type === 'write_external';

/**
 * Data that somebody reads and that reaches a program which talks to the outside is sent there. `own` = what each start
 * does by itself. Gives the operations to add, by start.
 */
export function flowOperations(
  analysis: Analysis,
  own: readonly (readonly Operation[])[],
): readonly (readonly Operation[])[] {
  const carrying = carriers(analysis, own);
  return analysis.invocations.map((invocation, index) => {
    const outward = own[index]?.find(isExternal);
    if (outward === undefined || own[index]?.some((one) => one.type === 'write_external' && one.confidence === 1)) {
      return [];
    }
    const input = inputsOf(invocation, analysis).find((one) => isData(one, carrying));
    const byWord = invocation.argv.some(
      (word) => word.kind === 'unknown' && (word.reason === 'stdin' || word.reason === 'file'),
    );
    if (input === undefined && !byWord) return [];
    // what is substituted becomes part of the call; whether it reads its standard input is another matter
    const certain = input?.kind === 'command-substitution' || input?.kind === 'process-substitution';
    const { resource } = outward;
    return [
      {
        type: 'write_external' as const,
        categories: [],
        ...(resource !== undefined && { resource }),
        confidence: certain ? 1 : 0.7,
        why: `data that is read flows into \`${invocation.program ?? invocation.text}\``,
      },
    ];
  });
}

/** Which starts give out data that was read somewhere: by themselves, or because it flows through them. */
function carriers(analysis: Analysis, own: readonly (readonly Operation[])[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [index, { program }] of analysis.invocations.entries()) {
    const reads = own[index]?.some(({ type, resource }) => {
      if (type === 'credential_access') return true;
      return /^read_|^memory_read/.test(type) && (resource !== undefined || !SPEAKERS.has(program ?? ''));
    });
    if (reads) found.add(index);
  }
  let grown = true;
  while (grown) {
    grown = false;
    for (const [index, invocation] of analysis.invocations.entries()) {
      if (found.has(index) || !inputsOf(invocation, analysis).some((input) => isData(input, found))) continue;
      found.add(index);
      grown = true;
    }
  }
  return found;
}

function isData(input: Input, carrying: ReadonlySet<number>): boolean {
  if (input.kind === 'text') return false;
  if (input.kind === 'file') return isFile(wordValue(input.path) ?? '');
  return input.from.some((index) => carrying.has(index));
}
