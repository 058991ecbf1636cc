import { shQuote } from '../util/sh-quote.ts';
import { splitBlanks } from './peeled.ts';

/** What a program does with the value of a variable, as shell code that does the same; undefined = nothing that matters. */
type RunsValue = (value: string) => string | undefined;

const isCommand: RunsValue = (value) => value;

/** `LESSOPEN='|cmd %s'` */
const isPreprocessor: RunsValue = (value) => value.replace(/^[|-]*/, '');

/** The value is more words of a program; without one of the signs they run nothing. */
function moreWords(program: string, signs: RegExp, rest = ''): RunsValue {
  return (value) => {
    if (!signs.test(value)) return undefined;
    const words = /['"]/.test(value)
      ? value.replace(/[;&|$`()<>]/g, '\\$&')
      : splitBlanks(value).map(shQuote).join(' ');
    return `${program} ${words}${rest}`;
  };
}

const isCode =
  (...program: readonly string[]): RunsValue =>
  (value) =>
    [...program, shQuote(value)].join(' ');

/** It is a file that gets more lines; a word such as `1`, or a relative path, is none (git). */
const isAppendedTo: RunsValue = (value) => (value.startsWith('/') ? `: >> ${shQuote(value)}` : undefined);

function each(names: string, runs: RunsValue): readonly (readonly [string, RunsValue])[] {
  return names.split(' ').map((name) => [name, runs]);
}

const MAKE = moreWords('make -f /dev/null', /--eval|\$[({]shell/);

/**
 * Variables whose value some program runs, whoever reads them: a line that sets one is judged as if it ran. Sources: the
 * manuals of the programs, section ENVIRONMENT.
 */
export const RUN_VARIABLES: ReadonlyMap<string, RunsValue> = new Map([
  ...each(
    'EDITOR VISUAL PAGER MANPAGER BROWSER FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND FCEDIT TEXEDIT LESSEDIT',
    isCommand,
  ),
  ...each('GIT_SSH GIT_SSH_COMMAND GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS', isCommand),
  ...each(
    'GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR RSYNC_RSH RSYNC_CONNECT_PROG PROMPT_COMMAND',
    isCommand,
  ),
  ...each('RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER SYSTEMD_PAGER SYSTEMD_EDITOR', isCommand),
  ...each(
    'PSQL_EDITOR PSQL_PAGER KUBE_EDITOR HGEDITOR SVN_EDITOR SVN_SSH SVN_MERGE CVS_RSH CVSEDITOR GH_EDITOR',
    isCommand,
  ),
  ...each('GH_PAGER GH_BROWSER AWS_PAGER BAT_PAGER DELTA_PAGER JJ_EDITOR BUNDLER_EDITOR HOMEBREW_EDITOR', isCommand),
  ...each('LESSOPEN LESSCLOSE', isPreprocessor),
  ...each(
    'GIT_TRACE GIT_TRACE_PACK_ACCESS GIT_TRACE_PACKET GIT_TRACE_PACKFILE GIT_TRACE_PERFORMANCE GIT_TRACE_REFS GIT_TRACE_SETUP',
    isAppendedTo,
  ),
  ...each(
    'GIT_TRACE_SHALLOW GIT_TRACE_CURL GIT_TRACE_FSMONITOR GIT_TRACE2 GIT_TRACE2_EVENT GIT_TRACE2_PERF',
    isAppendedTo,
  ),
  ...each('SSLKEYLOGFILE NODE_REDIRECT_WARNINGS NODE_REPL_HISTORY LESSHISTFILE', isAppendedTo),
  ['PERL5DB', isCode('perl', '-e')],
  ...each('LUA_INIT LUA_INIT_5_3 LUA_INIT_5_4', isCode('lua', '-e')),
  ['VIMINIT', isCode('vim', '-c')],
  ['EXINIT', isCode('vim', '-c')],
  ['TAR_OPTIONS', moreWords('tar', /-[IF]|--(?:use|info|new|to-c|checkpoint-a|rmt|rsh)/)],
  ['PERL5OPT', moreWords('perl', /-\w*[mM]/, ' -e 0')],
  ['RUBYOPT', moreWords('ruby', /-\w*r/, ' -e 0')],
  ['NODE_OPTIONS', moreWords('node', /-r|--(?:require|import|loader|experimental-loader)/, ' -e 0')],
  ['MAKEFLAGS', MAKE],
  ['GNUMAKEFLAGS', MAKE],
  ['LESS', moreWords('less', /\+\+?[!|]/)],
  ['PYTHONSTARTUP', (path) => (path === '' ? undefined : `python3 ${shQuote(path)}`)],
]);
