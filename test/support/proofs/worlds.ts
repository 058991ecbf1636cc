import { HOME, RECORDER } from './home.ts';

/** Where lines are judged and run. */
export interface ProofWorld {
  readonly name: string;
  /** beside HOME, PATH, LANG, USER and TERM, or in place of them */
  readonly env?: Readonly<Record<string, string>>;
  /** paths below HOME; texts that begin with `+` are added to what is there */
  readonly files?: Readonly<Record<string, string>>;
  /** of these files, anybody may execute */
  readonly programs?: readonly string[];
}

export const PLAIN: ProofWorld = { name: 'plain' };

const R = RECORDER;
const GIT_SETTINGS = {
  fsmonitor: `[core]\n\tfsmonitor = ${R}\n`,
  'external diff': `[diff]\n\texternal = ${R}\n`,
  textconv: `[diff "own"]\n\ttextconv = ${R}\n`,
  'diff driver': `[diff "own"]\n\tcommand = ${R}\n`,
  'clean filter': `[filter "own"]\n\tclean = ${R}\n\tsmudge = ${R}\n\trequired = true\n`,
  'process filter': `[filter "own"]\n\tprocess = ${R}\n`,
  pager: `[core]\n\tpager = ${R}\n[pager]\n\tlog = ${R}\n\tdiff = ${R}\n\tstatus = ${R}\n\tbranch = ${R}\n`,
  aliases: `[alias]\n\tst = !${R}\n\tlg = "!${R} log"\n\tstatus = !${R}\n\tll = log --oneline\n`,
  signatures: `[gpg]\n\tprogram = ${R}\n[log]\n\tshowSignature = true\n`,
  editor: `[core]\n\teditor = ${R}\n[sequence]\n\teditor = ${R}\n`,
  'hooks elsewhere': `[core]\n\thooksPath = ${HOME}/hooks\n`,
  promisor: `[core]\n\tsshCommand = ${R}\n[remote "origin"]\n\turl = ext::${R} %S\n\tpromisor = true\n\tpartialclonefilter = blob:none\n[protocol "ext"]\n\tallow = always\n[extensions]\n\tpartialClone = origin\n`,
  trace: '[trace2]\n\teventTarget = /tmp/trace2.json\n\tnormalTarget = /tmp/trace2.txt\n',
} as const;

const entries = Object.entries(GIT_SETTINGS);
/** Settings of git that start programs, of the repository, of the person, and of a file that these include. */
const GIT_WORLDS: readonly ProofWorld[] = [
  ...entries.map(([name, text]) => ({ name: `git ${name}`, files: { 'app/.git/config': `+${text}`, 'hooks/x': '' } })),
  ...entries.map(([name, text]) => ({ name: `git ${name}, of the person`, files: { '.gitconfig': text } })),
  { name: 'git settings in XDG', files: { '.config/git/config': GIT_SETTINGS['external diff'] } },
  {
    name: 'git settings included',
    files: {
      'app/.git/config': '+[include]\n\tpath = more\n',
      'app/.git/more': `${GIT_SETTINGS['external diff']}${GIT_SETTINGS.fsmonitor}`,
    },
  },
  {
    name: 'git settings included on a condition',
    files: {
      '.gitconfig': `[includeIf "gitdir:${HOME}/"]\n\tpath = ${HOME}/.gitmore\n`,
      '.gitmore': `${GIT_SETTINGS['external diff']}${GIT_SETTINGS.fsmonitor}`,
    },
  },
  {
    name: 'git settings of the working tree',
    files: {
      'app/.git/config': '+[extensions]\n\tworktreeConfig = true\n',
      'app/.git/config.worktree': GIT_SETTINGS.fsmonitor,
    },
  },
  {
    name: 'git settings of a repository in the project',
    files: { 'app/nested/.git/config': `+${GIT_SETTINGS.fsmonitor}${GIT_SETTINGS['external diff']}` },
  },
  {
    name: 'git settings of a bare repository in the project',
    files: {
      'app/bare/HEAD': 'ref: refs/heads/main\n',
      'app/bare/objects/.keep': '',
      'app/bare/refs/.keep': '',
      'app/bare/config': `[core]\n\tbare = false\n\tworktree = ${HOME}/app/bare\n${GIT_SETTINGS.fsmonitor}`,
    },
  },
  {
    name: 'git hooks',
    files: { 'app/.git/hooks/post-index-change': `#!/bin/sh\n${R}\n` },
    programs: ['app/.git/hooks/post-index-change'],
  },
  {
    name: 'git attributes of the repository',
    files: {
      'app/.git/info/attributes': '*.md diff=own\n',
      'app/.git/config': `+${GIT_SETTINGS.textconv}`,
    },
  },
];

const variable = (name: string, value: string): ProofWorld => ({ name: `${name}=${value}`, env: { [name]: value } });

/** Variables with which programs, or the shell itself, start something or write. */
const VARIABLE_WORLDS: readonly ProofWorld[] = [
  variable('GIT_EXTERNAL_DIFF', R),
  variable('GIT_PAGER', R),
  variable('PAGER', R),
  variable('GIT_SSH_COMMAND', R),
  variable('GIT_TRACE', '/tmp/git-trace'),
  variable('GIT_TRACE2_EVENT', '/tmp/git-trace2'),
  variable('GIT_TRACE_SETUP', '/tmp/git-trace3'),
  variable('GIT_CONFIG_GLOBAL', `${HOME}/.hostile-git`),
  {
    name: 'GIT_CONFIG_COUNT',
    env: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: R },
  },
  variable('GIT_CONFIG_PARAMETERS', `'core.fsmonitor=${R}'`),
  variable('GIT_DIR', `${HOME}/other-git`),
  variable('GIT_EXEC_PATH', `${HOME}/bin`),
  variable('LESSOPEN', `|${R} %s`),
  variable('LESSCLOSE', `${R} %s`),
  variable('LESS', `+!${R}`),
  variable('MANPAGER', R),
  variable('BAT_PAGER', R),
  variable('DELTA_PAGER', R),
  variable('RIPGREP_CONFIG_PATH', `${HOME}/.hostile-rg`),
  variable('GREP_OPTIONS', '-r --color=always'),
  variable('TAR_OPTIONS', `--to-command=${R} --checkpoint=1 --checkpoint-action=exec=${R}`),
  variable('UNZIP', '-o'),
  variable('PYTHONSTARTUP', `${HOME}/.hostile.py`),
  { name: 'PYTHONPATH', env: { PYTHONPATH: `${HOME}/python` } },
  variable('NODE_OPTIONS', `--require=${HOME}/.hostile.js`),
  variable('PERL5OPT', '-MHostile'),
  variable('RUBYOPT', `-r${HOME}/.hostile.rb`),
  variable('BASH_ENV', `${HOME}/.hostile-bash`),
  variable('ENV', `${HOME}/.hostile-bash`),
  variable('BASH_FUNC_ls%%', `() {  ${R}; }`),
  variable('BASH_FUNC_git%%', `() {  ${R}; }`),
  { name: 'SHELLOPTS and PS4', env: { SHELLOPTS: 'xtrace', PS4: `$(${R})` } },
  variable('CDPATH', HOME),
  variable('GLOBIGNORE', '*.md'),
  variable('PATH', `.:${HOME}/app/bin:/usr/bin:/bin`),
  variable('PATH', 'bin:/usr/bin:/bin'),
  variable('LD_PRELOAD', `${HOME}/hostile.so`),
  variable('LD_LIBRARY_PATH', `${HOME}/lib`),
  variable('MAGIC', `${HOME}/app/docs/guide.md`),
  variable('AWKPATH', `${HOME}/bin`),
  variable('POSIXLY_CORRECT', '1'),
  variable('FZF_DEFAULT_COMMAND', R),
  variable('COLUMNS', 'a[$(/home/u/.recorder)]'),
];

const HOSTILE_PROGRAMS = ['ls', 'cat', 'git', 'rg', 'grep', 'sed', 'head', 'find', 'wc', 'jq', 'which'];
const AROUND: Readonly<Record<string, string>> = {
  '.hostile-git': `${GIT_SETTINGS['external diff']}${GIT_SETTINGS.fsmonitor}`,
  '.hostile-rg': `--pre=${R}\n`,
  '.hostile-bash': `${R}\n`,
  '.hostile.js': "require('node:fs').writeFileSync('/tmp/hostile-js', '')\n",
  '.hostile.py': "open('/tmp/hostile-py', 'w')\n",
  '.hostile.rb': "File.write('/tmp/hostile-rb', '')\n",
  'python/sitecustomize.py': "open('/tmp/hostile-py', 'w')\n",
  'bin/git-status': `#!/bin/sh\n${R}\n`,
  ...Object.fromEntries(
    ['bin', 'app/bin'].flatMap((folder) =>
      HOSTILE_PROGRAMS.map((name) => [`${folder}/${name}`, `#!/bin/sh\n${R} </dev/null\n`]),
    ),
  ),
};

/** Files at which programs look by themselves. */
const FILE_WORLDS: readonly ProofWorld[] = [
  { name: 'start-up files of shells', files: { '.bashrc': `${R}\n`, '.profile': `${R}\n`, '.bash_profile': `${R}\n` } },
  { name: 'settings of bat', files: { '.config/bat/config': `--paging=always\n--pager=${R}\n` } },
  {
    name: 'settings of npm',
    files: { 'app/.npmrc': `script-shell=${R}\nnode-options=--require=${HOME}/.hostile.js\n` },
  },
  { name: 'settings of jq', files: { '.jq': 'def map(f): "changed";\n' } },
  { name: 'settings of less', files: { '.lesskey': `#env\nLESSOPEN=|${R} %s\n`, '.less': '' } },
  {
    name: 'secrets in the project',
    files: { 'app/.env': 'TOKEN=secret\n', 'app/config/credentials.json': '{"private_key":"secret"}\n' },
  },
  { name: 'secrets deep in the project', files: { 'app/docs/a/b/c/credentials.json': '{"private_key":"secret"}\n' } },
];

export const HOSTILE: readonly ProofWorld[] = [...GIT_WORLDS, ...VARIABLE_WORLDS, ...FILE_WORLDS].map((one) => ({
  ...one,
  files: { ...AROUND, ...one.files },
  programs: [...Object.keys(AROUND).filter((path) => path.includes('bin/')), ...(one.programs ?? [])],
}));
