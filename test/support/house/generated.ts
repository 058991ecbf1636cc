import { recordJsonSchema } from '../../../src/report/record.ts';
import { conditionReference } from '../../../src/rules/condition-reference.ts';
import { rulesJsonSchema } from '../../../src/rules/json-schema.ts';

/** What is generated from the schemas and kept in the repository. */
export const GENERATED: readonly { readonly path: string; text(): string }[] = [
  { path: 'docs/conditions.md', text: conditionReference },
  { path: 'docs/schema/rules.schema.json', text: () => json(rulesJsonSchema()) },
  { path: 'docs/schema/audit.schema.json', text: () => json(recordJsonSchema()) },
];

function json(schema: unknown): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
