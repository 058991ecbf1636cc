import { copyHosts, type Destination } from '../grammar/address.ts';
import type { NamedRemote } from '../grammar/git-hosts.ts';
import { grammarOf } from '../grammar/index.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Facts, GitFacts } from '../model/facts.ts';
import { resolvePath } from '../util/path.ts';
import type { Subject } from './subject.ts';

/** Includes and rewrites in a git configuration, which only git can resolve. */
const UNFOLLOWED = /^[ \t]*(\[\s*include|(push)?insteadof\s*=)/im;

/** The hosts of a remote, see remoteUrls. */
export function remoteHosts(
  remote: NamedRemote,
  git: GitFacts | null | 'unknown',
  subject: Subject,
  facts: Facts,
): readonly Destination[] {
  const urls = remoteUrls(remote, git, subject, facts);
  return urls === undefined || urls.length === 0 ? ['unknown'] : urls.flatMap(copyHosts);
}

/**
 * The addresses of a remote, from the repository's own configuration; rewrites in the person's own settings are not applied.
 * undefined = not known: also where the line changes remotes before this start. [] = there is no such remote.
 */
export function remoteUrls(
  { remote, pushes }: NamedRemote,
  git: GitFacts | null | 'unknown',
  subject: Subject,
  facts: Facts,
): readonly string[] | undefined {
  const config = git === null || git === 'unknown' ? undefined : configOf(git, facts);
  if (git === null || git === 'unknown' || config === undefined) return undefined;
  if (UNFOLLOWED.test(config) || changesRemotes(subject)) return undefined;
  const name = remote ?? defaultRemote(config, git.branch, pushes);
  const pushUrls = pushes ? valuesOf(config, `remote "${name}"`, 'pushurl') : [];
  return pushUrls.length > 0 ? pushUrls : valuesOf(config, `remote "${name}"`, 'url');
}

function configOf({ gitDir }: GitFacts, facts: Facts): string | undefined {
  const common = facts.readText(`${gitDir}/commondir`, 8192)?.trim();
  return facts.readText(`${common === undefined ? gitDir : resolvePath(gitDir, common)}/config`, 1_000_000);
}

/** The remote that a command without one uses. */
function defaultRemote(config: string, branch: GitFacts['branch'], pushes: boolean): string {
  const ofBranch = `branch "${branch}"`;
  const named = [
    ...(pushes ? [...valuesOf(config, ofBranch, 'pushremote'), ...valuesOf(config, 'remote', 'pushdefault')] : []),
    ...valuesOf(config, ofBranch, 'remote'),
  ];
  return named[0] ?? 'origin';
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
