import * as z from 'zod';
import { editorSchema } from './dialects/safeshell/schema.ts';

/** JSON Schema (draft 7, what editors understand) of a rule file, from the same schemas that check it. */
export function rulesJsonSchema(): unknown {
  return z.toJSONSchema(editorSchema(), { target: 'draft-7', io: 'input', unrepresentable: 'any' });
}
