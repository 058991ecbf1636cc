import { globsFor } from './claude-paths.ts';
import { webSource } from './claude-web.ts';
import {
  type AgentFile,
  demandFew,
  type Imported,
  type ImportedAction,
  type ImportedRule,
  MAX_PATTERN,
  type RuleImporter,
  type SkippedRule,
  TOO_LONG,
} from './importer.ts';
import { type JsonText, readJsonFile } from './json-file.ts';
import { shellRule, type TextPattern } from './text-pattern.ts';

/**
 * `permissions` of Claude Code's settings. A rule of its shell is the text of one simple command: whole, or with `*` for any text;
 * ` *` or `:*` at the end is a blank and any text, or nothing.
 * Source: code.claude.com/docs/en/permissions (2026-08, for 2.1.234).
 */
export const claude: RuleImporter = {
  agent: 'claude',
  title: 'Claude Code',
  folder: '.claude',
  variable: 'CLAUDE_CONFIG_DIR',
  own: ['settings.json'],
  inProject: ['settings.json', 'settings.local.json'],
  convert: (files) => {
    const found = files.map(convertFile);
    return { rules: found.flatMap(({ rules }) => rules), skipped: found.flatMap(({ skipped }) => skipped) };
  },
};

const LISTS: readonly (readonly [string, ImportedAction])[] = [
  ['deny', 'deny'],
  ['ask', 'require_approval'],
  ['allow', 'allow'],
];

type Rule = Omit<ImportedRule, 'from' | 'action'>;

function convertFile(file: AgentFile): Imported {
  const settings = readJsonFile(file, { hasComments: false });
  const rules: ImportedRule[] = [];
  const skipped: SkippedRule[] = [];
  const lists = LISTS.map(([list, action]) => ({ list, action, entries: settings.texts('permissions', list) }));
  demandFew(
    file.path,
    lists.reduce((sum, { entries }) => sum + entries.length, 0),
  );
  for (const { list, action, entries } of lists) {
    for (const { text, line } of entries) {
      const from = { file: file.path, line, text: `${list} ${text}` };
      const rule = ruleFor(text, action, file);
      if (typeof rule === 'string')
        skipped.push({ from, why: rule, ...([TOO_SLOW, TOO_LONG].includes(rule) && { mayStop: true }) });
      else rules.push({ from, action, ...rule });
    }
  }
  return { rules, skipped: [...skipped, ...settings.keys('permissions').flatMap((key) => otherKey(key, file))] };
}

function otherKey({ text, line }: JsonText, { path }: AgentFile): readonly SkippedRule[] {
  if (text === '$schema' || LISTS.some(([list]) => list === text)) return [];
  return [{ from: { file: path, line, text }, why: 'it is a setting of Claude Code, and no rule' }];
}

/** A text = why not. */
function ruleFor(text: string, action: ImportedAction, file: AgentFile): Rule | string {
  if (text.length > MAX_PATTERN) return TOO_LONG;
  const [, tool, specifier] = /^([^\s()]+)(?:\(([\s\S]*)\))?$/.exec(text) ?? [];
  if (tool === undefined || specifier === '') return 'it is not written as `Tool` or `Tool(specifier)`';
  const isWhole = specifier === undefined || specifier === '*';
  if (tool === 'Bash') return isWhole ? wholeShell(action) : shell(specifier, action);
  if (isWhole) return wholeTool(tool, action);
  if (tool === 'WebFetch') return web(specifier, action);
  if (tool === 'Read' || tool === 'Edit') return path(tool, specifier, action, file);
  return NEVER_CONSULTED.includes(tool)
    ? 'Claude Code itself does not look at paths of this tool: write `Edit(..)` or `Read(..)`'
    : `rules about what ${tool} is given are not read`;
}

const NEVER_CONSULTED = ['Write', 'NotebookEdit', 'MultiEdit', 'Glob'];

function wholeShell(action: ImportedAction): Rule | string {
  if (action === 'allow') return 'it allows every command';
  return { conditions: [{ tool: 'Bash' }] };
}

/** Taken away before anything is matched, so that a rule about them is one about what they start. */
const STRIPPED = ['timeout', 'time', 'nice', 'nohup', 'stdbuf', 'command', 'builtin', 'noglob', 'xargs'];
/** No prefix of theirs allows anything. Source for both: code.claude.com/docs/en/permissions, "Wrappers" (2026-08). */
const EXEC_WRAPPERS = ['watch', 'setsid', 'ionice', 'flock'];
const NO_WRAPPER = {
  not: { command_matches: `^(?:\\S*/)?(?:${[...STRIPPED, ...EXEC_WRAPPERS].join('|')})(?:\\s|$)` },
};
const NO_FIND_ACTION = {
  not: { command_matches: String.raw`\s['"]?-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)(?:['"\s]|$)` },
};

const TOO_SLOW = 'its wildcards would take too long to match';

function shell(specifier: string, action: ImportedAction): Rule | string {
  const pattern = patternOf(specifier, action);
  const rule = shellRule(pattern, action) ?? TOO_SLOW;
  if (action !== 'allow' || typeof rule === 'string') return rule;
  const hasWildcard = pattern.pieces.length > 1 || pattern.tail !== 'nothing';
  if (pattern.pieces.join('').trim() === '') return 'it allows every command';
  const [program = ''] = (pattern.pieces[0] ?? '').split(' ', 1);
  if (STRIPPED.includes(program)) return `Claude Code takes \`${program}\` away before it matches`;
  if (hasWildcard && EXEC_WRAPPERS.includes(program))
    return `Claude Code itself allows no command of \`${program}\` by a prefix`;
  const more = !hasWildcard ? [] : rule.commands === undefined ? [NO_WRAPPER, NO_FIND_ACTION] : [];
  if (hasWildcard && program === 'find') more.push(NO_FIND_ACTION);
  return { ...rule, conditions: [...rule.conditions, ...more] };
}

/** Where the documentation leaves it open what several wildcards may stand for, an allow rule takes less, and others more. */
function patternOf(specifier: string, action: ImportedAction): TextPattern {
  const text = specifier.replace(/:\*$/, ' *').replace(/\*{2,}/g, '*');
  const body = text.replace(/ ?\*$/, '');
  const pieces = body.split('*');
  const isOpen = pieces.length > 1 && action === 'allow';
  const tail = / \*$/.test(text) ? (isOpen ? 'more' : 'words') : text.endsWith('*') ? 'anything' : 'nothing';
  return { pieces, tail, redirections: 'streams' };
}

const FILE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Edit: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'],
  Read: ['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'],
};

function wholeTool(tool: string, action: ImportedAction): Rule | string {
  const isServer = /^mcp__[^*]+$/.test(tool) && !/^mcp__.+?__/.test(tool);
  const isGlob = tool.includes('*');
  if (action !== 'allow') {
    const names = isServer ? [tool, `${tool}__*`] : (FILE_TOOLS[tool] ?? [tool]);
    return { conditions: [{ tool: isGlob ? { matches: globSource(tool) } : names }] };
  }
  if (Object.hasOwn(FILE_TOOLS, tool) || NEVER_CONSULTED.includes(tool)) return LINKS;
  if (tool === 'PowerShell') return 'it allows every command';
  if (tool.startsWith('mcp__claude_ai_')) return 'an organization may have set tools of this server to ask';
  if (isGlob && !/^mcp__[^*]+?__/.test(tool)) return 'Claude Code itself allows nothing by such a wildcard';
  if (isServer) return { conditions: [{ tool: { matches: globSource(`${tool}__*`) } }] };
  return { conditions: [{ tool: isGlob ? { matches: globSource(tool) } : tool }] };
}

const LINKS = 'files that links lead to, and protected ones, would be allowed too';

function globSource(glob: string): string {
  return `^${glob.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '[\\s\\S]*')}$`;
}

function web(specifier: string, action: ImportedAction): Rule | string {
  const [, domain] = /^domain:\s*([\w.*-]+)$/.exec(specifier) ?? [];
  if (domain === undefined) return 'it is not written as `WebFetch(domain:..)`';
  return { conditions: [{ tool: 'WebFetch' }, { input: { field: 'url', matches: webSource(domain, action) } }] };
}

/** For a file tool stands a start that does the same to the file, which rules about paths judge. */
function path(tool: 'Read' | 'Edit', specifier: string, action: ImportedAction, file: AgentFile): Rule | string {
  if (action === 'allow') return LINKS;
  const patterns = globsFor(specifier, file);
  if (patterns === undefined) return 'it takes back what another pattern says';
  const accesses = tool === 'Read' ? ['read', 'send', 'change'] : ['change'];
  const parts = accesses.map((access) => ({ path_matches: { patterns, access } }));
  return { conditions: parts.length === 1 ? parts : [{ any_of: parts }] };
}
