import { inEffect } from '../grammar/effective.ts';
import type { GitLoss } from '../model/loss.ts';
import { type Word, wordValue } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import type { GitCall } from './git-call.ts';
import { gitFolder } from './pathspecs.ts';
import { isThere } from './places.ts';
import type { Spot } from './start.ts';

/** While it rebases, git keeps here which branch it will set. Source: git-rebase(1) 2.39, builtin/rebase.c */
const REBASED = ['rebase-merge/head-name', 'rebase-apply/head-name'];
const MAX_NAME_BYTES = 4096;

/** HEAD, and the branch that moves with it. */
export function headRefs({ git, start }: GitCall): readonly string[] {
  if (typeof git.branch === 'string') return ['HEAD', `refs/heads/${git.branch}`];
  const names = REBASED.map((file) => start.facts.readText(`${git.gitDir}/${file}`, MAX_NAME_BYTES)?.trim());
  return ['HEAD', ...names.filter((name) => name?.startsWith('refs/heads/')).map(String)];
}

/** `git branch -M old new`: what old has is found under the new name, what that had is lost. */
export function renamedRefs(call: GitCall): readonly Pick<GitLoss, 'refs' | 'commit'>[] {
  const names = call.operands.map(({ word }) => wordValue(word));
  if (names.length === 0) return [];
  if (names.includes(undefined)) return [{}];
  const [old, name] = names.map((one) => `refs/heads/${one}`);
  if (name === undefined) return [{ refs: [...headRefs(call), String(old)], commit: 'HEAD' }];
  return [{ refs: [String(old), name], commit: String(old) }];
}

/** `+main:main`, or with -f without the plus. Refs of remotes can be fetched again. */
const REFSPEC = /^(\+?)([^:]+):([^:]+)$/;

export function fetchedRefs({ operands, start }: GitCall): readonly Pick<GitLoss, 'refs'>[] {
  const parsed = start.subject.parsed();
  const isForced = inEffect('-f', parsed);
  if (isForced && inEffect('-t', parsed)) return [{}];
  const refs = operands.slice(1).flatMap(({ word }) => {
    const [, plus, from = '', to = ''] = REFSPEC.exec(wordValue(word) ?? '') ?? [];
    if (to === '' || (!isForced && plus !== '+') || to.startsWith('refs/remotes/')) return [];
    if (to.startsWith('refs/')) return [to];
    return [`${from.startsWith('refs/tags/') ? 'refs/tags/' : 'refs/heads/'}${to}`];
  });
  return refs.length === 0 ? [] : [{ refs: refs.some((ref) => ref.includes('*')) ? undefined : refs }].map(withoutAny);
}

function withoutAny({ refs }: { readonly refs: readonly string[] | undefined }): Pick<GitLoss, 'refs'> {
  return refs === undefined ? {} : { refs };
}

/** Working trees that are deleted; of a linked one, also what git knows of it. Source: git-worktree(1) 2.39, "DETAILS" */
export function worktreeFolders(words: readonly (Word | undefined)[], call: GitCall): readonly Spot[] {
  const { start } = call;
  const from = gitFolder(start, Number.MAX_SAFE_INTEGER);
  return words.flatMap((word): readonly Spot[] => {
    const value = wordValue(word);
    if (value === undefined || from === undefined) {
      return start.invocation.inFile ? [] : [{ why: 'it is not known which working tree is deleted' }];
    }
    const path = worktreeAt(value, from, call);
    if (path === undefined) return [];
    const git = start.facts.git(path);
    const own = git !== null && git !== 'unknown' && git.gitDir.includes('/worktrees/') ? [git.gitDir] : [];
    return [path, ...own].map((one) => ({ path: one, what: 'tree' }));
  });
}

/** By its path, or by the last names of it. */
function worktreeAt(value: string, from: string, { start, git }: GitCall): string | undefined {
  const path = resolvePath(from, value);
  if (isThere(path, start.facts)) return start.links.placeOf(path);
  const common = start.facts.readText(`${git.gitDir}/commondir`, MAX_NAME_BYTES)?.trim();
  const folder = common === undefined ? git.gitDir : resolvePath(git.gitDir, common);
  const name = value.slice(value.lastIndexOf('/') + 1);
  const dotGit = start.facts.readText(`${folder}/worktrees/${name}/gitdir`, MAX_NAME_BYTES)?.trim();
  return dotGit?.startsWith('/') ? parentPath(dotGit) : undefined;
}
