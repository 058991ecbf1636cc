import { basename, dirname } from 'node:path';
import { parse } from 'yaml';
import { filesBelow, textOf } from './lists.ts';

type Examples = readonly unknown[] | null;

interface WrittenRule {
  readonly name: string;
  readonly description?: string;
  readonly commands?: string | readonly string[];
  readonly context?: string;
  readonly action: string;
  readonly enforce?: boolean;
  readonly message?: string;
  readonly help?: string;
  readonly severity?: string;
  readonly source?: string | readonly string[];
  readonly tests?: { readonly match?: Examples; readonly no_match?: Examples } | null;
}

interface WrittenPack {
  readonly description?: string;
  readonly rules?: readonly WrittenRule[];
}

interface Page {
  readonly path: string;
  text(): string;
}

const FOLDERS = [
  { folder: 'rules', head: 'On by default' },
  { folder: 'rules/services', head: 'Services, on by default: a rule is asked where a line names its program' },
  { folder: 'rules/optional', head: 'Off until switched on' },
];
const SHOWN = 3;

/** docs/packs: a page for each shipped pack, and one that lists them. */
export function packPages(): readonly Page[] {
  const pages = FOLDERS.flatMap(({ folder }) => packFiles(folder)).map((file) => ({
    path: `docs/packs/${basename(file, '.yaml')}.md`,
    text: () => pageOf(basename(file, '.yaml'), file),
  }));
  return [{ path: 'docs/packs/README.md', text: listOfPacks }, ...pages];
}

function packFiles(folder: string): readonly string[] {
  return filesBelow('rules', '.yaml').filter((file) => dirname(file) === folder);
}

function listOfPacks(): string {
  const sections = FOLDERS.flatMap(({ folder, head }) => {
    const rows = packFiles(folder).map((file) => {
      const { description = '', rules = [] } = packIn(file);
      const name = basename(file, '.yaml');
      return `| [${name}](${name}.md) | ${rules.length} | ${cell(description)} |`;
    });
    return [`## ${head}`, '', '| pack | rules | what it stops |', '| --- | ---: | --- |', ...rows, ''];
  });
  const about =
    'Generated from the files in rules/. `safeshell packs` shows those of an installation, and which of their programs are there.';
  return ['# Rule packs', '', about, '', ...sections].join('\n');
}

function pageOf(name: string, file: string): string {
  const { description = '', rules = [] } = packIn(file);
  const head = [`# ${name}`, '', description, '', `Generated from [${file}](../../${file}).`, ''];
  return [...head, ...rules.flatMap(sectionOf)].join('\n');
}

function sectionOf(rule: WrittenRule): readonly string[] {
  const { name, description = '', message, help, tests } = rule;
  const says = [message, help].filter((text) => text !== undefined).map((text) => `> ${inline(text)}`);
  return [
    `## ${name}`,
    '',
    `${inline(description)}.`.replace(/\.\.$/, '.'),
    '',
    ...(says.length === 0 ? [] : [says.join('\n>\n'), '']),
    ...factsOf(rule).map((fact) => `- ${fact}`),
    '',
    ...examples('It is about', tests?.match),
    ...examples('Not about', tests?.no_match),
  ];
}

function factsOf({
  action,
  context = 'all',
  severity = 'medium',
  enforce,
  commands,
  source,
}: WrittenRule): readonly string[] {
  const who = { all: 'everybody', ai_only: 'agents', human_only: 'people' }[context] ?? context;
  const named = [commands ?? []].flat();
  return [
    `\`${action}\` for ${who}, ${severity}${enforce === false ? '; it only watches' : ''}`,
    ...(named.length > 0 ? [`programs: ${named.map((one) => `\`${one}\``).join(', ')}`] : []),
    ...[source ?? []].flat().map((one) => `source: ${/^https?:/.test(one) ? `<${one}>` : one}`),
  ];
}

function examples(head: string, all: Examples | undefined): readonly string[] {
  const lines = (all ?? []).flatMap((one) => {
    const line = typeof one === 'string' ? one : (one as { readonly command?: string }).command;
    return line === undefined || /[\n`]/.test(line) ? [] : [line];
  });
  return lines.length === 0 ? [] : [`${head}:`, '', ...lines.slice(0, SHOWN).map((line) => `    ${line}`), ''];
}

function packIn(file: string): WrittenPack {
  return parse(textOf(file)) as WrittenPack;
}

function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return inline(text).replaceAll('|', '\\|');
}
