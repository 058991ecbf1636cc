import * as z from 'zod';

/** What a case or a rule's own test says of the world around the command, in place of the disk. */
export const factsSchema = z.strictObject({
  git: z
    .union([
      z.null(),
      z.strictObject({
        branch: z.string().nullable().optional(),
        root: z.string().optional(),
        dirty: z.boolean().optional(),
      }),
    ])
    .optional(),
  files: z.array(z.string()).optional(),
});
