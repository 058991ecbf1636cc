import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What can be seen of a place: paths below it, and `git REPOSITORY WHAT`, with what is there. */
export type Picture = ReadonlyMap<string, string>;

/** Files that were read once are not read again while nothing has touched them. */
const hashes = new Map<string, string>();

/** All below a folder but git directories: type, mode, content, which names are one file, time. Links are not followed. */
export function filesBelow(root: string): Map<string, string> {
  const picture = new Map<string, string>();
  const inodes = new Map<string, string>();
  const visit = (path: Buffer, name: string) => {
    const stats = lstatSync(path, { bigint: true });
    const mode = (Number(stats.mode) & 0o7777).toString(8);
    const time = ` at ${stats.mtimeNs / 1000n}`;
    if (stats.isSymbolicLink()) picture.set(name, `link ${readlinkSync(path, 'latin1')}${time}`);
    else if (stats.isDirectory()) {
      picture.set(name, `folder ${mode}${time}`);
      for (const child of readdirSync(path, 'buffer').sort(Buffer.compare)) {
        if (child.toString() === '.git') continue;
        visit(Buffer.concat([path, Buffer.from('/'), child]), `${name}/${child.toString('latin1')}`);
      }
    } else {
      const inode = `${stats.ino}`;
      const first = stats.nlink > 1n ? (inodes.get(inode) ?? name) : name;
      inodes.set(inode, first);
      const key = `${inode} ${stats.ctimeNs} ${stats.size}`;
      const hash = hashes.get(key) ?? createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
      hashes.set(key, hash);
      picture.set(name, `file ${mode} ${hash}${first === name ? '' : ` = ${first}`}${time}`);
    }
  };
  visit(Buffer.from(root), '');
  return picture;
}

/** What a merge, rebase, pick or bisect in progress leaves in the git directory. */
const OPERATION =
  /^(MERGE_(HEAD|MODE|MSG)|CHERRY_PICK_HEAD|REVERT_HEAD|REBASE_HEAD|BISECT_\w+|rebase-merge|rebase-apply|sequencer)$/;
const SETTINGS = ['config', 'config.worktree', 'info/sparse-checkout', 'HEAD', 'logs/refs/stash'];

/** What is asked of each repository: where its git directory is, its refs, its index and its status. */
const ASKED = `git rev-parse --absolute-git-dir
git for-each-ref '--format=%(refname) %(objectname) %(symref)'
git ls-files -s -v --debug
git status --porcelain=v2 --untracked-files=all --ignored -z`.split('\n');
const END = '<<end of answer>>';
const END_OF_ALL = '<<end of answers>>';

/** Refs, index, stash, operation in progress, settings and status of repositories; empty where there is none. One shell for all. */
export function gitBelow(root: string, names: readonly string[], env: NodeJS.ProcessEnv): Map<string, string> {
  const answered = ASKED.map((line) => `${line} 2>/dev/null || exit 1; printf '${END}'`).join('\n');
  const script = names.map((name) => `(cd '${name}' 2>/dev/null || exit 1\n${answered})\nprintf '${END_OF_ALL}'`);
  const said = execFileSync('/bin/sh', ['-c', script.join('\n')], {
    cwd: root,
    env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
    encoding: 'latin1',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 256 * 1024 * 1024,
  });
  const picture = new Map<string, string>();
  const all = said.split(END_OF_ALL);
  for (const [at, name] of names.entries()) {
    const [gitDir, ...answers] = (all[at] ?? '').split(END);
    if (gitDir === undefined || gitDir === '') continue;
    if (answers.length < ASKED.length) throw new Error(`git fails in ${name}`);
    addRepository(picture, name, gitDir.trimEnd(), answers);
  }
  return picture;
}

function addRepository(
  picture: Map<string, string>,
  name: string,
  gitDir: string,
  [refs = '', index = '', status = '']: readonly string[],
): void {
  const set = (what: string, text: string) => picture.set(`git ${name} ${what}`, text);
  for (const line of refs.split('\n')) if (!line.startsWith('refs/safeshell/')) set(`ref ${line.split(' ')[0]}`, line);
  // sizes and times of what lies on disk are git's cache
  set('index', index.replace(/^ +(?:ctime|mtime|dev|uid|size): .*?(flags: .*)?\n/gm, '$1\n'));
  set('status', status);
  const files = SETTINGS.flatMap((file) => [...namesBelow(gitDir, file)]);
  const operation = readdirSync(gitDir)
    .filter((file) => OPERATION.test(file))
    .flatMap((file) => namesBelow(gitDir, file));
  for (const file of [...files, ...operation]) set(`file ${file}`, readFileSync(join(gitDir, file), 'latin1'));
}

/** Files at a name, or below it. */
function namesBelow(folder: string, name: string): readonly string[] {
  const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats === undefined ? [] : [name];
  return readdirSync(join(folder, name)).flatMap((child) => namesBelow(folder, `${name}/${child}`));
}

/** Node.js cannot set them more exactly. */
const MICROSECONDS = 1n;

/** Keys that differ. `isTimed`: of which paths the time counts. */
export function differences(before: Picture, after: Picture, isTimed: (path: string) => boolean): readonly string[] {
  const isSame = (key: string) => {
    const [then, now] = [before.get(key), after.get(key)];
    if (then === now || then === undefined || now === undefined || key.startsWith('git ')) return then === now;
    const [, was, wasAt = ''] = TIMED.exec(then) ?? [];
    const [, is, isAt = ''] = TIMED.exec(now) ?? [];
    const difference = BigInt(wasAt) - BigInt(isAt);
    return was === is && (!isTimed(key) || (difference <= MICROSECONDS && difference >= -MICROSECONDS));
  };
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => !isSame(key)).sort();
}

const TIMED = /^(.*) at (\d+)$/s;
