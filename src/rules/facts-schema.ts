import * as z from 'zod';

/** Facts that a case or a rule's own test states, in place of the disk's. */
export const factsSchema = z.strictObject({
  git: z
    .union([
      z.null(),
      z.strictObject({
        branch: z.string().nullable().optional(),
        root: z.string().optional(),
        dirty: z.boolean().optional(),
        untracked: z.boolean().optional(),
        ahead: z.int().nonnegative().optional(),
      }),
    ])
    .optional(),
  files: z.union([z.array(z.string()), z.record(z.string(), z.string())]).optional(),
  modes: z.record(z.string(), z.string().regex(/^[0-7]{3,4}$/)).optional(),
  links: z.record(z.string(), z.string()).optional(),
  folds_case: z.boolean().optional(),
});

/** The same as a made-up world takes it; what is not said is not there. */
export function worldOf({ git = null, files = [], folds_case: foldsCase, ...rest }: z.infer<typeof factsSchema> = {}) {
  return { git, files, foldsCase, ...rest };
}

/** Wall time of a case, as facts/local-time reads it. */
export const localTimeSchema = z.string().refine(isLocalTime, 'a local time without a zone: 2025-01-06T10:00:00');

function isLocalTime(written: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(written)) return false;
  const epochMs = Date.parse(`${written}Z`);
  // a date that no calendar has runs over into the next month
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(written.slice(0, 10));
}
