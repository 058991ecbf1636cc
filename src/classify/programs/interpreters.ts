import type { ProgramFamily } from '../behaviour.ts';

/** Programs of coding agents: those of src/agents, which this room may not import (test/unit/agents/other-lists.test.ts). */
const AGENTS =
  'claude codex gemini agy copilot opencode kilo kilocode openclaw openhands qwen cline devin goose goosed hermes ' +
  'hermes-agent hermes-acp kiro-cli kiro-cli-chat droid crush amp pi auggie junie aider grok kimi ' +
  'kimi-cli kimi-code vibe vibe-acp octofriend octo cursor-agent';

/** Programs that run code, and those that run other programs with more rights or elsewhere. */
export const INTERPRETER_OPERATIONS: ProgramFamily = {
  rows: {
    // what a shell is given is judged by itself too
    'sh bash dash zsh ksh mksh ash rbash fish csh tcsh nu elvish pwsh powershell xonsh': [
      ['execute', '**'],
      ['read_local', '-n|--no-execute'],
    ],
    [`ipython luajit Rscript R julia java scala groovy jshell kotlin swift tclsh expect wish guile racket sbcl clojure clj elixir iex erl escript ghci runghc ocaml
      ts-node tsx bb dart crystal nim raku jupyter streamlit gunicorn uvicorn flask django-admin rails
      puma foreman pm2 nodemon irb pry bpython ptpython`]: [['execute', '**']],
    'python pypy': [['execute read_external write_local', '-m=pip install, -m=pip download']],
    java: [['read_local', '-v|--version|-version $']],
    'source .': [['execute', '**']],
    'pkexec runuser gosu su-exec setpriv run0': [
      ['execute', '**'],
      ['read_local', '-l|--list, -V|--version'],
    ],
    'chroot unshare nsenter firejail bwrap systemd-run schroot': [['execute', '**']],
    batch: [['execute write_local', '**']],
    crontab: [['write_local execute?', '<']],
    'parallel entr watchexec hyperfine strace ltrace gdb lldb valgrind perf rr tmux screen zellij dtach': [
      ['execute', '**'],
    ],
    tmux: [['read_local', 'ls, list-sessions, list-windows, list-panes, capture-pane, display-message, show-options']],
    'ansible ansible-playbook salt puppet chef fabric pyinfra': [['execute write_external?', '**']],
    [AGENTS]: [['execute write_external?', '**']],
  },
  grammars: { 'source .': { operands: 'path text*', optionsFirst: true } },
};
