import { knownWord, wordValue } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import { readGitConfig } from './git-config.ts';
import type { Runner, RunnerCall, RunnerFiles, RunnerFinding } from './runner.ts';
import { readCall } from './words.ts';

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

const VALUED = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
  '--config-env',
]);

interface Repository {
  /** of the working tree */
  readonly root: string;
  readonly gitFolder: string;
}

const MAX_PARENTS = 40;

function repositoryAt(folder: string, files: RunnerFiles): Repository | undefined {
  for (let root = folder, count = 0; count < MAX_PARENTS; root = parentPath(root), count++) {
    const dotGit = resolvePath(root, '.git');
    if (files.exists(`${dotGit}/HEAD`) || files.exists(`${dotGit}/config`) || files.exists(`${dotGit}/hooks`)) {
      return { root, gitFolder: dotGit };
    }
    // a worktree or submodule: its hooks are those of the repository that it is of
    const pointer = files.exists(dotGit) ? /^gitdir: (.*)$/m.exec(files.read(dotGit) ?? '')?.[1] : undefined;
    if (pointer !== undefined) {
      const own = resolvePath(root, pointer.trim());
      const common = files.read(`${own}/commondir`)?.trim();
      return { root, gitFolder: common === undefined ? own : resolvePath(own, common) };
    }
    if (root === '/') return undefined;
  }
  return undefined;
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

function runHooks(call: RunnerCall): readonly RunnerFinding[] {
  const words = readCall(call.argv, { valued: VALUED, last: (operands) => operands.length > 0 });
  const [subcommand] = words?.operands ?? [];
  if (words === undefined || subcommand === undefined || call.cwd === undefined || !Object.hasOwn(HOOKS, subcommand))
    return [];
  const rest = words.rest.map(wordValue);
  const isUnverified = rest.includes('--no-verify') || (subcommand === 'commit' && rest.includes('-n'));
  if (subcommand === 'commit' && rest.includes('--dry-run')) return []; // push runs its hook all the same
  const { files } = call;
  const folder = words.valuesOf('-C').reduce((from, to) => resolvePath(from, to), call.cwd);
  const repository = repositoryAt(folder, files);
  if (repository === undefined) return [];
  const hooks = hooksFolder(repository, words.valuesOf('-c'), files);
  return (HOOKS[subcommand] ?? [])
    .filter((hook) => !(isUnverified && VERIFYING.has(hook)))
    .flatMap((hook) => hookFindings(hook, hooks, repository.root, files));
}

/** The repository's hooks that a subcommand runs. */
export const GIT_RUNNER: Runner = {
  programs: ['git'],
  onlyWith: Object.fromEntries(Object.keys(HOOKS).map((name) => [name, ['']])),
  codeIn: 'hooks',
  run: runHooks,
};
