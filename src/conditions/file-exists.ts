import type { Facts } from '../model/facts.ts';
import type { Tri } from '../model/tri.ts';
import { resolvePath } from '../util/path.ts';
import { defineCondition } from './condition.ts';
import type { Subject } from './subject.ts';

function answer(path: string, subject: Subject, facts: Facts): Tri {
  const full = path.startsWith('~/') && facts.home !== undefined ? `${facts.home}${path.slice(1)}` : path;
  if (subject.cwd === undefined && !full.startsWith('/')) return 'unknown';
  return facts.exists(resolvePath(subject.cwd ?? '/', full));
}

export const fileExists = defineCondition<{ path: string }, { path: string }>({
  type: 'file_exists',
  summary: "A file or folder exists; relative to the command's working directory.",
  primary: 'path',
  schema: (z) => z.strictObject({ path: z.string().min(1).describe('path, relative to the working directory') }),
  lower: (args) => args,
  evaluate: ({ path }, subject, facts) => answer(path, subject, facts),
  says: ({ path }) => `\`${path}\` exists`,
  explain: ({ path }, subject, facts) => {
    const result = answer(path, subject, facts);
    return result === 'unknown'
      ? `\`${path}\` cannot be looked up`
      : `\`${path}\` ${result === 'yes' ? 'exists' : 'does not exist'}`;
  },
  ofLine: true,
  ofWorld: true,
});
