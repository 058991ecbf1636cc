import { join } from 'node:path';
import { foldersUpward } from '../store/layout.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { isStartedWith } from './command-line.ts';
import type { DialogSettings } from './hook.ts';

/**
 * May a rule that people or organizations wrote for Claude Code (`permissions.ask`) be why it asks about this call? Its payload does
 * not tell: where a rule asks about one part of a line it offers to remember the others. What is not known may.
 * Source: code.claude.com/docs/en/settings, "Settings files"; seen live in 2.1.330.
 */
export function mayAskByRule(call: AskedCall, settings: DialogSettings): boolean {
  // of one that is not in sight nobody knows what it was handed
  if (settings.commandLine().length === 0 || isStartedWith(settings, HANDED)) return true;
  try {
    return settingsFor(settings).some((one) => rulesOf(one).some((rule) => mayMatch(rule, call)));
  } catch {
    return true;
  }
}

/** A change of a file, or a line. `programs`: as for AgentDialog */
type AskedCall = 'file' | { readonly line: string; readonly programs: readonly string[] };

const HANDED = ['--settings', '--managed-settings'];
const NAMES = ['settings.json', 'settings.local.json'];
const MANAGED = [
  '/etc/claude-code',
  '/Library/Application Support/ClaudeCode',
  '/mnt/c/Program Files/ClaudeCode', // under WSL
].flatMap((folder) => [folder, join(folder, 'managed-settings.d')]);
const PREFERENCES = '/Library/Managed Preferences';

/** What is not known stands there as undefined. Throws where one cannot be read. */
function settingsFor({ env, folders, readSettings, readFolder }: DialogSettings): readonly unknown[] {
  const own = env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? '', '.claude');
  const begun = env.CLAUDE_PROJECT_DIR?.startsWith('/') ? foldersUpward(env.CLAUDE_PROJECT_DIR) : [];
  const places = [own, ...[...new Set([...folders, ...begun])].map((folder) => join(folder, '.claude'))];
  const files = places.flatMap((place) => NAMES.map((name) => readSettings(join(place, name)) ?? {}));
  const managed = MANAGED.flatMap(
    (folder) => readFolder(folder, '.json')?.map((text) => parseJson(text)) ?? [undefined],
  );
  const sent = readFolder(own, 'remote-settings.json')?.map((text) => (text.includes('"ask"') ? undefined : {}));
  const preferred = [PREFERENCES, join(PREFERENCES, env.USER ?? '')].flatMap((folder) => {
    return readFolder(folder, 'com.anthropic.claudecode.plist')?.map(() => undefined) ?? [undefined];
  });
  return [...files, ...managed, ...(sent ?? [undefined]), ...preferred];
}

/** Anything but a text may match. */
function rulesOf(settings: unknown): readonly unknown[] {
  if (!isRecord(settings) || Object.keys(settings).some((key) => key.startsWith('policyHelper'))) return [undefined];
  const { permissions = {} } = settings;
  if (!isRecord(permissions)) return [undefined];
  const { ask = [] } = permissions;
  return Array.isArray(ask) ? ask : [undefined];
}

/** Of rules about files nobody knows which lines they reach. */
const OTHER_TOOLS = /^(?:mcp__\w|(?:WebFetch|WebSearch|Agent|Task|Skill)(?:\(|$))/;

/** A rule of the shell begins with a program, words before it, or a wildcard; it may name what a wrapper starts. */
function mayMatch(rule: unknown, call: AskedCall): boolean {
  if (!isString(rule)) return true;
  if (OTHER_TOOLS.test(rule)) return false;
  if (call === 'file') return !/^(?:Bash|PowerShell)(?:\(|$)/.test(rule);
  const { line, programs } = call;
  const [, pattern = ''] = /^(?:Bash|PowerShell)\((.+)\)$/s.exec(rule) ?? [];
  const [first = ''] = /^[^\s*:]+/.exec(pattern) ?? [];
  return first === '' || line.includes(first) || programs.some((name) => pattern.includes(name));
}
