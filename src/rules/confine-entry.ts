import * as z from 'zod';
import { NO_PERMITS, type Permits } from '../model/permits.ts';

/** A path that a confined program may write: `./x` is below its project. */
export const writablePath = z
  .string()
  .regex(/^(\.\/.+|~\/.+|\/.+)$/s, 'a folder or file: `./x`, `~/x`, `/x`')
  .refine((path) => !/[\n\0]/.test(path) && !path.split('/').includes('..'), 'a path without `..` and line breaks');

/** A folder in which programs are started: below it, too. */
const projectPath = z
  .string()
  .regex(/^(~\/.+|\/.+)$/s, 'a folder: `~/x`, `/x`')
  .refine((path) => !/[\n\0]/.test(path) && !path.split('/').includes('..'), 'a path without `..` and line breaks');

const CONFINED = ['off', 'local_code'] as const;

/** `confine` in config.yaml: the word, or with what may be written beside. */
export const confineEntry = z
  .union([
    z.enum(CONFINED),
    z.strictObject({
      local_code: z.boolean().optional().describe('what agents start whose words do not tell what it does'),
      write: z.array(writablePath).optional().describe('what confined programs may write beside their project'),
      projects: z
        .record(projectPath, z.array(writablePath))
        .optional()
        .describe('the same, for what is started in a project'),
    }),
  ])
  .nullish()
  .describe('which programs may only write to their project');

export interface ConfineWords extends Permits {
  readonly localCode: boolean;
}

export function confineWords(written: z.infer<typeof confineEntry>): ConfineWords {
  if (typeof written === 'string') return { localCode: written === 'local_code', ...NO_PERMITS };
  return {
    localCode: written?.local_code ?? false,
    write: written?.write ?? [],
    projects: written?.projects ?? {},
  };
}
