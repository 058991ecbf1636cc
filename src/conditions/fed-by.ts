import type { Analysis, Invocation } from '../model/invocation.ts';
import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import { anyOfText } from './listed.ts';
import { inLine, oneOf } from './signs.ts';

/** Programs whose output reaches this start's standard input, code or arguments, through any number of steps. */
function feeders(analysis: Analysis, invocation: Invocation | undefined): ReadonlySet<string> {
  const programs = new Set<string>();
  const seen = new Set<number>();
  // input of xargs becomes arguments of the program that it starts
  const through = invocation?.via.map((wrapper) => analysis.invocations[wrapper.invocation]) ?? [];
  const open = [invocation, ...through].flatMap(indexes);
  while (open.length > 0) {
    const index = open.pop() as number;
    if (seen.has(index)) continue;
    seen.add(index);
    const feeder = analysis.invocations[index];
    if (feeder?.program !== undefined) programs.add(feeder.program);
    open.push(...indexes(feeder));
  }
  return programs;
}

function indexes(invocation: Invocation | undefined): readonly number[] {
  return invocation?.inputs.flatMap((input) => ('from' in input ? input.from : [])) ?? [];
}

export const fedBy = defineCondition<{ programs: string | string[] }, { programs: readonly string[] }>({
  type: 'fed_by',
  summary:
    'Its input, code or arguments come from the output of one of these programs: `curl x | sh`, `sh -c "$(curl x)"`.',
  primary: 'programs',
  schema: (z) =>
    z.strictObject({ programs: z.union([z.string(), z.array(z.string()).min(1)]).describe('base names of programs') }),
  lower: ({ programs }) => ({ programs: typeof programs === 'string' ? [programs] : programs }),
  evaluate: ({ programs }, { analysis, invocation }) => {
    const found = feeders(analysis, invocation);
    return triOf(programs.some((program) => found.has(program)));
  },
  // only a line connects inputs
  signs: () => oneOf([inLine('fed')]),
  says: ({ programs }) => `what it reads or runs comes from ${anyOfText(programs)}`,
  explain: (_data, { analysis, invocation }) =>
    `fed by ${[...feeders(analysis, invocation)].join(', ') || 'no other program'}`,
});
