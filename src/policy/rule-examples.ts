import type { Actor } from '../model/request.ts';
import { loadRules } from '../rules/load.ts';
import { itemText } from '../rules/rule-source.ts';
import type { RuleEntry } from './catalogue.ts';
import type { Example } from './examples.ts';
import { shippedPacks } from './load.ts';
import { packName, readRuleFile } from './read-rules.ts';

export interface ExampleLines {
  /** lines that the rule is about, as its file gives them */
  readonly match: readonly string[];
  readonly noMatch: readonly string[];
}

/** Policies are compiled without the examples of their rules: these are read from the rule's file again. */
export function examplesOf({ written, tier }: Pick<RuleEntry, 'written' | 'tier'>): ExampleLines {
  const { file } = written.at;
  const text = readRuleFile(file);
  if (typeof text !== 'string') return { match: [], noMatch: [] };
  const { examples } = loadRules([{ file, text, tier, module: packName(file) }]);
  const own = examples.find(({ rule }) => rule.id === written.id);
  const lines = (all: (typeof examples)[number]['match'] = []) => all.flatMap(({ example }) => lineOf(example));
  return { match: lines(own?.match), noMatch: lines(own?.noMatch) };
}

function lineOf(
  example: string | { readonly command?: string | undefined; readonly argv?: readonly string[] | undefined },
) {
  if (typeof example === 'string') return [example];
  if (example.command !== undefined) return [example.command];
  return example.argv === undefined ? [] : [example.argv.join(' ')];
}

/** The rule's YAML, copied from its file; undefined = it is not there any more. */
export function ownText({ written: { at } }: Pick<RuleEntry, 'written'>): string | undefined {
  const text = readRuleFile(at.file);
  return typeof text === 'string' ? itemText(text, at) : undefined;
}

/** A call that a shipped rule is about. */
export interface ShippedExample {
  readonly example: Example;
  /** whose call the rule is about; an agent's, where it is about anybody's */
  readonly actor: Actor;
}

/**
 * Those of every shipped pack, on or off, that name one of the programs or belong to one of the rules (ids). Read from the packs
 * anew: a second for all of them, so that packs without any are not parsed.
 */
export function shippedExamples(programs: readonly string[], rules: readonly string[]): readonly ShippedExample[] {
  const namesProgram = (text: string) => programs.some((program) => text.includes(program));
  const files = [...shippedPacks()].flatMap(([module, { file }]) => {
    const text = readRuleFile(file);
    const isWanted =
      rules.some((id) => id.startsWith(`${module}/`)) || (typeof text === 'string' && namesProgram(text));
    return isWanted && typeof text === 'string' ? [{ file, text, tier: 'pack' as const, module }] : [];
  });
  return loadRules(files).examples.flatMap(({ rule, match }) =>
    match
      .filter(({ example }) => rules.includes(rule.id) || namesProgram(JSON.stringify(example)))
      .map(({ example }) => ({ example, actor: rule.actor ?? 'ai' })),
  );
}
