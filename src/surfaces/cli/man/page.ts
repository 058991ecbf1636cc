import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { EXIT_MEANINGS } from '../../../model/exit-status.ts';
import { layoutOf } from '../../../store/layout.ts';
import { escaped, roffLines, roffSection, roffTerm, roffText } from './roff.ts';

export interface ManPage {
  /** `safeshell-check.1` */
  readonly file: string;
  readonly text: string;
}

/** safeshell(1) and a page for each command, from what --help is printed from. Commands of a command stand on its page. */
export function manPages(program: Command, version: string): readonly ManPage[] {
  const commands = program.commands.filter((one) => one.name() !== 'help');
  return [programPage(program, version), ...commands.map((one) => commandPage(one, version))];
}

function programPage(program: Command, version: string): ManPage {
  const help = program.createHelp();
  const groups = help.groupItems([...program.commands], help.visibleCommands(program), (one) => one.helpGroup());
  const commands = [...groups].flatMap(([group, members]) => {
    const named = members.filter((one) => one.name() !== 'help');
    return named.length === 0 ? [] : [`.SS ${escaped(group.replace(/:$/, ''))}`, ...named.map(commandTerm)];
  });
  const also = program.commands.map((one) => `\\fBsafeshell\\-${escaped(one.name())}\\fP(1)`);
  return {
    file: 'safeshell.1',
    text: joined([
      ...header('safeshell', program, version),
      ...roffSection('Synopsis', ['\\fBsafeshell\\fP \\fIcommand\\fP [\\fIoptions\\fP]']),
      ...roffSection('Commands', commands),
      ...roffSection('Options', optionTerms(program)),
      ...common(),
      ...roffSection('See also', [also.filter((one) => !one.includes('\\-help')).join(',\n')]),
    ]),
  };
}

function commandTerm(command: Command): string {
  return roffTerm(`safeshell ${command.name()}`, command.summary());
}

function commandPage(command: Command, version: string): ManPage {
  const name = `safeshell-${command.name()}`;
  const inner = command.commands.filter((one) => one.name() !== 'help');
  return {
    file: `${name}.1`,
    text: joined([
      ...header(name, command, version),
      ...roffSection(
        'Synopsis',
        [command, ...inner].flatMap((one, at) => [...(at > 0 ? ['.br'] : []), synopsis(one)]),
      ),
      ...roffSection('Arguments', argumentTerms(command)),
      ...roffSection('Options', optionTerms(command)),
      ...roffSection('Commands', inner.flatMap(innerCommand)),
      ...roffSection('Notes', afterwards(command)),
      ...common(),
      ...roffSection('See also', ['\\fBsafeshell\\fP(1)']),
    ]),
  };
}

function innerCommand(command: Command): readonly string[] {
  const notes = afterwards(command);
  return [
    `.SS safeshell ${escaped(`${command.parent?.name()} ${command.name()}`)}`,
    roffText(`${command.summary()}.`),
    ...argumentTerms(command),
    ...optionTerms(command),
    ...(notes.length > 0 ? ['.PP', ...notes] : []),
  ];
}

function header(name: string, command: Command, version: string): readonly string[] {
  const summary = command.summary() || command.description();
  return [
    `.TH ${escaped(name.toUpperCase())} 1 ${day()} "safeshell ${escaped(version)}" "safeshell"`,
    // at 40 columns words would be torn apart
    '.ad l',
    '.nh',
    '.SH NAME',
    `${escaped(name)} \\- ${roffText(summary)}`,
  ];
}

/** Of the build; one that is to be repeated says which. */
function day(): string {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1000);
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function synopsis(command: Command): string {
  const words = [command.name()];
  for (let at = command.parent; at !== null; at = at.parent) words.unshift(at.name());
  return `\\fB${escaped(words.join(' '))}\\fP ${escaped(command.usage())}`;
}

function argumentTerms(command: Command): readonly string[] {
  const help = command.createHelp();
  return help.visibleArguments(command).map((one) => roffTerm(help.argumentTerm(one), help.argumentDescription(one)));
}

function optionTerms(command: Command): readonly string[] {
  const help = command.createHelp();
  return help.visibleOptions(command).map((one) => roffTerm(help.optionTerm(one), help.optionDescription(one)));
}

/** What stands below the options in --help: examples and notes, laid out by hand. */
function afterwards(command: Command): readonly string[] {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  // commander's types leave out that it is one
  (command as unknown as EventEmitter).emit('afterHelp', { error: false, command, write });
  return text.trim() === '' ? [] : [roffLines(text.trim().split('\n'))];
}

/** The same for every page. */
function common(): readonly string[] {
  const statuses = [...EXIT_MEANINGS].sort(([one], [other]) => one - other);
  return [
    ...roffSection(
      'Exit status',
      statuses.map(([status, meaning]) => roffTerm(String(status), meaning)),
    ),
    ...roffSection(
      'Files',
      files().map(([path, what]) => roffTerm(path, what)),
    ),
    ...roffSection(
      'Environment',
      ENVIRONMENT.map(([name, what]) => roffTerm(name, what)),
    ),
  ];
}

function files(): readonly (readonly [string, string])[] {
  const { user, managed, cache, state, data } = layoutOf({ HOME: '/~' });
  const shown = (path: string) => path.replace(/^\/~/, '~');
  return [
    [
      `${shown(user.rules)}/*.yaml`,
      'your rules; commands write to `mine.yaml`, "always" at a prompt writes to `exceptions.yaml`',
    ],
    [shown(user.settings), 'your settings'],
    ['.safeshell/rules.yaml', 'rules of a project, in this directory or a parent'],
    [`${shown(managed.root)}/`, 'rules and settings of the administrator'],
    [`${shown(state.root)}/`, 'audit records, sessions, pending approvals'],
    [`${shown(cache.root)}/`, 'compiled rules; safe to delete'],
    [`${shown(data.root)}/`, 'the program and the shims'],
  ];
}

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['SAFESHELL_CONTEXT', '`ai` treats every caller as an agent'],
  ['SAFESHELL_SESSION', 'id of the current session'],
  ['SAFESHELL_BYPASS', "`1` skips the guard for a person's command; ignored for agents"],
  ['SAFESHELL_SHELL', 'shell that `safeshell-sh` runs'],
  [
    'XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_DATA_HOME',
    'base directories of the `safeshell` folders above',
  ],
  ['NO_COLOR, FORCE_COLOR', 'disable colors; force colors without a terminal'],
];

function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
