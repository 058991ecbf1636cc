import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Repository } from '../../../../src/model/loss.ts';
import { type BytePath, pathBuffer } from '../../../../src/undo/byte-path.ts';
import { readBlobs } from '../../../../src/undo/git/blobs.ts';
import { planState, restoreState } from '../../../../src/undo/git/plan.ts';
import { isProblem, type Problem } from '../../../../src/undo/git/repository.ts';
import {
  type KeptState,
  keepState,
  type Objects,
  type StateRegion,
  surveyState,
} from '../../../../src/undo/git/state.ts';
import { type WorktreeFiles, type WorktreeRegion, worktreeFiles } from '../../../../src/undo/git/worktree.ts';
import { shQuote } from '../../../../src/util/sh-quote.ts';

const MARK = '<<end>>';

/** A folder of temp repositories, with a home and a configuration of its own. */
export function makeWorld() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'undo-git-')));
  mkdirSync(join(root, 'home'));
  writeFileSync(join(root, 'gitconfig'), '[user]\nname = a\nemail = a@b.invalid\n[init]\ndefaultBranch = main\n');
  const env = { HOME: join(root, 'home'), GIT_CONFIG_GLOBAL: join(root, 'gitconfig'), GIT_CONFIG_NOSYSTEM: '1' };
  return {
    root,
    env,
    at: (path: string) => join(root, path),
    write: (path: string, text: string | Buffer) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    git: (cwd: string, ...words: string[]): string =>
      execFileSync('git', ['-c', 'protocol.file.allow=always', ...words], {
        cwd: join(root, cwd),
        env: { ...env, PATH: process.env.PATH, GIT_EDITOR: 'true' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trimEnd(),
    /** Outputs of several commands from one shell: each process that a large test process starts costs it 10 ms. */
    gitAll: (cwd: string, commands: readonly (readonly string[])[]): readonly string[] => {
      const lines = commands.map((words) => `git ${words.map(shQuote).join(' ')} || echo failed; printf '${MARK}'`);
      return execFileSync('/bin/sh', ['-c', lines.join('\n')], {
        cwd: join(root, cwd),
        env: { ...env, PATH: process.env.PATH },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).split(MARK);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type World = ReturnType<typeof makeWorld>;

/** Our store, in memory. */
export function memory(): Objects & { readonly size: () => number } {
  const all = new Map<string, Buffer>();
  return {
    put: (bytes) => {
      const name = createHash('sha256').update(bytes).digest('hex');
      all.set(name, Buffer.from(bytes));
      return name;
    },
    get: (name) => all.get(name) as Buffer,
    size: () => all.size,
  };
}

export function ok<T extends object>(result: T | Problem): T {
  if (isProblem(result)) throw new Error(result.problem);
  return result;
}

interface Kept {
  readonly files: WorktreeFiles;
  readonly copies: ReadonlyMap<BytePath, Copy>;
  readonly state: KeptState;
}

type Copy = { readonly mode: number; readonly link?: Buffer; readonly bytes?: Buffer } | undefined;

const LIMITS = { timeoutMs: 10_000, maxFiles: 50_000 };
let keeps = 0;

/** What the rest of the undo room does with paths, in short. */
export function keepAll(
  world: World,
  repository: Repository,
  what: { readonly worktree?: WorktreeRegion; readonly state?: StateRegion },
  objects: Objects,
): Kept {
  const files = what.worktree
    ? ok(worktreeFiles(repository, what.worktree, world.env, LIMITS))
    : { copied: [], nested: [] };
  const copies = new Map<BytePath, Copy>();
  for (const { path, kind } of files.copied) copyOf(path, kind === 'tree', copies);
  const state = what.state ? ok(surveyState(repository, what.state, world.env, { timeoutMs: 10_000 })) : undefined;
  keeps += 1;
  const request = { repository, refPrefix: `refs/safeshell/undo/s/${keeps}`, held: files.committed?.held ?? [] };
  const kept = ok(keepState({ ...request, ...(state ? { state } : {}) }, objects, world.env));
  return { files, copies, state: JSON.parse(JSON.stringify(kept)) as KeptState };
}

export function restoreAll(world: World, { files, copies, state }: Kept, objects: Objects): void {
  const committed = files.committed?.files ?? [];
  const own = new Set([...copies.keys(), ...committed.map((file) => file.path)]);
  const options = { objects, env: world.env, own };
  const plan = planState(state, options);
  const result = restoreState(plan, { overNewer: false }, options);
  if (result.problems.length > 0) throw new Error(result.problems.join('; '));
  const blobs = ok(
    readBlobs(
      state.repository,
      committed.map((file) => file.blob),
      world.env,
      { timeoutMs: 10_000 },
    ),
  );
  committed.forEach(({ path, mode }, at) => {
    const bytes = blobs[at] as Buffer;
    put(path, mode === '120000' ? { mode: 0, link: bytes } : { mode: mode === '100755' ? 0o755 : 0o644, bytes });
  });
  for (const [path, copy] of copies) put(path, copy);
}

function copyOf(path: BytePath, isTree: boolean, copies: Map<BytePath, Copy>): void {
  const file = pathBuffer(path);
  let stat: ReturnType<typeof lstatSync> | undefined;
  try {
    stat = lstatSync(file, { throwIfNoEntry: false });
  } catch {
    stat = undefined;
  }
  if (stat === undefined) copies.set(path, undefined);
  else if (stat.isSymbolicLink()) copies.set(path, { mode: 0, link: readlinkSync(file, 'buffer') });
  else if (stat.isFile()) copies.set(path, { mode: stat.mode & 0o777, bytes: readFileSync(file) });
  else {
    copies.set(path, { mode: stat.mode & 0o777 });
    const names = isTree ? readdirSync(file, { encoding: 'buffer' }) : [];
    for (const name of names) copyOf(`${path}/${name.toString('latin1')}` as BytePath, true, copies);
  }
}

function put(path: BytePath, copy: Copy): void {
  const file = pathBuffer(path);
  if (copy === undefined) rmSync(file, { force: true });
  else if (copy.bytes === undefined && copy.link === undefined) {
    mkdirSync(file, { recursive: true });
    chmodSync(file, copy.mode);
  } else {
    mkdirSync(pathBuffer(path.slice(0, path.lastIndexOf('/')) as BytePath), { recursive: true });
    rmSync(file, { force: true, recursive: true });
    if (copy.link) symlinkSync(copy.link, file);
    else {
      writeFileSync(file, copy.bytes as Buffer);
      chmodSync(file, copy.mode);
    }
  }
}

const SHOWN = ['refs/heads', 'refs/tags', 'refs/remotes', 'refs/stash', 'refs/bisect'];

/** All that a person has there. `.git` is told by what git shows of it, and by the bytes of the index. */
export function snapshot(world: World, cwd: string, gitDir = join(world.at(cwd), '.git')): Record<string, unknown> {
  const files = treeOf(Buffer.from(world.at(cwd)));
  // `git status` may rewrite the index
  const index = sha(join(gitDir, 'index'));
  const [entries, refs, stash, status, config] = world.gitAll(cwd, [
    ['ls-files', '-s', '-v', '-z'],
    ['for-each-ref', '--format=%(refname) %(objectname) %(symref)', ...SHOWN],
    ['stash', 'list', '--format=%H %gs'],
    ['status', '--porcelain=2', '--branch', '--ignored'],
    ['config', '--local', '--list'],
  ]);
  return {
    ...{ files, index, entries, refs, stash, status, config },
    head: readFileSync(join(gitDir, 'HEAD'), 'utf8'),
    operation: [
      'MERGE_HEAD',
      'MERGE_MSG',
      'CHERRY_PICK_HEAD',
      'REVERT_HEAD',
      'rebase-merge',
      'rebase-apply',
      'sequencer',
      'BISECT_LOG',
    ].map((name) => treeOf(Buffer.from(join(gitDir, name)))),
  };
}

function sha(file: string): string {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'gone';
}

/** path -> kind, mode and content */
export function treeOf(path: Buffer, name = ''): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [`${name} gone`];
  const mode = (stat.mode & 0o777).toString(8);
  if (stat.isSymbolicLink()) return [`${name} -> ${readlinkSync(path)}`];
  if (stat.isFile()) return [`${name} ${mode} ${readFileSync(path).toString('latin1')}`];
  const names = readdirSync(path, { encoding: 'buffer' }).filter((entry) => entry.toString() !== '.git' || name !== '');
  const below = names.sort(Buffer.compare).flatMap((entry) => {
    return treeOf(Buffer.concat([path, Buffer.from('/'), entry]), `${name}/${entry.toString('latin1')}`);
  });
  return [`${name} ${mode} folder`, ...below];
}
