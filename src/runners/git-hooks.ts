import { grammarOf } from '../grammar/index.ts';
import { HOLE } from '../model/hole.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import { changedConfig } from './changed-home.ts';
import { readGitConfig } from './git-config.ts';
import type { Runner, RunnerCall, RunnerFiles, RunnerFinding } from './runner.ts';
import { findUpward } from './upward.ts';
import { type CallWords, readCall } from './words.ts';

const COMMIT = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const MERGE = ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge'];

/** Hooks by subcommand, in the order in which git runs them. Source: githooks(5) 2.39. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'post-rewrite'],
  checkout: ['post-checkout'],
  'cherry-pick': ['prepare-commit-msg', 'commit-msg', 'post-commit'],
  commit: [...COMMIT, 'post-rewrite'],
  merge: MERGE,
  pull: [...MERGE, 'pre-rebase', 'post-rewrite'],
  push: ['pre-push'],
  rebase: ['pre-rebase', 'post-checkout', 'post-rewrite'],
  revert: ['prepare-commit-msg', 'commit-msg', 'post-commit'],
  switch: ['post-checkout'],
};

/** Hooks that `--no-verify` leaves out. */
const VERIFYING = new Set([
  'pre-commit',
  'commit-msg',
  'pre-merge-commit',
  'pre-push',
  'applypatch-msg',
  'pre-applypatch',
  'pre-rebase',
]);

export const HOOK_NAMES: readonly string[] = [...new Set(Object.values(HOOKS).flat())].sort();

interface Repository {
  /** of the working tree */
  readonly root: string;
  readonly gitFolder: string;
}

/** What names a repository beside the place it is looked for in: an option, else the variable. */
interface Named {
  readonly gitDir: string | undefined;
  readonly workTree: string | undefined;
}

/** What is not known may be the repository at hand, so that one counts. */
function namedBy(words: CallWords, call: RunnerCall): Named {
  const named = (option: string, variable: string) => {
    const path = words.valueOf(option) ?? call.variable(variable);
    return path === '' || path?.includes(HOLE) ? undefined : path;
  };
  return { gitDir: named('--git-dir', 'GIT_DIR'), workTree: named('--work-tree', 'GIT_WORK_TREE') };
}

/** The repository that git works in. With `--git-dir` alone the working tree is where git is started. */
function repositoryOf(folder: string, { gitDir, workTree }: Named, files: RunnerFiles): Repository | undefined {
  const found =
    gitDir === undefined
      ? repositoryAt(folder, files)
      : { root: folder, gitFolder: linked(resolvePath(folder, gitDir), files) };
  return found !== undefined && workTree !== undefined ? { ...found, root: resolvePath(folder, workTree) } : found;
}

function repositoryAt(folder: string, files: RunnerFiles): Repository | undefined {
  return findUpward(folder, (root) => {
    const dotGit = resolvePath(root, '.git');
    const parts = [`${dotGit}/HEAD`, `${dotGit}/config`, `${dotGit}/hooks`];
    if (parts.some((part) => files.exists(part))) return { root, gitFolder: dotGit };
    const gitFolder = linked(dotGit, files);
    return gitFolder === dotGit ? undefined : { root, gitFolder };
  });
}

/** The `.git` of a worktree or submodule is a file; its hooks are those of the repository that it is of. */
function linked(dotGit: string, files: RunnerFiles): string {
  const isFolder = files.exists(`${dotGit}/HEAD`) || !files.exists(dotGit);
  const pointer = isFolder ? undefined : /^gitdir: (.*)$/m.exec(files.read(dotGit) ?? '')?.[1];
  const own = pointer === undefined ? dotGit : resolvePath(parentPath(dotGit), pointer.trim());
  const common = files.exists(`${own}/commondir`) ? files.read(`${own}/commondir`)?.trim() : undefined;
  return common === undefined ? own : resolvePath(own, common);
}

/** The folder of hooks: core.hooksPath of the line or of the repository, else its own. */
function hooksFolder({ root, gitFolder }: Repository, given: readonly string[], files: RunnerFiles): string {
  const onLine = given.flatMap((one) => /^core\.hookspath=(.*)$/i.exec(one)?.[1] ?? []).at(-1);
  const chosen = onLine ?? readGitConfig(files.read(`${gitFolder}/config`) ?? '').get('core.hookspath');
  return chosen === undefined || chosen === '' || chosen.startsWith('~')
    ? `${gitFolder}/hooks`
    : resolvePath(root, chosen);
}

function hookFindings(hook: string, folder: string, root: string, files: RunnerFiles): RunnerFinding[] {
  // husky 9: `.husky/_/pre-commit` runs `.husky/pre-commit` by sh
  const husky = folder.endsWith('/_') ? `${parentPath(folder)}/${hook}` : undefined;
  const effects = { cwd: knownWord(root) };
  if (husky !== undefined && files.exists(husky)) {
    return [
      {
        kind: 'script-file',
        language: 'shell',
        shell: 'sh',
        path: knownWord(husky),
        positional: [],
        effects,
        file: husky,
      },
    ];
  }
  const file = `${folder}/${hook}`;
  return files.exists(file) ? [{ kind: 'argv', argv: [knownWord(file)], effects, file }] : [];
}

/** Where git looks from, after each `-C`. */
function folderOf(words: CallWords, cwd: string): string {
  return words.valuesOf('-C').reduce((from, to) => resolvePath(from, to), cwd);
}

/** No subcommand of git itself, which PATH cannot replace. */
function isExternal(subcommand: string): boolean {
  const { subcommands = {}, aliases = {} } = grammarOf('git') ?? {};
  return /^[\w-]+$/.test(subcommand) && !Object.hasOwn(subcommands, subcommand) && !Object.hasOwn(aliases, subcommand);
}

/** `git zz` starts the program git-zz. Only one of the project is followed: what is installed is nobody's code at hand. */
function runExternal(subcommand: string, words: CallWords, call: RunnerCall): readonly RunnerFinding[] {
  const file = call.inProject(`git-${subcommand}`);
  const effects = { cwd: knownWord(folderOf(words, call.cwd ?? '/')) };
  return file === undefined ? [] : [{ kind: 'argv', argv: [knownWord(file), ...words.rest], effects, file }];
}

/** `HOME=. git x`: the settings of another HOME are those of `-c`. */
function settingsOfHome(call: RunnerCall, cwd: string): RunnerFinding | undefined {
  const home = call.changed('HOME');
  const paths = [
    ...(home === undefined ? [] : [`${home}/.gitconfig`]),
    ...changedConfig(call).map((folder) => `${folder}/git/config`),
  ].map((path) => resolvePath(cwd, path));
  const file = paths.find((path) => call.files.exists(path));
  if (file === undefined) return undefined;
  const settings = [...readGitConfig(call.files.read(file) ?? '')].slice(0, MAX_SETTINGS);
  const [git, ...rest] = call.argv as readonly [Word, ...Word[]];
  const given = settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]).map((text) => knownWord(text));
  return { kind: 'argv', argv: [git, ...given, ...rest], effects: { unsets: ['HOME', 'XDG_CONFIG_HOME'] }, file };
}

const MAX_SETTINGS = 100;

function runHooks(call: RunnerCall): readonly RunnerFinding[] {
  const words = readCall(call.argv, { last: (operands) => operands.length > 0 });
  const [subcommand] = words?.operands ?? [];
  if (words === undefined || subcommand === undefined || call.cwd === undefined) return [];
  const settings = settingsOfHome(call, call.cwd);
  if (settings !== undefined) return [settings];
  if (!Object.hasOwn(HOOKS, subcommand)) return isExternal(subcommand) ? runExternal(subcommand, words, call) : [];
  const rest = words.rest.map(wordValue);
  const isUnverified = rest.includes('--no-verify') || (subcommand === 'commit' && rest.includes('-n'));
  if (subcommand === 'commit' && rest.includes('--dry-run')) return []; // push runs its hook all the same
  const { files } = call;
  const folder = folderOf(words, call.cwd);
  const repository = repositoryOf(folder, namedBy(words, call), files);
  if (repository === undefined) return [];
  const hooks = hooksFolder(repository, words.valuesOf('-c'), files);
  return (HOOKS[subcommand] ?? [])
    .filter((hook) => !(isUnverified && VERIFYING.has(hook)))
    .flatMap((hook) => hookFindings(hook, hooks, repository.root, files));
}

/** The repository's hooks that a subcommand runs, and programs of the project that are subcommands. */
export const GIT_RUNNER: Runner = {
  programs: ['git'],
  onlyWith: Object.fromEntries(Object.keys(HOOKS).map((name) => [name, ['']])),
  codeIn: 'hooks',
  run: runHooks,
};
