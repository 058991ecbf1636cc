import * as z from 'zod';
import { OPERATION_TYPES, type Operation } from '../model/operation.ts';

/** An operation by its type alone, or with what else it must say; `confidence` = at least that. */
const wanted = z.union([
  z.enum(OPERATION_TYPES),
  z.strictObject({
    type: z.enum(OPERATION_TYPES),
    categories: z.array(z.string()).optional(),
    resource: z.string().optional(),
    credential: z.string().optional(),
    event: z.string().optional(),
    confidence: z.number().optional(),
  }),
]);

export const operationsSchema = z.strictObject({
  must: z.array(wanted).optional(),
  must_not: z.array(wanted).optional(),
  exact: z.boolean().optional().describe('no other types than those of `must`'),
});

type Wanted = z.infer<typeof wanted>;

/** What is wrong between the expected operations and those that were found, or undefined. */
export function compareOperations(
  found: readonly Operation[],
  { must = [], must_not: mustNot = [], exact = false }: z.infer<typeof operationsSchema>,
): string | undefined {
  const missing = must.filter((one) => !found.some((operation) => isWanted(operation, one)));
  const forbidden = found.filter(
    (operation) =>
      mustNot.some((one) => isWanted(operation, one)) || (exact && !must.some((one) => typeOf(one) === operation.type)),
  );
  if (missing.length === 0 && forbidden.length === 0) return undefined;
  const list = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).join(', ');
  return [
    missing.length > 0 ? `not found: ${list(missing)}` : [],
    forbidden.length > 0 ? `not expected: ${list(forbidden)}` : `found: ${list(found)}`,
  ]
    .flat()
    .join('; ');
}

function typeOf(one: Wanted): string {
  return typeof one === 'string' ? one : one.type;
}

function isWanted(operation: Operation, one: Wanted): boolean {
  if (typeof one === 'string') return operation.type === one;
  const { confidence = 0, categories, ...rest } = one;
  if (operation.confidence < confidence) return false;
  if (categories !== undefined && JSON.stringify(categories) !== JSON.stringify(operation.categories)) return false;
  return Object.entries(rest).every(([key, value]) => operation[key as keyof Operation] === value);
}
