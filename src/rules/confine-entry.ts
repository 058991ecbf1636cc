import * as z from 'zod';

/** A path that a confined program may write: `./x` is below its project. */
export const writablePath = z
  .string()
  .regex(/^(\.\/.+|~\/.+|\/.+)$/s, 'a folder or file: `./x`, `~/x`, `/x`')
  .refine((path) => !/[\n\0]/.test(path) && !path.split('/').includes('..'), 'a path without `..` and line breaks');

const CONFINED = ['off', 'local_code'] as const;

/** `confine` in config.yaml: the word, or with what may be written beside. */
export const confineEntry = z
  .union([
    z.enum(CONFINED),
    z.strictObject({
      local_code: z.boolean().optional().describe('what agents start whose words do not tell what it does'),
      write: z.array(writablePath).optional().describe('what confined programs may write beside their project'),
    }),
  ])
  .nullish()
  .describe('which programs may only write to their project');

export interface ConfineWords {
  readonly localCode: boolean;
  readonly write: readonly string[];
}

export function confineWords(written: z.infer<typeof confineEntry>): ConfineWords {
  if (typeof written === 'string') return { localCode: written === 'local_code', write: [] };
  return { localCode: written?.local_code ?? false, write: written?.write ?? [] };
}
