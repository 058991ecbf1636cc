/** Variables of shells and logins. Source: bash(1) 5.2, zshparam(1) 5.9, environ(7) */
const OF_SHELLS =
  /^(?:_|ARGC|BASH\w*|COLUMNS|COMP_\w+|COPROC|CPUTYPE|DIRSTACK|E?[GU]ID|EPOCH\w*|FUNCNAME|GROUPS|HIST\w*|HOME|HOST\w*|IFS|LANG|LC_\w+|LINENO|LINES|LOGNAME|MACHTYPE|OLDPWD|OPT\w*|OSTYPE|PATH|PIPESTATUS|PP?ID|PROMPT|PS\d|PWD|RANDOM|REPLY|SECONDS|SHELL\w*|SHLVL|SRANDOM|TERM\w*|TMPDIR|TTY|USER\w*|VENDOR|XDG_\w+|ZSH\w*|argv|cdpath|fpath|path|pipestatus|status)$/;

/** Variables that make, npm, composer and git set for what they run. */
const OF_RUNNERS = /^(?:CI|COMPOSER\w*|CURDIR|GIT_\w+|INIT_CWD|M?FLAGS|MAKE\w*|NODE\w*|npm_\w+)$/;

/** Agents set variables for their shells that their hooks do not have; nothing that is written for agents alone may hide behind one. */
const OF_AGENTS =
  /AGENT|\bAI_|^AMP_|ANTIGRAVITY|AUGMENT|CLAUDE|CLINE|CODEX|COPILOT|CRUSH|CURSOR|DEVIN|DROID|FACTORY|GEMINI|GOOSE|HERMES|INTERACTIVE|JULES|JUNIE|KILO|KIMI|KIRO|LESS|NO_TTY|OCTO|OPENCLAW|OPENCODE|PAGER|^PI_|QWEN|REPL|TRAE|VIBE|WINDSURF|^ZED/;

/** Has the variable a value though no file, line or environment that is known sets it? */
export function isSetByItself(name: string): boolean {
  return OF_SHELLS.test(name) || OF_RUNNERS.test(name) || OF_AGENTS.test(name);
}
