import { gitFacts } from '../conditions/git.ts';
import type { Facts, GitFacts } from '../model/facts.ts';
import { wordValue } from '../model/word.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import type { ProofStart } from './context.ts';

/** Options in front of the subcommand that change no more than how it prints or where it looks. */
const GLOBAL = new Set(
  `-C --no-pager -P --no-optional-locks --no-replace-objects --no-lazy-fetch --no-advice --literal-pathspecs
  --glob-pathspecs --noglob-pathspecs --icase-pathspecs --version -v --help -h --html-path --man-path --info-path`.split(
    /\s+/,
  ),
);

/** Keys that start no program when git reads; all other keys of a repository may. Source: git-config(1) 2.47 */
const QUIET_KEYS =
  /^(?:core\.(?:hookspath|repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|whitespace|abbrev|excludesfile|untrackedcache|commentchar|longpaths|protect\w+|trustctime|checkstat|compression|bigfilethreshold|editor)|(?:user|author|committer|branch|remote|pull|push|rebase|init|color|column|commit|tag|advice|status|fetch|versionsort|rerere|receive|gc|maintenance|pack|index|feature|help|i18n|blame|lfs|gitflow|format|credential|http|https|url|safe|clone|checkout|stash|apply|am|merge|worktree)\..*|merge|diff\.(?:algorithm|renames|renamelimit|colormoved\w*|mnemonicprefix|noprefix|context|indentheuristic|submodule|wserrorhighlight|interhunkcontext|tool|guitool)|log\.(?:date|decorate|abbrevcommit|follow|showroot|mailmap)|extensions\.(?:objectformat|refstorage|relativeworktrees))$/;
/** Of these, keys that name a program, or another machine as the place of objects. */
const LOUD_KEYS =
  /\.(?:driver|promisor|partialclonefilter|uploadpack|receivepack|vcs|program|textconv|command|helper)$/;
/** In the person's own files: what runs when git reads. Everything else there is the person's own doing. */
const LOUD_GLOBAL =
  /^(?:core\.(?:fsmonitor|hookspath|alternaterefscommand)|diff\.external|trace2\..*|diff\..*\.(?:command|textconv)|log\.showsignature)$/;

const CREDENTIAL_URL = /^\s*(?:push)?url\s*=\s*"?\w+:\/\/[^/\s]*:[^/\s]*@|extraheader/im;
const MAX_CONFIG_BYTES = 65_536;

/** The settings of a repository hold a password, or cannot be read. */
export function holdsPassword(config: string, facts: Facts): boolean {
  const text = readConfig(config, facts);
  return text === undefined || CREDENTIAL_URL.test(text);
}

/** What makes git run a program, or show a secret, where its words are harmless. */
export function gitObstacle(start: ProofStart): string | undefined {
  const { subject, context } = start;
  const { options } = subject.parsed();
  const [first] = subject.parsed().subcommand;
  const at = start.invocation.argv.findIndex((word) => wordValue(word) === first);
  for (const { names, index, value } of options) {
    if (index < at && !names.some((name) => GLOBAL.has(name)) && !isQuietSetting(names, wordValue(value)))
      return `\`${names[0]}\` in front of the subcommand changes what git does`;
    if (names.includes('--help') && first !== undefined) return 'git starts man for its help';
    if (/%G|%\(signature/.test(value?.text ?? '') || names.includes('--show-signature'))
      return 'git starts gpg for signatures';
  }
  if (first === 'config' && !isShownKey(start)) return 'it is not known what the setting holds';
  const git = gitFacts(subject, context.facts);
  if (git === 'unknown') return 'it is not known which repository git reads';
  return globalObstacle(context.facts) ?? (git === null ? undefined : repositoryObstacle(context.facts)(git, first));
}

/** `-c color.ui=never` */
function isQuietSetting(names: readonly string[], value: string | undefined): boolean {
  const key = value?.split('=')[0]?.toLowerCase();
  return names.includes('-c') && key !== undefined && isQuiet(key);
}

const isQuiet = (key: string) => QUIET_KEYS.test(key) && !LOUD_KEYS.test(key);

/** `git config --get user.name`: settings that are no secrets. */
function isShownKey({ subject }: ProofStart): boolean {
  const { operands } = subject.parsed();
  return (
    operands.length === 1 &&
    /^(?:user|core|branch|init|pull|push|merge|rebase|commit|color|diff|log|status)\.[\w.-]+$/.test(
      wordValue(operands[0]?.word) ?? '',
    )
  );
}

const globalObstacle = memoizeByObject((facts: Facts): string | undefined => {
  const { home, env } = facts;
  if (home === undefined) return undefined;
  const files = [env.GIT_CONFIG_GLOBAL, `${home}/.gitconfig`, `${env.XDG_CONFIG_HOME ?? `${home}/.config`}/git/config`];
  return files.flatMap((file) => (file === undefined ? [] : (personalObstacle(file, facts, 0) ?? [])))[0];
});

const MAX_INCLUDES = 4;

/** What the person's settings start when git only reads; files that they include are read too, whatever the condition is. */
function personalObstacle(file: string, facts: Facts, depth: number): string | undefined {
  const text = depth > MAX_INCLUDES ? undefined : readConfig(file, facts);
  if (text === undefined) return `\`${file}\` is not known`;
  for (const [key, value] of settingsOf(text)) {
    if (isLoud(key, value)) return `\`${key}\` in \`${file}\` starts a program`;
    if (!/^include(?:if\..*)?\.path$/.test(key)) continue;
    const path = value.replace(/^"(.*)"$/, '$1').replace(/^~(?=\/)/, facts.home ?? '~');
    const obstacle = personalObstacle(resolvePath(parentPath(file), path), facts, depth + 1);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

/** git-lfs is what its users have there. */
function isLoud(key: string, value: string): boolean {
  if (/^filter\..*\.(?:clean|smudge|process)$/.test(key)) return !/^"?git-lfs /.test(value);
  return LOUD_GLOBAL.test(key) && !/^(?:true|false|)$/.test(value);
}

/** They look into repositories inside of this one, whose own settings count there. */
const LOOKS_INSIDE = /^(?:status|diff|diff-index|diff-files|describe)$/;
const MAX_NESTED = 20;

/** Another repository in the working tree, as far as it lies near; git asks about those that the index knows. */
function nestedIn(root: string, facts: Facts): string | undefined {
  if (facts.exists(`${root}/.gitmodules`) !== 'no') return '.gitmodules';
  const patterns = ['*/.git', '*/*/.git', '*/*/*/.git'];
  return patterns.flatMap((pattern) => facts.expandGlob(pattern, root, MAX_NESTED) ?? [])[0];
}

/** Which repository, and whether the subcommand prints addresses. */
const repositoryObstacle = memoizeByObject((facts: Facts) => {
  const known = memoizeByObject((git: GitFacts) => readRepository(git, facts));
  const nested = memoizeByObject(({ root }: GitFacts) => nestedIn(root, facts));
  return (git: GitFacts, subcommand: string | undefined): string | undefined => {
    const { obstacle, hasSecret } = known(git);
    const inside = LOOKS_INSIDE.test(subcommand ?? '') ? nested(git) : undefined;
    if (inside !== undefined) return `git may run what another repository in it says: \`${inside}\``;
    return obstacle ?? (subcommand === 'remote' && hasSecret ? 'an address of a remote holds a password' : undefined);
  };
});

interface RepositorySettings {
  readonly obstacle: string | undefined;
  readonly hasSecret: boolean;
}

function readRepository({ gitDir, root }: GitFacts, facts: Facts): RepositorySettings {
  const common = facts.readText(`${gitDir}/commondir`, MAX_CONFIG_BYTES)?.trim();
  const folder = common === undefined ? gitDir : resolvePath(gitDir, common);
  const text = readConfig(`${folder}/config`, facts);
  const refuse = (obstacle: string) => ({ obstacle, hasSecret: true });
  if (text === undefined) return refuse('the settings of the repository are not known');
  const settings = settingsOf(text);
  const loud = settings.find(([key]) => !isQuiet(key));
  if (loud !== undefined) return refuse(`\`${loud[0]}\` in the settings of the repository may start a program`);
  const hooks = settings.findLast(([key]) => key === 'core.hookspath')?.[1] ?? `${folder}/hooks`;
  const files = [`${gitDir}/config.worktree`, `${resolvePath(root, hooks)}/post-index-change`];
  const more = hooks.startsWith('~') ? hooks : files.find((one) => facts.exists(one) !== 'no');
  if (more !== undefined) return refuse(`\`${more}\` may start a program`);
  return { obstacle: undefined, hasSecret: CREDENTIAL_URL.test(text) };
}

/** '' where there is none; undefined = it cannot be read. */
function readConfig(file: string, facts: Facts): string | undefined {
  return facts.readText(file, MAX_CONFIG_BYTES) ?? (facts.exists(file) === 'no' ? '' : undefined);
}

const SECTION = /^\s*\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\]/;

/** `section.name.key` in lower case, and its value. A line that is not understood is a key of its own, which nothing knows. Source: git-config(1) 2.47, Syntax */
function settingsOf(text: string): readonly (readonly [key: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    let rest = line;
    const head = SECTION.exec(line);
    if (head !== null) {
      const [all, name = '', sub] = head;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.toLowerCase()}`;
      rest = line.slice(all.length);
    }
    const body = rest.trim();
    if (body === '' || /^[#;]/.test(body)) continue;
    const [, key = '?', value = ''] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(body) ?? [];
    found.push([`${section}.${key.toLowerCase()}`, value.trim()]);
    if (/\\$/.test(body)) found.push(['?', '']); // goes on in the next line
  }
  return found;
}
