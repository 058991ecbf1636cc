import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What becomes of the next shell call: a rule stops it, it runs unjudged, or nobody can judge it and it is refused. */
export type Truth = 'judged' | 'runs' | 'refused';

/** A change of an agent's settings or of the guard, seen live: see test/agents/states.test.ts. Paths are below HOME. */
export interface AgentState {
  readonly agent: string;
  readonly name: string;
  readonly truth: Truth;
  /** as `agents status` says it */
  readonly says: string;
  change(files: Files): void;
}

/** The files below a HOME, which can be put back. */
export class Files {
  private readonly before: (() => void)[] = [];
  private readonly home: string;

  constructor(home: string) {
    this.home = home;
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8');
  }

  write(path: string, text: string | undefined): void {
    const file = join(this.home, path);
    const kept = existsSync(file) ? readFileSync(file) : undefined;
    this.before.push(() => (kept === undefined ? rmSync(file, { force: true }) : writeFileSync(file, kept)));
    mkdirSync(dirname(file), { recursive: true });
    // the mode of a file that is there stays
    if (text === undefined) writeFileSync(file, '');
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }

  /** Adds fields to JSON. */
  add(path: string, fields: object): void {
    const before = existsSync(join(this.home, path)) ? JSON.parse(this.read(path)) : {};
    this.write(path, JSON.stringify({ ...before, ...fields }));
  }

  putBack(): void {
    for (const undo of this.before.reverse()) undo();
    this.before.length = 0;
  }
}

const SETTINGS: Readonly<Record<string, string>> = {
  claude: '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  qwen: '.qwen/settings.json',
  copilot: '.copilot/hooks/safeshell.json',
};

type Change = AgentState['change'];

function add(path: string, fields: object): Change {
  return (files) => files.add(path, fields);
}

/** Changes our entry before a call: the fields of its group and of its hook. */
function entry(agent: string, fields: { readonly group?: object; readonly hook?: object }): Change {
  return (files) => {
    const path = SETTINGS[agent] ?? '';
    const settings = JSON.parse(files.read(path));
    const event = { gemini: 'BeforeTool', copilot: 'preToolUse' }[agent] ?? 'PreToolUse';
    const [group] = settings.hooks[event];
    Object.assign(group, fields.group);
    Object.assign(group.hooks?.[0] ?? group, fields.hook);
    files.write(path, JSON.stringify(settings));
  };
}

function without(event: string, path: string): Change {
  return (files) => {
    const settings = JSON.parse(files.read(path));
    delete settings.hooks[event];
    files.write(path, JSON.stringify(settings));
  };
}

const gone =
  (path: string): Change =>
  (files) =>
    files.write(path, undefined);

const launcher = (agent: string) => `.local/share/safeshell/hooks/${agent}`;

function withoutNode(agent: string): Change {
  return (files) => {
    const text = files.read(launcher(agent)).replace(/^__ss_node=.*$/m, "__ss_node='/gone/node'");
    files.write(launcher(agent), text);
  };
}

function row(agent: string, name: string, truth: Truth, says: string, change: Change): AgentState {
  return { agent, name, truth, says, change };
}

const OFF = { disableAllHooks: true };
const CODEX = '.codex/config.toml';

export const AGENT_STATES: readonly AgentState[] = [
  row('claude', 'as installed', 'judged', 'installed', () => {}),
  row('claude', 'disableAllHooks of the user', 'runs', 'off', add('.claude/settings.json', OFF)),
  row('claude', 'disableAllHooks of the project', 'runs', 'off', add('project/.claude/settings.json', OFF)),
  row('claude', 'disableAllHooks, local', 'runs', 'off', add('project/.claude/settings.local.json', OFF)),
  row('claude', 'disableAllHooks that the project takes back', 'judged', 'installed', (files) => {
    files.add('.claude/settings.json', OFF);
    files.add('project/.claude/settings.json', { disableAllHooks: false });
  }),
  row('claude', 'a matcher without its shell', 'runs', 'off', entry('claude', { group: { matcher: 'Write' } })),
  row('claude', 'a matcher for its shell alone', 'judged', 'outdated', entry('claude', { group: { matcher: 'Bash' } })),
  row('claude', '`if`', 'runs', 'off', entry('claude', { hook: { if: 'Bash(git *)' } })),
  row('claude', '`async`', 'runs', 'off', entry('claude', { hook: { async: true } })),
  row('claude', 'a wrong `onFailure`', 'runs', 'unreadable', entry('claude', { hook: { onFailure: 'x' } })),
  row(
    'claude',
    'a mode without hooks',
    'runs',
    'off',
    add('.claude/settings.json', { env: { CLAUDE_CODE_SIMPLE: '1' } }),
  ),
  row('claude', 'a comment in its settings', 'runs', 'unreadable', (files) =>
    files.write('.claude/settings.json', `// mine\n${files.read('.claude/settings.json')}`),
  ),
  row('claude', 'the entry gone', 'runs', 'absent', without('PreToolUse', '.claude/settings.json')),
  row('claude', 'the launcher gone', 'refused', 'broken', gone(launcher('claude'))),
  row('claude', 'the launcher empty', 'refused', 'broken', (files) => files.write(launcher('claude'), '')),
  row('claude', 'Node.js gone', 'refused', 'broken', withoutNode('claude')),
  row('codex', 'not trusted', 'runs', 'untrusted', (files) =>
    files.write(CODEX, files.read(CODEX).replaceAll('trusted_hash', 'x')),
  ),
  row('codex', 'hooks = false', 'runs', 'off', (files) =>
    files.write(CODEX, `${files.read(CODEX)}[features]\nhooks = false\n`),
  ),
  row('codex', 'a file that it does not read', 'runs', 'absent', (files) => {
    files.write('.codex/hooks/safeshell.json', files.read('.codex/hooks.json'));
    files.write('.codex/hooks.json', undefined);
  }),
  row('codex', 'a field that it does not know', 'runs', 'unreadable', add('.codex/hooks.json', { other: true })),
  row('codex', 'the launcher gone', 'refused', 'broken', gone(launcher('codex'))),
  row(
    'gemini',
    'hooksConfig.enabled',
    'runs',
    'off',
    add('project/.gemini/settings.json', { hooksConfig: { enabled: false } }),
  ),
  row(
    'gemini',
    'hooksConfig.disabled',
    'runs',
    'off',
    add('.gemini/settings.json', { hooksConfig: { disabled: ['safeshell'] } }),
  ),
  row('gemini', 'a matcher without its shell', 'runs', 'off', entry('gemini', { group: { matcher: 'write_file' } })),
  row('gemini', 'Node.js gone', 'refused', 'broken', withoutNode('gemini')),
  row('qwen', 'disableAllHooks of the user', 'runs', 'off', add('.qwen/settings.json', OFF)),
  row('qwen', '`async`', 'runs', 'off', entry('qwen', { hook: { async: true } })),
  row(
    'qwen',
    'hooksConfig, which it does not know',
    'judged',
    'installed',
    add('.qwen/settings.json', { hooksConfig: { enabled: false } }),
  ),
  row('copilot', 'disableAllHooks of the project', 'runs', 'off', add('project/.github/copilot/settings.json', OFF)),
  row('copilot', 'a matcher without its shell', 'runs', 'off', entry('copilot', { group: { matcher: 'view' } })),
  row('copilot', 'the file gone', 'runs', 'absent', gone('.copilot/hooks/safeshell.json')),
  row('opencode', 'the plugin gone', 'runs', 'absent', gone('.config/opencode/plugins/safeshell.js')),
  row('opencode', 'the launcher gone', 'refused', 'broken', gone(launcher('opencode'))),
  row(
    'pi',
    'the extension left out',
    'runs',
    'off',
    add('.pi/agent/settings.json', { extensions: ['-extensions/safeshell.js'] }),
  ),
  row('pi', 'the extension gone', 'runs', 'absent', gone('.pi/agent/extensions/safeshell.js')),
];
