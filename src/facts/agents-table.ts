/** Variables that must all be set; a value, where one is given, must be equal. */
type Marker = readonly (readonly [name: string, value?: string])[];

export interface Agent {
  readonly id: string;
  readonly name: string;
  /** any of them marks a shell that this agent started */
  readonly markers?: readonly Marker[];
  /** base names of its command-line program; of its script, where an interpreter runs it */
  readonly programs?: readonly string[];
  /** npm packages whose scripts are the agent, whatever they are called */
  readonly packages?: readonly string[];
}

/**
 * Coding agents, by what they leave in the shells they start and by their own processes. Editors and terminals are
 * missing as processes on purpose: their humans type there too. So are signs that a human's own shell can have: API
 * keys, CURSOR_TRACE_ID, CODEIUM_EDITOR_APP_ROOT, REPL_ID, TERM_PROGRAM alone, CLAUDE_PROJECT_DIR.
 * Sources: seen live in Claude Code 2.1, Codex 0.169, Gemini CLI 0.61, Copilot CLI 1.0.102, OpenCode 1.18, Qwen Code
 * 0.24, Cline 3.0; read in their sources: Hermes Agent 0.21, Mistral Vibe, kimi-cli; the others from am-i-vibing 0.5, @vercel/detect-agent 1.2.7, std-env 4.3 and their documentation.
 */
export const AGENTS: readonly Agent[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    markers: [[['CLAUDECODE']], [['CLAUDE_CODE_CHILD_SESSION']]],
    programs: ['claude'],
    packages: ['@anthropic-ai/claude-code'],
  },
  {
    id: 'codex',
    name: 'Codex',
    markers: [[['CODEX_THREAD_ID']], [['CODEX_CI']], [['CODEX_SANDBOX']], [['CODEX_SANDBOX_NETWORK_DISABLED']]],
    programs: ['codex'],
    packages: ['@openai/codex'],
  },
  {
    id: 'cursor-agent',
    name: 'Cursor agent',
    markers: [
      [['CURSOR_AGENT']],
      [['CURSOR_EXTENSION_HOST_ROLE', 'agent-exec']],
      [['CURSOR_TRACE_ID'], ['PAGER', 'head -n 10000 | cat']],
    ],
    programs: ['cursor-agent'],
  },
  {
    id: 'gemini-agent',
    name: 'Gemini CLI',
    markers: [[['GEMINI_CLI', '1']]],
    programs: ['gemini'],
    packages: ['@google/gemini-cli'],
  },
  {
    id: 'antigravity',
    name: 'Antigravity',
    markers: [[['ANTIGRAVITY_AGENT']], [['ANTIGRAVITY_PROJECT_ID']]],
    programs: ['agy'],
  },
  {
    id: 'copilot-cli',
    name: 'GitHub Copilot CLI',
    markers: [[['COPILOT_CLI']], [['COPILOT_AGENT_SESSION_ID']]],
    programs: ['copilot'],
    packages: ['@github/copilot'],
  },
  {
    id: 'vscode-copilot-agent',
    name: 'GitHub Copilot in VS Code',
    markers: [
      [['COPILOT_AGENT']],
      [
        ['TERM_PROGRAM', 'vscode'],
        ['GIT_PAGER', 'cat'],
      ],
    ],
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    markers: [
      [['OPENCODE']],
      [['OPENCODE_PID']],
      [['OPENCODE_CLIENT']],
      [['OPENCODE_BIN_PATH']],
      [['OPENCODE_SERVER']],
      [['OPENCODE_APP_INFO']],
      [['OPENCODE_MODES']],
    ],
    programs: ['opencode'],
    packages: ['opencode-ai'],
  },
  {
    id: 'kilo',
    name: 'Kilo Code',
    markers: [[['KILO', '1']], [['KILO_PID']]],
    programs: ['kilo', 'kilocode'],
    packages: ['@kilocode/cli'],
  },
  {
    id: 'openclaw',
    name: 'OpenClaw',
    markers: [[['OPENCLAW_SHELL', 'exec']]],
    programs: ['openclaw'],
    packages: ['openclaw'],
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    markers: [[['QWEN_CODE', '1']], [['QWEN_CODE_SESSION_ID']]],
    programs: ['qwen'],
    packages: ['@qwen-code/qwen-code'],
  },
  {
    id: 'cline',
    name: 'Cline',
    markers: [[['CLINE_ACTIVE']], [['CLINE_CONNECTOR_CLI_LAUNCH']]],
    programs: ['cline'],
  },
  { id: 'devin', name: 'Devin', programs: ['devin'] },
  { id: 'goose', name: 'Goose', markers: [[['GOOSE_TERMINAL']], [['AGENT', 'goose']]], programs: ['goose', 'goosed'] },
  {
    id: 'hermes',
    name: 'Hermes Agent',
    markers: [[['HERMES_SESSION_ID']]],
    programs: ['hermes', 'hermes-agent', 'hermes-acp', 'hermes_cli.main'],
  },
  // `kiro-cli-term` is none of them: people type in there
  { id: 'kiro', name: 'Kiro', markers: [[['KIRO_AGENT_PATH']]], programs: ['kiro-cli', 'kiro-cli-chat'] },
  { id: 'droid', name: 'Factory Droid', programs: ['droid'], packages: ['@factory/cli'] },
  {
    id: 'crush',
    name: 'Crush',
    markers: [[['CRUSH', '1']], [['AGENT', 'crush']]],
    programs: ['crush'],
    packages: ['@charmland/crush'],
  },
  {
    id: 'amp',
    name: 'Amp',
    markers: [[['AMP_CURRENT_THREAD_ID']], [['AGENT_THREAD_ID']], [['AGENT', 'amp']]],
    programs: ['amp'],
    packages: ['@ampcode/cli', '@sourcegraph/amp'],
  },
  {
    id: 'pi',
    name: 'Pi',
    markers: [[['PI_CODING_AGENT', 'true']]],
    programs: ['pi'],
    packages: ['@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'],
  },
  {
    id: 'auggie',
    name: 'Auggie',
    markers: [[['AUGMENT_AGENT']]],
    programs: ['auggie'],
    packages: ['@augmentcode/auggie'],
  },
  {
    id: 'junie',
    name: 'Junie',
    markers: [[['JUNIE_SHIM_PATH']]],
    programs: ['junie'],
    packages: ['@jetbrains/junie'],
  },
  { id: 'aider', name: 'Aider', programs: ['aider'] },
  { id: 'grok', name: 'Grok Build', programs: ['grok'] },
  // it calls its process `Kimi Code`
  { id: 'kimi', name: 'Kimi Code', programs: ['kimi', 'kimi-cli', 'kimi-code', 'Kimi', 'Kimi Code'] },
  {
    id: 'vibe',
    name: 'Mistral Vibe',
    markers: [
      [
        ['NO_TTY', '1'],
        ['NONINTERACTIVE', '1'],
        ['LESS', '-FX'],
      ],
    ],
    programs: ['vibe', 'vibe-acp'],
  },
  { id: 'octofriend', name: 'Octofriend', programs: ['octofriend', 'octo'] },
  {
    id: 'jules',
    name: 'Jules',
    markers: [
      [
        ['HOME', '/home/jules'],
        ['USER', 'swebot'],
      ],
    ],
  },
  { id: 'replit-assistant', name: 'Replit Assistant', markers: [[['REPL_ID'], ['REPLIT_MODE', 'assistant']]] },
  { id: 'bolt-agent', name: 'Bolt.new', markers: [[['SHELL', '/bin/jsh'], ['npm_config_yes']]] },
  {
    id: 'zed-agent',
    name: 'Zed agent',
    markers: [
      [
        ['TERM_PROGRAM', 'zed'],
        ['PAGER', 'cat'],
      ],
    ],
  },
  // conventions that several agents follow; last, so that a name wins
  { id: 'ai-agent', name: 'an agent', markers: [[['AI_AGENT']], [['AGENT', '1']], [['AGENT', 'true']]] },
];

/** Programs that keep a session beyond those who started it, with the environment that they were started in. */
export const MULTIPLEXERS: readonly string[] = [
  'tmux',
  'tmux: server',
  'screen',
  'SCREEN',
  'zellij',
  'dtach',
  'abduco',
];

/** Programs that run an agent's script: the script's name counts, not theirs. */
export const INTERPRETERS = /^(node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|ruby|MainThread)$/;
