import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TempHome } from '../installed.ts';

/** Where recipes run: a repository `project` of so many files with every kind of work in it, a linked working tree, and a folder outside of both. */
export interface Place {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** makes it as it was built, then as the lines of sh say */
  fresh(setup?: string): void;
  /** git looks at files that were brought back */
  refresh(): void;
}

/** Repositories of the place, the first of which is where lines run. */
export const REPOSITORIES = ['project', 'linked', 'project/sub'];
const REFRESH = 'git update-index -q --refresh || true';
const FILES_IN_FOLDER = 50;

const GIT_CONFIG = `[user]
name = n
email = n@example.com
[init]
defaultBranch = main
[core]
editor = true
[advice]
detachedHead = false
[protocol "file"]
allow = always
[gc]
auto = 0
`;

export function makePlace(home: TempHome, files: number): Place {
  const root = join(home.home, 'place');
  const built = join(home.home, 'built');
  home.file('.gitconfig', GIT_CONFIG);
  const env = { HOME: home.home, PATH: home.tools, LANG: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' };
  const sh = (script: string) =>
    execFileSync('/bin/sh', ['-ec', script], { cwd: join(root, 'project'), env, stdio: ['ignore', 'ignore', 'pipe'] });
  mkdirSync(join(root, 'project'), { recursive: true });
  writeTracked(root, files);
  sh(HISTORY);
  sh(DIRTY);
  writeUntracked(root);
  renameSync(root, built);
  return {
    root,
    env,
    refresh: () => void sh(REFRESH),
    fresh(setup) {
      if (existsSync(root)) execFileSync('/bin/rm', ['-rf', root]);
      execFileSync('/bin/cp', ['-a', built, root]);
      sh(`${REFRESH}\n${setup ?? ''}`);
    },
  };
}

function write(root: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const BYTES = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7) % 256));
const POINTER =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';

function writeTracked(root: string, files: number): void {
  const many: Record<string, string> = {};
  for (let at = 0; at < files; at++)
    many[`src/d${Math.floor(at / FILES_IN_FOLDER)}/f${at}.txt`] = `${at}\n${'line\n'.repeat(at % 40)}`;
  write(join(root, 'project'), {
    ...many,
    'notes.md': 'notes\nof the first day\n',
    'tool.sh': '#!/bin/sh\necho tool\n',
    'conflict.txt': 'one\ntwo\nthree\n',
    'data/a.bin': BYTES,
    'data/b.txt': 'data b\n',
    'docs/one.md': 'one\n',
    'docs/two.md': 'two\n',
    'docs/deep/three.md': 'three\n',
    'deleted.md': 'deleted from disk\n',
    'kept-out.md': 'not in the index\n',
    '-dash.md': 'dash\n',
    'spa ce.md': 'space\n',
    'new\nline.md': 'new line\n',
    'hidden.conf': 'hidden\n',
    'skipped.conf': 'skipped\n',
    'model.big': POINTER,
    '.gitattributes': '*.big filter=lfs diff=lfs merge=lfs -text\n',
    '.gitignore': '*.log\nbuild/\nnode_modules/\n*.secret\n',
  });
  symlinkSync('docs/one.md', join(root, 'project/link.md'));
  write(root, {
    'outside/notes.txt': 'outside\n',
    'outside/sub/deep.txt': 'deep\n',
    'outside/sub/one.md': 'outside one\n',
    'outside/from/one.md': 'from one\n',
    'outside/from/fresh.md': 'from fresh\n',
    'outside/bytes.bin': BYTES,
  });
}

/** Three commits, branches, tags, stashes, a submodule and a linked working tree. */
const HISTORY = `
mkdir ../lib; git -C ../lib init -q
(cd ../lib; for i in 1 2; do echo $i >s; git add s; git commit -qm $i; done)
git init -q
chmod 755 tool.sh
git add -A; git commit -qm first
git tag -am 'about the first' v1; git tag light
git branch other
git submodule --quiet add ../lib sub 2>&1
echo second >>src/d0/f0.txt; echo second >>docs/one.md; echo second >>conflict.txt
mkdir later; echo later >later/l.md
git add -A; git commit -qm second
git checkout -q -b side
echo side >conflict.txt; echo s >side.md; git add -A; git commit -qm side
git checkout -q other
echo other >docs/one.md; echo o >other.md; echo secret >a.secret; git add -A -f; git commit -qm other
git checkout -q main; git submodule --quiet update --init
echo third >>src/d0/f1.txt; echo third >conflict.txt; git rm -q docs/deep/three.md; mkdir -p docs/deep; echo three >docs/deep/four.md
git add -A; git commit -qm third
git worktree add -q -b linked ../linked
for i in 1 2 3; do echo stash $i >data/b.txt; git stash push -qm "stash $i"; done
tar cf ../outside/pack.tar -C ../outside/from one.md fresh.md
if command -v zip; then (cd ../outside/from; zip -q ../pack.zip one.md fresh.md); fi
`;

const DIRTY = `
printf 'notes\\r\\nchanged, without an end' >notes.md
echo more >>tool.sh; chmod 700 tool.sh
echo staged >docs/one.md; git add docs/one.md
echo staged >docs/two.md; git add docs/two.md; echo edited >>docs/two.md
rm deleted.md
git rm -q --cached kept-out.md
echo added >added.md; git add added.md
echo planned >planned.md; git add -N planned.md
git update-index --assume-unchanged hidden.conf; echo changed >hidden.conf
git update-index --skip-worktree skipped.conf; echo changed >skipped.conf
head -c 12345 /dev/zero >model.big
chmod +x data/b.txt
echo changed >sub/s; echo untracked >sub/untracked
echo changed >../linked/notes.md; echo untracked >../linked/untracked
`;

function writeUntracked(root: string): void {
  const project = join(root, 'project');
  write(project, {
    'untracked/one.txt': 'untracked\n',
    'untracked/deep/two words.txt': 'two words\n',
    'untracked/deep/bytes.bin': BYTES,
    'untracked/-rf': 'dash\n',
    'untracked/new\nline': 'new line\n',
    'untracked/read-only': 'read only\n',
    'untracked/debug.log': 'log\n',
    'src/d0/extra.txt': 'extra\n',
    'debug.log': 'log\n',
    'a.secret': 'my own\n',
    'build/out.o': BYTES,
    'build/deep/x.o': 'x\n',
    'node_modules/p/index.js': 'module.exports = 1\n',
    'node_modules/p/package.json': '{}\n',
  });
  writeFileSync(Buffer.concat([Buffer.from(`${project}/untracked/byte`), Buffer.from([0xff, 0xfe])]), 'bytes\n');
  for (const empty of ['untracked/empty/in', 'hollow', 'docs/hollow'])
    mkdirSync(join(project, empty), { recursive: true });
  const link = (target: string, path: string) => symlinkSync(target, join(root, path));
  link('nowhere', 'project/untracked/dangling');
  link('../docs', 'project/untracked/to-folder');
  link('notes.txt', 'outside/link');
  link('sub', 'outside/to-folder');
  linkSync(join(project, 'untracked/one.txt'), join(project, 'untracked/hard.txt'));
  linkSync(join(root, 'outside/notes.txt'), join(root, 'outside/hard.txt'));
  execFileSync('/bin/chmod', ['600', join(project, 'untracked/one.txt')]);
  execFileSync('/bin/chmod', ['444', join(project, 'untracked/read-only')]);
  execFileSync('/bin/chmod', ['750', join(project, 'untracked/deep')]);
}
