import * as z from 'zod';
import { UNDO_MODES, UNDO_PEOPLE } from '../model/undo.ts';

const count = z.int().min(1).optional();

/** `undo` in config.yaml. */
export const undoEntry = z
  .strictObject({
    mode: z.enum(UNDO_MODES).optional(),
    people: z.enum(UNDO_PEOPLE).optional().describe('for which commands of people'),
    files: count.describe('most files of one command'),
    bytes: count.describe('most bytes of one command'),
    milliseconds: count.describe('longest that a command waits for it'),
    keep_days: count,
    keep_bytes: count.describe('size of all that is kept'),
  })
  .nullish()
  .describe('what a command would destroy is kept before it runs');

/** As written; absent = the default. */
export type UndoWords = NonNullable<z.infer<typeof undoEntry>>;
