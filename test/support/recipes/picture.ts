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

/** Refs, index, stash, operation in progress, settings and status of a repository; empty where there is none. */
export function gitBelow(root: string, name: string, env: NodeJS.ProcessEnv): Map<string, string> {
  const picture = new Map<string, string>();
  const set = (what: string, text: string) => picture.set(`git ${name} ${what}`, text);
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: join(root, name),
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
    });
  let gitDir: string;
  try {
    gitDir = git('rev-parse', '--absolute-git-dir').trimEnd();
  } catch {
    return picture;
  }
  for (const line of git('for-each-ref', '--format=%(refname) %(objectname) %(symref)').split('\n'))
    if (!line.startsWith('refs/safeshell/')) set(`ref ${line.split(' ')[0]}`, line);
  // sizes and times of what lies on disk are git's cache
  const flags = git('ls-files', '-s', '-v', '--debug').replace(
    /^ +(?:ctime|mtime|dev|uid|size): .*?(flags: .*)?\n/gm,
    '$1\n',
  );
  set('index', flags);
  set('status', git('status', '--porcelain=v2', '--untracked-files=all', '--ignored', '-z'));
  const files = SETTINGS.flatMap((file) => [...namesBelow(gitDir, file)]);
  const operation = readdirSync(gitDir)
    .filter((file) => OPERATION.test(file))
    .flatMap((file) => namesBelow(gitDir, file));
  for (const file of [...files, ...operation]) set(`file ${file}`, readFileSync(join(gitDir, file), 'latin1'));
  return picture;
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
