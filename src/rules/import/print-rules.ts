import { printYaml } from '../print-yaml.ts';
import type { AgentFile, ImportedRule, RuleImporter } from './importer.ts';

/** A rule with the name that it gets. */
export interface NamedRule extends ImportedRule {
  readonly name: string;
}

/** How every file begins that an import wrote, and no other. */
export const IMPORT_MARK = '# Written by `safeshell rules import';

/** Each gets a name of its own, from its own text. */
export function named(rules: readonly ImportedRule[]): readonly NamedRule[] {
  const taken = new Set<string>();
  return rules.map((rule) => {
    const plain = nameFor(rule);
    let name = plain;
    for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`;
    taken.add(name);
    return { ...rule, name };
  });
}

const MAX_NAME = 60;

function nameFor({ from: { text } }: ImportedRule): string {
  const said = text
    .replace(/^rule \d+: /, '')
    .replace(/\b(?:Bash|commandPrefix|commandRegex|run_shell_command)\b/g, '');
  const words = said.toLowerCase().match(/[a-z0-9]+/g) ?? ['rule'];
  return words.join('-').slice(0, MAX_NAME);
}

/** A whole rule file. They are about agents alone, as the originals are, and those of a project about its folder. */
export function printRules(
  rules: readonly NamedRule[],
  { agent, title }: RuleImporter,
  files: readonly AgentFile[],
): string {
  const sources = files.map(({ path }) => JSON.stringify(path)).join(', ');
  const head = `${IMPORT_MARK} ${agent}\`, from ${sources}.\n# Importing again replaces it: rules of your own belong into mine.yaml.\n`;
  const places = new Map(files.map(({ path, project }) => [path, project]));
  return `${head}${printYaml({ version: 1, rules: rules.map((rule) => documentOf(rule, title, places.get(rule.from.file))) })}`;
}

function documentOf(rule: NamedRule, title: string, project: string | undefined): object {
  const { name, from, commands, conditions, unless, action, sample } = rule;
  return {
    name,
    description: `${title}: ${from.text}`,
    ...(commands !== undefined && { commands }),
    ...(project !== undefined && { directory: [literal(project), `${literal(project)}/**`] }),
    context: 'ai_only',
    conditions,
    ...(unless !== undefined && { unless }),
    action,
    ...(sample !== undefined && { tests: { match: [sample] } }),
  };
}

/** A path as a glob that matches it alone. */
function literal(path: string): string {
  return path.replace(/\/$/, '').replace(/[\\*?[\]{}()|!+@]/g, '\\$&');
}
