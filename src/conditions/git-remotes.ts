import { copyHosts, type Destination } from '../grammar/address.ts';
import type { NamedRemote } from '../grammar/git-hosts.ts';
import { grammarOf } from '../grammar/index.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Facts, GitFacts } from '../model/facts.ts';
import { resolvePath } from '../util/path.ts';
import type { Subject } from './subject.ts';

/** Includes and rewrites in a git configuration, which only git can resolve. */
const UNFOLLOWED = /^[ \t]*(\[\s*include|(push)?insteadof\s*=)/im;

/**
 * The hosts of a remote, from the repository's own configuration; rewrites in the person's own settings are not applied. `unknown`
 * where the line changes remotes before this start.
 */
export function remoteHosts(
  { remote, pushes }: NamedRemote,
  git: GitFacts | null | 'unknown',
  subject: Subject,
  facts: Facts,
): readonly Destination[] {
  const config = git === null || git === 'unknown' ? undefined : configOf(git, facts);
  if (git === null || git === 'unknown' || config === undefined) return ['unknown'];
  if (UNFOLLOWED.test(config) || changesRemotes(subject)) return ['unknown'];
  const names = remote === undefined ? defaultRemote(config, git.branch, pushes) : [remote];
  return names.flatMap((name) => {
    const urls = valuesOf(config, `remote "${name}"`, 'url');
    const pushUrls = pushes ? valuesOf(config, `remote "${name}"`, 'pushurl') : [];
    const found = pushUrls.length > 0 ? pushUrls : urls;
    return found.length === 0 ? (['unknown'] as const) : found.flatMap(copyHosts);
  });
}

function configOf({ gitDir }: GitFacts, facts: Facts): string | undefined {
  const common = facts.readText(`${gitDir}/commondir`, 8192)?.trim();
  return facts.readText(`${common === undefined ? gitDir : resolvePath(gitDir, common)}/config`, 1_000_000);
}

/** The remote that a command without one uses. */
function defaultRemote(config: string, branch: GitFacts['branch'], pushes: boolean): readonly string[] {
  const ofBranch = `branch "${branch}"`;
  const named = [
    ...(pushes ? [...valuesOf(config, ofBranch, 'pushremote'), ...valuesOf(config, 'remote', 'pushdefault')] : []),
    ...valuesOf(config, ofBranch, 'remote'),
  ];
  return [named[0] ?? 'origin'];
}

function valuesOf(config: string, section: string, key: string): readonly string[] {
  const values: string[] = [];
  let isInside = false;
  for (const line of config.split('\n')) {
    const head = /^\s*\[\s*([\w.-]+)\s*(".*")?\s*\]/.exec(line);
    if (head !== null) isInside = section === [head[1]?.toLowerCase(), head[2]].filter(Boolean).join(' ');
    const [, name, value = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isInside && name?.toLowerCase() === key) values.push(value.replace(/^"(.*)"$/, '$1'));
  }
  return values;
}

/** `git remote set-url origin ..` or `git config ..` runs before this start. */
function changesRemotes({ analysis, invocation }: Subject): boolean {
  return analysis.invocations.some(({ program, argv }, at) => {
    if (program !== 'git' || invocation === undefined || at >= analysis.invocations.indexOf(invocation)) return false;
    const [first] = parseCommand('git', argv, grammarOf('git')).subcommand;
    return first === 'remote' || first === 'config' || first === undefined;
  });
}
