import { compileRegex } from '../../patterns/compile.ts';
import { matches } from '../../patterns/match.ts';
import { parseRegex, seesAround } from '../../patterns/syntax.ts';
import { isShell, type PolicyRule, readPolicies, readSettings } from './gemini-policies.ts';
import {
  type AgentFile,
  demandFew,
  type Imported,
  type ImportedRule,
  MAX_PATTERN,
  type OriginalRule,
  type RuleImporter,
  type SkippedRule,
  TOO_LONG,
} from './importer.ts';
import { shellRule } from './text-pattern.ts';

/**
 * Lists of tools in Gemini CLI's settings, and its policies. Of several that match a call the one of the highest priority decides
 * there, and the strictest here: what a higher one loosens is an exception of a lower one.
 * Source: google-gemini/gemini-cli docs/reference/policy-engine.md, docs/tools/shell.md (0.56).
 */
export const gemini: RuleImporter = {
  agent: 'gemini',
  title: 'Gemini CLI',
  folder: '.gemini',
  own: ['settings.json', 'policies/*.toml'],
  inProject: ['settings.json'],
  convert: convertFiles,
};

type Rule = Omit<ImportedRule, 'from' | 'action'>;

interface Found {
  readonly policy: PolicyRule;
  readonly rule: Rule | string;
}

function convertFiles(files: readonly AgentFile[]): Imported {
  const others: OriginalRule[] = [];
  const policies: PolicyRule[] = [];
  for (const file of files) {
    const known = policies.length;
    if (file.path.endsWith('.toml')) policies.push(...readPolicies(file));
    else {
      const settings = readSettings(file);
      policies.push(...settings.rules);
      others.push(...settings.others);
    }
    demandFew(file.path, policies.length - known);
  }
  const all = policies.map((policy): Found => ({ policy, rule: ruleFor(policy) }));
  const settled = all.map((one): Found => ({ policy: one.policy, rule: amongOthers(one, all) }));
  // a rule that came to be left out may stop what one of lower priority allows
  const final = settled.map((one): Found => ({ policy: one.policy, rule: unlessStopped(one, settled) }));
  const rules = final.flatMap(({ policy, rule }) =>
    typeof rule === 'string' ? [] : [{ from: policy.from, action: policy.action, ...rule }],
  );
  const skipped = final.flatMap(({ policy, rule }): readonly SkippedRule[] =>
    typeof rule === 'string' ? [{ from: policy.from, why: rule }] : [],
  );
  return { rules, skipped: [...skipped, ...others.map((from) => ({ from, why: CORE }))] };
}

const CORE = 'it says which tools there are, and allows none';

/** The rule alone; a text = why not. */
function ruleFor({ action, tools, prefix, regex, strange }: PolicyRule): Rule | string {
  if (strange !== undefined) return `it has ${strange}`;
  if (prefix !== undefined) return prefixRule(prefix, action);
  if (regex !== undefined) return regexRule(regex, action);
  if (tools.includes('*') && action !== 'allow') return { conditions: [{ tool: { matches: '^' } }] };
  if (action !== 'allow') return { conditions: [{ tool: { matches: tools.map(toolSource) } }] };
  if (tools.some((tool) => isShell(tool) || tool === '*')) return ALL_COMMANDS;
  const isOther = tools.every((tool) => /^mcp_[^*]+_/.test(tool) || /^(google_web_search|web_fetch)$/.test(tool));
  return isOther
    ? { conditions: [{ tool: { matches: tools.map(toolSource) } }] }
    : 'files are allowed in its workspace alone';
}

function toolSource(tool: string): string {
  const name = isShell(tool) ? 'run_shell_command' : tool;
  return `^${name.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`;
}

function prefixRule(prefix: string, action: ImportedRule['action']): Rule | string {
  const trimmed = prefix.trimEnd();
  if (prefix.length > MAX_PATTERN) return TOO_LONG;
  if (trimmed === '') return 'its prefix is empty';
  if (action === 'allow' && trimmed !== prefix) return 'a blank at the end of its prefix asks for two in the command';
  const pattern = { pieces: [trimmed], tail: 'words', redirections: 'none' } as const;
  return shellRule(pattern, action) ?? 'it would take too long to match';
}

/**
 * The regex is searched there in JSON, right behind the quote that begins the command; an alternative at its top anywhere.
 * Without assertions and characters that JSON escapes the beginning of the command matches there, too.
 */
function regexRule(regex: string, action: ImportedRule['action']): Rule | string {
  if (regex.length > MAX_PATTERN) return TOO_LONG;
  if ('error' in compileRegex(regex, { language: 'javascript' })) return 'its regex is not one that is read here';
  const alternatives = parseRegex(regex);
  if (alternatives === undefined || seesAround(alternatives))
    return 'its regex looks at what stands around the command in JSON';
  if (/"|\\\\/.test(regex)) return 'its regex is about quotes and backslashes as JSON writes them';
  const source = `${action !== 'allow' && alternatives.length > 1 ? '' : '^'}(?:${regex})`;
  const compiled = compileRegex(source);
  if ('error' in compiled || !compiled.linear) return 'its regex is not proven to match in linear time';
  // spellings of Python mean something else in ours
  if (compiled.source !== source || compiled.flags !== '') return 'its regex is not one that is read here';
  if (action !== 'allow') return { conditions: [{ command_matches: source }] };
  if (OTHER_COMMANDS.every((command) => matches(compiled, command) === 'yes')) return ALL_COMMANDS;
  return { conditions: [{ plain_start: 'none' }, { spelled_as: source }, { spelled_as: NOT_ESCAPED }] };
}

/** Two commands that have nothing in common. */
const OTHER_COMMANDS = ['x', '/q -7'];
const ALL_COMMANDS = 'it allows every command';
/** Characters that JSON writes as they are. */
const NOT_ESCAPED = String.raw`^[^"\\\u0000-\u001f]*$`;

const STRICTNESS = { allow: 0, require_approval: 1, deny: 2 } as const;

function isAboutShell({ tools }: PolicyRule): boolean {
  return tools.some((tool) => isShell(tool) || tool === '*');
}

function isWholeShell(policy: PolicyRule): boolean {
  return (
    isAboutShell(policy) && policy.prefix === undefined && policy.regex === undefined && policy.strange === undefined
  );
}

/** A rule that restricts, with what looser ones of higher priority take from it. */
function amongOthers({ policy, rule }: Found, all: readonly Found[]): Rule | string {
  if (typeof rule === 'string' || policy.action === 'allow' || !isAboutShell(policy)) return rule;
  const looser = all.filter(
    ({ policy: other }) =>
      other.priority > policy.priority && STRICTNESS[other.action] < STRICTNESS[policy.action] && isAboutShell(other),
  );
  if (looser.length === 0) return rule;
  const whole = looser.find(({ policy: other }) => isWholeShell(other));
  if (whole !== undefined) return `\`${whole.policy.from.text}\` of higher priority goes before it`;
  if (isWholeShell(policy)) return 'it is about whatever no rule of higher priority allows';
  const unless = looser.flatMap(({ rule: other }) => (typeof other === 'string' ? [] : [{ all_of: other.conditions }]));
  // nothing is tried then: all that it is about may be excepted
  const { sample: _, ...untried } = rule;
  return unless.length === 0 ? rule : { ...untried, unless };
}

function unlessStopped({ policy, rule }: Found, all: readonly Found[]): Rule | string {
  if (typeof rule === 'string' || policy.action !== 'allow' || !isAboutShell(policy)) return rule;
  const stopping = all.find(
    ({ policy: other, rule: its }) =>
      typeof its === 'string' && other.action !== 'allow' && other.priority >= policy.priority && isAboutShell(other),
  );
  return stopping === undefined ? rule : `what \`${stopping.policy.from.text}\` stops could not be taken over`;
}
