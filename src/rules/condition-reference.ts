import * as z from 'zod';
import type { ConditionFamily } from '../conditions/condition.ts';
import { CONDITIONS } from '../conditions/index.ts';

interface Property {
  readonly description?: string;
}

/** docs/conditions.md: every condition type with its keys, from the same schemas that check them. */
export function conditionReference(): string {
  return [
    '# Conditions',
    '',
    'Every condition has two spellings: `- type: NAME` with its keys, or `- NAME: value`, where the value is a mapping of the',
    'keys or, where one key is marked *short*, that key alone. `all_of`, `any_of` (lists) and `not` nest.',
    '',
    ...CONDITIONS.flatMap(section),
  ].join('\n');
}

function section(family: ConditionFamily): readonly string[] {
  const schema = z.toJSONSchema(family.schema(z), { io: 'input', unrepresentable: 'any' });
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Property>);
  const required = new Set(schema.required ?? []);
  return [
    `## ${family.type}`,
    '',
    family.summary,
    '',
    '| key | meaning |',
    '| --- | --- |',
    ...properties.map(([key, { description }]) => {
      const notes = [
        key === family.primary ? '*short*' : '',
        required.has(key) || key === family.primary ? '' : 'optional',
      ];
      const note = notes.filter(Boolean).join(', ');
      return `| \`${key}\`${note && ` (${note})`} | ${(description ?? '').replaceAll('|', '\\|')} |`;
    }),
    '',
  ];
}
