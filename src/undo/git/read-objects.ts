import type { Git } from '../../git/start-git.ts';
import type { Problem } from './repository.ts';

/** The content of objects of one type, in the order asked for. */
export function readObjects(git: Git, objects: readonly string[], type: 'blob' | 'tag'): readonly Buffer[] | Problem {
  const input = objects.map((object) => `${object}\n`).join('');
  const { status, stdout } = git.run(['cat-file', '--batch', '--buffer'], { input });
  if (status !== 0) return { problem: 'git did not read its objects in time' };
  const contents: Buffer[] = [];
  let at = 0;
  for (const object of objects) {
    // OBJECT SP TYPE SP SIZE LF CONTENT LF
    const end = stdout.indexOf('\n', at);
    const words = stdout.toString('latin1', at, end).split(' ');
    if (end < 0 || words[0] !== object || words[1] !== type) return { problem: `git does not have ${object} any more` };
    const size = Number(words[2]);
    contents.push(stdout.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return contents;
}
