import { HOLE } from '../../model/hole.ts';
import { simple, type Variable } from './expand.ts';
import type { PatternRule, Recipe, Rule } from './makefile.ts';
import type { FilePosition, MakefileReader } from './read.ts';
import { stemOf, withStem, wordsOf } from './text.ts';

/** One line that make hands to the shell. */
export interface Command {
  /** HOLE for what is not known */
  readonly code: string;
  readonly place: FilePosition;
  /** runs under `make -n` too */
  readonly isAlways: boolean;
  readonly shell: string;
  readonly shellFlags: string | undefined;
  readonly exported: readonly (readonly [name: string, value: string])[];
}

const MAX_TARGETS = 2_000;
const MAX_DEPTH = 200;
const MAX_COMMANDS = 1_000;

/** The commands of all recipes that goals reach. */
export class Goals {
  readonly commands: Command[] = [];
  private readonly makefile: MakefileReader;
  private readonly isThere: (name: string) => boolean;
  private readonly seen = new Set<string>();

  constructor(makefile: MakefileReader, isThere: (name: string) => boolean) {
    this.makefile = makefile;
    this.isThere = isThere;
  }

  reach(target: string, inherited: ReadonlyMap<string, Variable> = new Map(), depth = 0): void {
    if (this.seen.has(target) || this.seen.size > MAX_TARGETS || depth > MAX_DEPTH) return;
    this.seen.add(target);
    const names = this.targetNames(target, inherited);
    const rules = this.makefile.rules.get(target) ?? [];
    const own = recipesOf(rules);
    const pattern = own.length > 0 ? undefined : this.patternFor(target);
    const prerequisites = rules.flatMap((rule) => rule.prerequisites);
    const added = pattern === undefined ? [] : pattern.rule.prerequisites.map((name) => withStem(name, pattern.stem));
    const orderOnly = rules.flatMap((rule) => rule.orderOnly);
    const all = [...added, ...prerequisites];
    for (const name of [...all, ...orderOnly]) this.reach(name, names, depth + 1);
    const stem = pattern?.stem ?? staticStem(rules, target);
    for (const rule of pattern === undefined ? own : [pattern.rule]) {
      // with double colons each rule has prerequisites of its own
      const needed = rule.isDouble ? rule.prerequisites : all;
      this.run(rule.recipe as Recipe, automatic(target, needed, orderOnly, stem, names));
    }
  }

  /** A rule is applied only where what it needs is there or can be made. */
  private patternFor(target: string): { readonly rule: PatternRule; readonly stem: string } | undefined {
    const fitting = this.makefile.patterns.flatMap((rule) => {
      const stem = stemOf(rule.target, target);
      return stem === undefined || stem === '' || (rule.recipe?.lines.length ?? 0) === 0 ? [] : [{ rule, stem }];
    });
    fitting.sort((a, b) => a.stem.length - b.stem.length);
    return fitting.find(({ rule, stem }) =>
      rule.prerequisites.every((name) => {
        const wanted = withStem(name, stem);
        return this.makefile.rules.has(wanted) || this.isThere(wanted);
      }),
    );
  }

  private targetNames(target: string, inherited: ReadonlyMap<string, Variable>): ReadonlyMap<string, Variable> {
    const own = this.makefile.targetVariables.filter((variable) => stemOf(variable.target, target) !== undefined);
    if (own.length === 0) return inherited;
    const names = new Map(inherited);
    for (const { name: written, operator, value } of own) {
      const { expander } = this.makefile;
      const name = expander.expand(written).trim();
      const before = names.get(name) ?? this.makefile.variable(name);
      if (before?.from === 'command' || (operator === '?=' && before !== undefined)) continue;
      if (operator === '+=')
        names.set(name, { value: `${before?.value ?? ''} ${value}`, isSimple: false, from: 'file' });
      else if (operator === '!=') names.set(name, simple(HOLE));
      else if (operator === ':=') names.set(name, simple(expander.expand(value, names)));
      else names.set(name, { value, isSimple: false, from: 'file' });
    }
    return names;
  }

  private run(recipe: Recipe, names: ReadonlyMap<string, Variable>): void {
    const { makefile } = this;
    const lines = makefile.isOneShell && recipe.lines.length > 0 ? [wholeRecipe(recipe)] : recipe.lines;
    for (const { text, line } of lines) {
      if (this.commands.length >= MAX_COMMANDS) return;
      makefile.place = { file: recipe.file, line };
      const expanded = makefile.expander.expand(text, names);
      const mentionsMake = /\$[({]MAKE[)}]/.test(text);
      const parts = makefile.isOneShell ? [expanded] : commandLines(expanded);
      for (const part of parts) this.add(part, { file: recipe.file, line }, mentionsMake, names);
    }
  }

  private add(part: string, place: FilePosition, mentionsMake: boolean, names: ReadonlyMap<string, Variable>): void {
    const [prefix = ''] = /^[\s@+-]*/.exec(part) ?? [];
    const code = part.slice(prefix.length);
    if (code === '') return;
    const { expander } = this.makefile;
    this.commands.push({
      code,
      place,
      isAlways: mentionsMake || prefix.includes('+'),
      shell: this.makefile.variable('SHELL') === undefined ? '' : expander.expand('$(SHELL)', names),
      shellFlags:
        this.makefile.variable('.SHELLFLAGS') === undefined ? undefined : expander.expand('$(.SHELLFLAGS)', names),
      exported: this.exportedValues(names),
    });
  }

  private exportedValues(names: ReadonlyMap<string, Variable>): readonly (readonly [string, string])[] {
    const { exported, variables, expander } = this.makefile;
    const all = exported === 'all' ? [...variables.keys()].filter((name) => /^\w+$/.test(name)) : [...exported];
    return all
      .filter((name) => name !== 'SHELL' && this.makefile.variable(name) !== undefined)
      .slice(0, 200)
      .map((name) => [name, expander.expand(`$(${name})`, names)] as const);
  }
}

/** The last recipe of a target wins; with double colons, or in branches that may not be taken, each counts. */
function recipesOf(rules: readonly Rule[]): readonly Rule[] {
  const all = rules.filter(({ recipe }) => recipe !== undefined && recipe.lines.length > 0);
  const last = all.findLastIndex(({ isDouble, isUncertain }) => !isDouble && !isUncertain);
  return last < 0 ? all : all.slice(last);
}

function staticStem(rules: readonly Rule[], target: string): string {
  const pattern = rules.find(({ targetPattern }) => targetPattern !== undefined)?.targetPattern;
  return pattern === undefined ? '' : (stemOf(pattern, target) ?? '');
}

function wholeRecipe({ lines }: Recipe): { readonly text: string; readonly line: number } {
  return { text: lines.map(({ text }) => text).join('\n'), line: lines[0]?.line ?? 0 };
}

/** A text of several lines (`define`) is several commands; a backslash joins the next line to one. */
function commandLines(text: string): readonly string[] {
  return text.includes('\n') ? text.split(/(?<!\\)\n/).filter((line) => line.trim() !== '') : [text];
}

function automatic(
  target: string,
  prerequisites: readonly string[],
  orderOnly: readonly string[],
  stem: string,
  names: ReadonlyMap<string, Variable>,
): ReadonlyMap<string, Variable> {
  const distinct = [...new Set(prerequisites)];
  const values: readonly (readonly [string, string])[] = [
    ['@', target],
    ['<', prerequisites[0] ?? ''],
    ['^', distinct.join(' ')],
    ['+', prerequisites.join(' ')],
    ['|', orderOnly.join(' ')],
    ['*', stem],
    ['?', distinct.length === 0 ? '' : HOLE],
  ];
  const all = new Map(names);
  for (const [name, value] of values) {
    all.set(name, simple(value));
    all.set(`${name}D`, simple(wordsOf(value).map(folderOf).join(' ')));
    all.set(`${name}F`, simple(wordsOf(value).map(fileOf).join(' ')));
  }
  return all;
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash);
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
