import { expect, test } from 'vitest';
import { recordJsonSchema } from '../src/report/record.ts';
import { conditionReference } from '../src/rules/condition-reference.ts';
import { rulesJsonSchema } from '../src/rules/json-schema.ts';

/** What is generated from the schemas and kept in the repository; `npx vitest run test/generated.test.ts -u` renews it. */
test('the reference of conditions', async () => {
  await expect(conditionReference()).toMatchFileSnapshot('../docs/conditions.md');
});

test('the JSON Schema of rule files', async () => {
  await expect(`${JSON.stringify(rulesJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    '../docs/schema/rules.schema.json',
  );
});

test('the JSON Schema of audit records', async () => {
  await expect(`${JSON.stringify(recordJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    '../docs/schema/audit.schema.json',
  );
});
