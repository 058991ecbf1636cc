import { isString, isStrings } from '../../util/guards.ts';
import {
  type AgentFile,
  BadFileError,
  demandFew,
  type Imported,
  type ImportedAction,
  type ImportedRule,
  type OriginalRule,
  type RuleImporter,
  type SkippedRule,
} from './importer.ts';
import { type Literal, readStatements, type Statement } from './starlark-calls.ts';

/**
 * `prefix_rule(pattern=[..], decision=..)` of Codex: the first words of a command, each compared whole. Other statements are not
 * evaluated.
 * Source: openai/codex codex-rs/execpolicy README.md, parser.rs, rule.rs (2026-08, for 0.160); developers.openai.com/codex/rules.
 */
export const codex: RuleImporter = {
  agent: 'codex',
  title: 'Codex',
  folder: '.codex',
  variable: 'CODEX_HOME',
  own: ['rules/*.rules'],
  inProject: ['rules/*.rules'],
  convert: (files) => {
    const found = files.map(convertFile);
    return { rules: found.flatMap(({ rules }) => rules), skipped: found.flatMap(({ skipped }) => skipped) };
  },
};

function convertFile({ path, text }: AgentFile): Imported {
  const statements = readStatements(path, text);
  demandFew(path, statements.length);
  const changed = statements.find(({ text: one }) =>
    /^(def\s+prefix_rule\b|prefix_rule\s*=|load\b.*\bprefix_rule\b)/s.test(one),
  );
  if (changed !== undefined)
    throw new BadFileError(path, changed.line, 'expected `prefix_rule` to be what Codex means by it');
  const rules: ImportedRule[] = [];
  const skipped: SkippedRule[] = [];
  for (const statement of statements) {
    const from = { file: path, line: statement.line, text: shortened(statement) };
    const why = whyNot(statement);
    if (why === undefined) rules.push(ruleFor(statement, from));
    else skipped.push({ from, why, ...(/\bprefix_rule\b|^load\b/.test(statement.text) && { mayStop: true }) });
  }
  return { rules, skipped };
}

const MAX_TEXT = 100;

function shortened({ text }: Statement): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 2)}..` : line;
}

const DECISIONS: Readonly<Record<string, ImportedAction>> = {
  allow: 'allow',
  prompt: 'require_approval',
  forbidden: 'deny',
};

const KEYS = ['pattern', 'decision', 'justification', 'match', 'not_match', 'reviewer'];

const OTHER_CALLS: Readonly<Record<string, string>> = {
  host_executable: 'rules that allow are about the bare name of a program alone',
  network_rule: 'it is about hosts that the sandbox lets through',
};

function whyNot({ call, args }: Statement): string | undefined {
  if (call === undefined || args === undefined) return 'it is not one call with texts and lists of them';
  if (call !== 'prefix_rule') return OTHER_CALLS[call] ?? 'it is no rule that is known';
  const unknown = [...args.keys()].find((key) => !KEYS.includes(key));
  return unknown === undefined ? undefined : `\`${unknown}\` is not known`;
}

/** What Codex refuses makes it refuse the file. */
function ruleFor({ args = new Map() }: Statement, from: OriginalRule): ImportedRule {
  const fail = (expected: string) => new BadFileError(from.file, from.line, expected);
  const decision = args.get('decision') ?? 'allow';
  const action = isString(decision) && Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
  if (action === undefined) throw fail('expected `decision` to be allow, prompt or forbidden');
  const words = wordsIn(args.get('pattern'));
  if (words === undefined) throw fail('expected `pattern` to be a list of words');
  const wrong = wrongExample(words, args);
  if (wrong !== undefined) throw fail(wrong);
  const text = `${String(decision)} ${JSON.stringify(args.get('pattern'))}`;
  return { from: { ...from, text }, ...prefixRule(words, action) };
}

function wordsIn(pattern: Literal | undefined): readonly (readonly string[])[] | undefined {
  if (!Array.isArray(pattern) || pattern.length === 0) return undefined;
  const words = pattern.map((one: Literal) => (isString(one) ? [one] : one));
  return words.every((one): one is readonly string[] => isStrings(one) && one.length > 0) ? words : undefined;
}

function prefixRule(words: readonly (readonly string[])[], action: ImportedAction): Omit<ImportedRule, 'from'> {
  const [programs = []] = words;
  const commands = [...new Set(programs.map((name) => name.slice(name.lastIndexOf('/') + 1)))];
  const prefix = { word_prefix: words.map((one) => (one.length === 1 ? one[0] : one)) };
  const sample = words.map(([word = '']) => quoted(word)).join(' ');
  const conditions = action === 'allow' ? [{ plain_start: 'none' }, prefix] : [prefix];
  return { action, commands, conditions, sample };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What was expected of an example, where it does not come out. One that is not read as shlex does is left to Codex. */
function wrongExample(words: readonly (readonly string[])[], args: ReadonlyMap<string, Literal>): string | undefined {
  for (const [key, wanted] of [
    ['match', true],
    ['not_match', false],
  ] as const) {
    const examples = args.get(key) ?? [];
    if (isString(examples)) return `expected \`${key}\` to be a list`;
    for (const example of examples) {
      const tokens = isString(example) ? shellWords(example) : example;
      if (tokens === undefined) continue;
      if (!isStrings(tokens) || tokens.length === 0) return `expected commands in \`${key}\``;
      if (matches(words, tokens) !== wanted) return `expected each example of \`${key}\` to come out`;
    }
  }
  return undefined;
}

/** Codex tries examples with programs by their paths too. */
function matches([programs = [], ...rest]: readonly (readonly string[])[], tokens: readonly string[]): boolean {
  const [program = '', ...args] = tokens;
  const names = program.startsWith('/') ? [program, program.slice(program.lastIndexOf('/') + 1)] : [program];
  return names.some((name) => programs.includes(name)) && rest.every((one, at) => one.includes(args[at] ?? '\0'));
}

/** As shlex does it, for plain words and quotes; undefined = an escape, or a quote without end. */
function shellWords(text: string): readonly string[] | undefined {
  if (!/^(?:\s|[^\s'"\\]|'[^']*'|"[^"\\]*")*$/.test(text)) return undefined;
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_all, one?: string, two?: string) => one ?? two ?? ''),
  );
}
