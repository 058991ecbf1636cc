import { parse, TomlError } from 'smol-toml';
import * as z from 'zod';
import { type AgentFile, BadFileError, type ImportedAction, type OriginalRule } from './importer.ts';
import { type JsonText, readJsonFile } from './json-file.ts';

/** One rule of any of its files. */
export interface PolicyRule {
  readonly from: OriginalRule;
  readonly action: ImportedAction;
  /** the higher decides */
  readonly priority: number;
  /** names of tools, or with wildcards */
  readonly tools: readonly string[];
  /** of the shell alone; absent = whatever the tool is given */
  readonly prefix?: string;
  readonly regex?: string;
  /** what it has that tells calls apart in a way that ours cannot */
  readonly strange?: string;
}

const ACTIONS = { allow: 'allow', ask_user: 'require_approval', deny: 'deny' } as const;

const texts = z.union([z.string(), z.array(z.string())]);
const ruleSchema = z.object({
  toolName: texts,
  decision: z.enum(['allow', 'ask_user', 'deny']),
  priority: z.number().int().min(0).max(999),
  commandPrefix: texts.optional(),
  commandRegex: z.string().optional(),
  argsPattern: z.string().optional(),
  mcpName: z.string().optional(),
  modes: z.array(z.string()).optional(),
});
const fileSchema = z.object({ rule: z.array(ruleSchema.loose()).optional() });

/** Base of the priorities of the person's own policies. */
const USER_TIER = 4;
const MODES = ['plan', 'default', 'autoEdit', 'yolo'];
const SHELLS = ['run_shell_command', 'ShellTool'];

export function isShell(tool: string): boolean {
  return SHELLS.includes(tool);
}

/**
 * The policies in a TOML file. Throws a BadFileError.
 * Source: google-gemini/gemini-cli docs/reference/policy-engine.md, packages/core/src/policy/toml-loader.ts (0.56).
 */
export function readPolicies(file: AgentFile): readonly PolicyRule[] {
  const checked = fileSchema.safeParse(parsed(file));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const [, index, ...path] = issue?.path ?? [];
    const place = typeof index === 'number' ? `rule ${index + 1}${path.length > 0 ? `, ${path.join('.')}` : ''}: ` : '';
    throw new BadFileError(file.path, undefined, `${place}${issue?.message ?? 'it is no policy'}`);
  }
  return (checked.data.rule ?? []).flatMap((rule, at) => policiesOf(rule, at + 1, file));
}

function parsed({ path, text }: AgentFile): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError)
      throw new BadFileError(path, error.line, `it is not TOML: ${firstLine(error.message)}`);
    if (error instanceof RangeError) throw new BadFileError(path, undefined, 'it is nested too deeply');
    throw error;
  }
}

function firstLine(message: string): string {
  return message.replace(/^Invalid TOML document: /, '').split('\n', 1)[0] ?? '';
}

type TomlRule = z.infer<typeof ruleSchema> & Readonly<Record<string, unknown>>;

function policiesOf(rule: TomlRule, number: number, { path, project }: AgentFile): readonly PolicyRule[] {
  const { toolName, decision, priority, commandPrefix, commandRegex, argsPattern, mcpName } = rule;
  const fail = (expected: string) => new BadFileError(path, undefined, `rule ${number}: ${expected}`);
  const special = commandPrefix ?? commandRegex;
  if (special !== undefined && toolName !== 'run_shell_command')
    throw fail('expected `toolName = "run_shell_command"` beside commandPrefix and commandRegex');
  if ([commandPrefix, commandRegex, argsPattern].filter((one) => one !== undefined).length > 1)
    throw fail('expected one of commandPrefix, commandRegex, argsPattern');
  const tools = [toolName].flat().map((one) => (mcpName === undefined ? one : `mcp_${mcpName}_${one}`));
  const strange = argsPattern !== undefined ? 'argsPattern' : strangeKey(rule);
  const about = {
    action: ACTIONS[decision],
    priority: USER_TIER + priority / 1000,
    tools,
    ...(project !== undefined && decision === 'allow'
      ? { strange: 'a project as its place, whose policies Gemini CLI does not read' }
      : strange !== undefined && { strange: `\`${strange}\`, which safeshell cannot tell` }),
  };
  const from = (said: string) => ({ file: path, text: `rule ${number}: ${decision} ${said}` });
  if (commandPrefix !== undefined)
    return [commandPrefix].flat().map((prefix) => ({ ...about, prefix, from: from(`commandPrefix ${prefix}`) }));
  if (commandRegex !== undefined)
    return [{ ...about, regex: commandRegex, from: from(`commandRegex ${commandRegex}`) }];
  return [{ ...about, from: from(tools.join(', ')) }];
}

function strangeKey(rule: TomlRule): string | undefined {
  if (rule.modes !== undefined && rule.modes.length > 0 && !MODES.every((mode) => rule.modes?.includes(mode)))
    return 'modes';
  return ['interactive', 'subagent', 'toolAnnotations'].find((key) => rule[key] !== undefined);
}

/** Where lists of the settings stand among the policies: config.ts of the same version. */
const SETTINGS: readonly (readonly [readonly string[], ImportedAction, number])[] = [
  [['tools', 'exclude'], 'deny', 4.4],
  [['excludeTools'], 'deny', 4.4],
  [['tools', 'confirmationRequired'], 'require_approval', 4.35],
  [['tools', 'allowed'], 'allow', 4.3],
  [['allowedTools'], 'allow', 4.3],
];

export interface SettingsRules {
  readonly rules: readonly PolicyRule[];
  /** lists of which tools there are, which allow nothing */
  readonly others: readonly OriginalRule[];
}

/**
 * The lists of tools in settings.json: `run_shell_command(git)` is a prefix. Throws a BadFileError.
 * Source: docs/reference/configuration.md, docs/tools/shell.md (0.56).
 */
export function readSettings(file: AgentFile): SettingsRules {
  const settings = readJsonFile(file, { hasComments: true });
  const rules = SETTINGS.flatMap(([path, action, priority]) =>
    settings.texts(...path).map((entry) => settingsRule(entry, { path, action, priority, file: file.path })),
  );
  const core = [...settings.texts('tools', 'core'), ...settings.texts('coreTools')];
  return { rules, others: core.map(({ text, line }) => ({ file: file.path, line, text: `core ${text}` })) };
}

function settingsRule(
  { text, line }: JsonText,
  list: { path: readonly string[]; action: ImportedAction; priority: number; file: string },
): PolicyRule {
  const { path, action, priority, file } = list;
  const from = { file, line, text: `${path.join('.')} ${text}` };
  const [, tool = text, prefix] = /^([\w-]+)\((.*)\)$/s.exec(text) ?? [];
  if (prefix === undefined) return { from, action, priority, tools: [tool] };
  if (!isShell(tool))
    return { from, action, priority, tools: [tool], strange: 'an argument, which only the shell may have' };
  return { from, action, priority, tools: ['run_shell_command'], prefix };
}
