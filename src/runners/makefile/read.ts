import { HOLE } from '../../model/hole.ts';
import { resolvePath } from '../../util/path.ts';
import { Conditionals } from './conditionals.ts';
import { Expander, type Surroundings, type Variable } from './expand.ts';
import { type LogicalLine, logicalLines, plainLine } from './lines.ts';
import type { Makefile, PatternRule, Recipe, Rule, TargetVariable } from './makefile.ts';
import { type AssignmentLine, readAssignment, readRuleLine } from './statement.ts';
import { stemOf, withStem, wordsOf } from './text.ts';

/** What the one who runs make gives it. */
export interface MakeContext {
  readonly cwd: string;
  /** variables of the command line, of the environment and of make itself */
  variable(name: string): Variable | undefined;
  /** absolute path; undefined = there is none, or it cannot be read */
  read(path: string): string | undefined;
  existing(pattern: string): string;
  /** `$(shell code)` is run; the place is that of the line that it stands in */
  shell(code: string, place: FilePosition): string;
}

export interface FilePosition {
  readonly file: string;
  readonly line: number;
}

/** Files that include each other. */
const MAX_INCLUDES = 64;
const MAX_RULES = 20_000;

const DIRECTIVE = /^\s*(-?include|sinclude|export|unexport|undefine|vpath|load|-load)(?:\s+(.*))?$/;

const UNKNOWN: Variable = { value: HOLE, isSimple: true, from: 'file' };

/** Reads makefiles as GNU make does in its first phase. */
export class MakefileReader implements Makefile {
  readonly variables = new Map<string, Variable>();
  readonly rules = new Map<string, Rule[]>();
  readonly patterns: PatternRule[] = [];
  readonly targetVariables: TargetVariable[] = [];
  readonly expander: Expander;
  exported: Set<string> | 'all' = new Set();
  isOneShell = false;
  included: string[] = [];
  firstTarget: string | undefined;
  fails = false;
  place: FilePosition = { file: '', line: 0 };
  private readonly context: MakeContext;
  private readonly files: string[] = [];
  private conditionals = new Conditionals();
  private count = 0;
  /** it has parts that were not read: a name that is not set may be set there */
  private isOpen = false;

  constructor(context: MakeContext) {
    this.context = context;
    this.expander = new Expander(this.surroundings());
  }

  /** Reads one file and what it includes. */
  readFile(name: string, text: string): void {
    this.files.push(name);
    const outer = { place: this.place, conditionals: this.conditionals };
    this.conditionals = new Conditionals();
    this.readLines(logicalLines(text), resolvePath(this.context.cwd, name));
    this.place = outer.place;
    this.conditionals = outer.conditionals;
  }

  variable(name: string): Variable | undefined {
    const own = this.variables.get(name);
    if (own?.from === 'override') return own;
    const known = this.context.variable(name);
    if (known?.from === 'command') return known;
    if (own !== undefined || known !== undefined) return own ?? known;
    if (name === 'MAKEFILE_LIST') return { value: this.files.join(' '), isSimple: true, from: 'default' };
    return this.isOpen ? UNKNOWN : undefined;
  }

  private surroundings(): Surroundings {
    const { context } = this;
    return {
      cwd: context.cwd,
      variable: (name) => this.variable(name),
      shell: (code) => context.shell(code, this.place),
      evaluate: (text) => this.evaluate(text),
      existing: (pattern) => context.existing(pattern),
      fail: () => {
        this.fails ||= !this.conditionals.isUncertain;
      },
    };
  }

  private evaluate(text: string): void {
    if (text.includes(HOLE)) this.isOpen = true;
    const lines = logicalLines(text).map(({ text: line }) => ({ text: line, line: this.place.line }));
    this.readLines(lines, this.place.file);
  }

  private readLines(lines: readonly LogicalLine[], file: string): void {
    let recipe: { file: string; lines: LogicalLine[] } | undefined;
    for (let at = 0; at < lines.length && !this.fails; at++) {
      const { text, line } = lines[at] as LogicalLine;
      this.place = { file, line };
      if (text.startsWith('\t') && recipe !== undefined) {
        if (!this.conditionals.isDead) recipe.lines.push({ text: text.slice(1), line });
        continue;
      }
      const plain = plainLine(text);
      if (plain.trim() === '' || this.conditionals.take(plain, this.expander)) continue;
      if (/^ *(?:(?:override|export) +)?define[ \t]/.test(plain)) {
        at = this.define(plain, lines, at);
        recipe = undefined;
      } else if (!this.conditionals.isDead) recipe = this.statement(plain, { file, lines: [] });
      else recipe = undefined;
    }
  }

  /** Returns the recipe that following lines with a tab belong to. */
  private statement<T extends Recipe>(plain: string, recipe: T): T | undefined {
    const assignment = readAssignment(plain);
    if (assignment !== undefined) {
      this.assign(assignment);
      return undefined;
    }
    const [, directive, rest = ''] = DIRECTIVE.exec(plain) ?? [];
    if (directive === undefined) return this.rule(plain, recipe);
    if (directive.endsWith('include')) this.include(directive, this.expander.expand(rest));
    else if (directive === 'export') this.export(this.expander.expand(rest));
    else if (directive === 'undefine') this.variables.delete(this.expander.expand(rest).trim());
    return undefined;
  }

  private export(names: string): void {
    if (names.trim() === '') this.exported = 'all';
    else if (this.exported !== 'all') for (const name of wordsOf(names)) this.exported.add(name);
  }

  private assign({ modifiers, name: written, operator, value }: AssignmentLine): void {
    const name = this.expander.expand(written).trim();
    if (name.includes(HOLE)) {
      this.isOpen = true;
      return;
    }
    if (modifiers.includes('export')) this.export(name);
    const isOverride = modifiers.includes('override');
    if (this.context.variable(name)?.from === 'command' && !isOverride) return;
    const assigned = this.assigned(name, operator, value);
    if (assigned === undefined) return;
    const before = this.variable(name);
    const isSame = before !== undefined && before.value === assigned.value && before.isSimple === assigned.isSimple;
    const kept = !this.conditionals.isUncertain || isSame ? assigned : UNKNOWN;
    this.variables.set(name, isOverride ? { ...kept, from: 'override' } : kept);
  }

  private assigned(name: string, operator: string, value: string): Variable | undefined {
    const before = this.variable(name);
    if (operator === '?=' && before !== undefined) {
      return before.value === HOLE && before.from === 'file' && !this.variables.has(name) ? UNKNOWN : undefined;
    }
    if (operator === ':=') return { value: this.expander.expand(value), isSimple: true, from: 'file' };
    if (operator === '!=') {
      return { value: this.context.shell(this.expander.expand(value), this.place), isSimple: true, from: 'file' };
    }
    if (operator !== '+=' || before === undefined) return { value, isSimple: false, from: 'file' };
    const added = before.isSimple ? this.expander.expand(value) : value;
    return {
      value: `${before.value}${before.value === '' ? '' : ' '}${added}`,
      isSimple: before.isSimple,
      from: 'file',
    };
  }

  private define(first: string, lines: readonly LogicalLine[], from: number): number {
    const [, written = '', operator = '='] = /define\s+(.*?)\s*((?::{0,3}|[?+!])=)?\s*$/.exec(first) ?? [];
    const body: string[] = [];
    let depth = 1;
    let at = from + 1;
    for (; at < lines.length; at++) {
      const { text } = lines[at] as LogicalLine;
      if (/^ *(?:override +)?define[ \t]/.test(text)) depth++;
      if (/^ *endef\b/.test(text) && --depth === 0) break;
      body.push(text);
    }
    if (!this.conditionals.isDead) {
      const normal = /^:/.test(operator) ? ':=' : operator;
      this.assign({ modifiers: [], name: written, operator: normal, value: body.join('\n') });
    }
    return at;
  }

  private include(directive: string, names: string): void {
    if (names.includes(HOLE)) this.isOpen = true;
    for (const word of wordsOf(names).filter((name) => !name.includes(HOLE))) {
      const found = /[*?[]/.test(word) ? wordsOf(this.context.existing(word)) : [word];
      for (const name of found) this.includeFile(name, directive === 'include');
    }
  }

  private includeFile(name: string, isNeeded: boolean): void {
    this.included.push(name);
    const text = this.files.length < MAX_INCLUDES ? this.context.read(resolvePath(this.context.cwd, name)) : undefined;
    if (text !== undefined) this.readFile(name, text);
    else if (isNeeded || this.files.length >= MAX_INCLUDES) this.isOpen = true;
  }

  private rule<T extends Recipe>(line: string, recipe: T): T | undefined {
    const found = readRuleLine(line) ?? readRuleLine(this.expandedLine(line));
    if (found === undefined || ++this.count > MAX_RULES) return undefined;
    const targets = wordsOf(this.expander.expand(found.targets));
    if (targets.some((target) => target.includes(HOLE))) this.isOpen = true;
    const variable = readAssignment(found.recipe === undefined ? found.rest : `${found.rest};${found.recipe}`);
    if (variable !== undefined && !found.rest.includes('::')) {
      for (const target of targets) this.targetVariables.push({ target, ...variable });
      return undefined;
    }
    const mutable = recipe.lines as { text: string; line: number }[];
    if (found.recipe !== undefined) mutable.push({ text: found.recipe.trimStart(), line: this.place.line });
    this.addRule(targets, found.rest, found.isDouble, recipe);
    return recipe;
  }

  /** A line that is no rule as it is written: `$(call template,x)`, whose text may be one. */
  private expandedLine(line: string): string {
    return this.expander.expand(line).replace(/\$/g, '$$$$');
  }

  private addRule(targets: readonly string[], rest: string, isDouble: boolean, recipe: Recipe): void {
    const expanded = this.expander.expand(rest);
    const colon = expanded.indexOf(':');
    const targetPattern = colon < 0 ? undefined : expanded.slice(0, colon).trim();
    const needed = colon < 0 ? expanded : expanded.slice(colon + 1);
    const [normal = '', orderOnly = ''] = needed.includes('|') ? needed.split('|') : [needed];
    const rule: Rule = {
      prerequisites: knownWords(normal),
      orderOnly: knownWords(orderOnly),
      recipe,
      isDouble,
      isUncertain: this.conditionals.isUncertain,
      ...(targetPattern === undefined ? {} : { targetPattern }),
    };
    for (const target of targets) this.addTarget(target, rule);
  }

  private addTarget(target: string, rule: Rule): void {
    if (target.includes('%')) {
      this.patterns.push({ ...rule, target });
      return;
    }
    if (target === '.ONESHELL') this.isOneShell = true;
    if (target === '.EXPORT_ALL_VARIABLES') this.exported = 'all';
    if (!/^\.(?!.*\/)/.test(target)) this.firstTarget ??= target;
    const stem = rule.targetPattern === undefined ? undefined : stemOf(rule.targetPattern, target);
    const own: Rule =
      stem === undefined ? rule : { ...rule, prerequisites: rule.prerequisites.map((name) => withStem(name, stem)) };
    const rules = this.rules.get(target);
    if (rules === undefined) this.rules.set(target, [own]);
    else rules.push(own);
  }
}

function knownWords(text: string): readonly string[] {
  const words = wordsOf(text);
  return text.includes(HOLE) ? words.filter((word) => !word.includes(HOLE)) : words;
}
