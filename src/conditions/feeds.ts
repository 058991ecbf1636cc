import type { Analysis } from '../model/invocation.ts';
import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import { anyOfText } from './listed.ts';
import { inLine, oneOf } from './signs.ts';
import type { Subject } from './subject.ts';

/** Programs at the ends of the pipes from a start: those whose own output no start of the line reads. */
function ends({ invocations }: Analysis, start: number): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const seen = new Set([start]);
  // iterating a Set includes elements that are added meanwhile
  for (const index of seen) {
    const readers = [...invocations.keys()].filter((at) => reads(invocations[at]?.inputs ?? [], index));
    const program = invocations[index]?.program;
    // tee also prints what it writes
    if (index !== start && (readers.length === 0 || program === 'tee')) found.push(program);
    for (const reader of readers) seen.add(reader);
  }
  return found;
}

function reads(inputs: Analysis['invocations'][number]['inputs'], from: number): boolean {
  return inputs.some((input) => 'from' in input && input.from.includes(from));
}

function endsOf({ analysis, invocation }: Subject): readonly (string | undefined)[] {
  return invocation === undefined ? [] : ends(analysis, analysis.invocations.indexOf(invocation));
}

export const feeds = defineCondition<{ programs: string | string[] }, { programs: readonly string[] }>({
  type: 'feeds',
  summary:
    'What it prints ends up in these programs of the line and in nothing else: `gh auth token | docker login --password-stdin`.',
  primary: 'programs',
  schema: (z) =>
    z.strictObject({ programs: z.union([z.string(), z.array(z.string()).min(1)]).describe('base names of programs') }),
  lower: ({ programs }) => ({ programs: typeof programs === 'string' ? [programs] : programs }),
  evaluate: ({ programs }, subject) => {
    const found = endsOf(subject);
    return triOf(found.length > 0 && found.every((program) => program !== undefined && programs.includes(program)));
  },
  // only a line connects outputs
  signs: () => oneOf([inLine('feeds')]),
  says: ({ programs }) => `what it prints goes only to ${anyOfText(programs)}`,
  explain: (_data, subject) => `read by ${endsOf(subject).join(', ') || 'no other program'}`,
});
