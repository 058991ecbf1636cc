import type { Git } from '../../git/start-git.ts';
import { isProblem, type Problem } from './repository.ts';

/** Only for restored refs git may write their logs: what is held leaves none. */
const NO_LOGS = [['core.logAllRefUpdates', 'false']] as const;
const PREFIX = /^refs\/safeshell\/undo\/[\w-]{1,200}\/[\w-]{1,100}$/;

/** Names of objects. */
export interface Held {
  readonly needed: readonly string[];
  /** held where they are still there, as what logs name */
  readonly wanted: readonly string[];
}

/**
 * Keeps objects from being collected: one commit below `refPrefix` has them all, commits as its parents, blobs and trees in its
 * tree. No ref stands at a commit of the person's, so nothing shows there as decoration.
 */
export function hold(git: Git, refPrefix: string, { needed, wanted }: Held): Problem | undefined {
  if (!PREFIX.test(refPrefix)) return { problem: `\`${refPrefix}\` is no name for what is held` };
  const types = typesOf(git, [...new Set([...needed, ...wanted])]);
  if (isProblem(types)) return types;
  const missing = needed.find((object) => !types.has(object));
  if (missing !== undefined) return { problem: `git does not have ${missing}` };
  const commit = holder(git, types);
  if (typeof commit !== 'string') return commit;
  const run = git.run(['update-ref', '--stdin', '-z'], {
    input: `update ${refPrefix}/held\0${commit}\0\0`,
    settings: NO_LOGS,
  });
  return run.status === 0 ? undefined : { problem: 'git could not hold what is to be kept' };
}

/** Without the prefix nothing is held any more; git collects it when it likes. */
export function letGo(git: Git, refPrefix: string): Problem | undefined {
  if (!PREFIX.test(refPrefix)) return { problem: `\`${refPrefix}\` is no name for what is held` };
  const listed = git.run(['for-each-ref', '--format=%(refname)', `${refPrefix}/`]);
  const names = listed.stdout.toString().split('\n').filter(Boolean);
  if (listed.status === 0 && names.length === 0) return undefined;
  const run = git.run(['update-ref', '--stdin', '-z'], { input: names.map((name) => `delete ${name}\0\0`).join('') });
  return listed.status === 0 && run.status === 0 ? undefined : { problem: `git could not remove ${refPrefix}` };
}

/** The types of those objects that are there. */
export function typesOf(git: Git, objects: readonly string[]): ReadonlyMap<string, string> | Problem {
  const run = git.run(['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'], {
    input: objects.map((object) => `${object}\n`).join(''),
  });
  if (run.status !== 0) return { problem: 'git did not look at its objects in time' };
  const lines = run.stdout.toString('latin1').split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [object = '', type = ''] = line.split(' ');
      return ['commit', 'tree', 'blob', 'tag'].includes(type) ? [[object, type]] : [];
    }),
  );
}

function holder(git: Git, types: ReadonlyMap<string, string>): string | Problem {
  const entries = [...types].flatMap(([object, type], at) => {
    if (type === 'blob') return [`100644 blob ${object}\tf${at}\0`];
    return type === 'tree' ? [`040000 tree ${object}\tt${at}\0`] : [];
  });
  const tree = git.run(['mktree', '-z'], { input: entries.join('') });
  if (tree.status !== 0) return { problem: 'git could not write a tree' };
  const who = `safeshell <safeshell@localhost> ${Math.floor(Date.now() / 1000)} +0000`;
  const parents = [...types].filter(([, type]) => type === 'commit').map(([object]) => `parent ${object}\n`);
  const text = `tree ${tree.stdout.toString().trim()}\n${parents.join('')}author ${who}\ncommitter ${who}\n\nKept by safeshell\n`;
  const commit = git.run(['hash-object', '-t', 'commit', '-w', '--stdin'], { input: text });
  if (commit.status !== 0) return { problem: 'git could not write a commit' };
  return commit.stdout.toString().trim();
}
