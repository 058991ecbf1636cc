import { COSTS_MS } from './costs.ts';
import { shownPath } from './page.ts';
import type { Paint } from './paint.ts';
import { plural } from './plural.ts';
import { wrapIndented } from './width.ts';

/** What `safeshell setup` is about to do; paths are absolute. */
export interface SetupScreen {
  readonly version: string;
  /** the version that guards now */
  readonly before?: string | undefined;
  readonly home: string;
  /** folders and files of the product; empty = it is there already */
  readonly product: readonly string[];
  readonly shells: readonly Target[];
  /** shells ask about a line before they run it */
  readonly areLinesJudged: boolean;
  readonly agents: readonly Target[];
  /** what the person left out */
  readonly without: { readonly shells: boolean; readonly agents: boolean };
}

export interface Target {
  /** as people call it */
  readonly name: string;
  /** files that will change; empty = they are right already */
  readonly files: readonly string[];
}

/** Of a terminal; undefined = no terminal, so that there is room for everything. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** Lines that are left for the question below. */
const FOR_THE_QUESTION = 3;

/** One screen: each file where there is room, else how many. */
export function setupText(screen: SetupScreen, paint: Paint, size?: ScreenSize): string {
  const columns = size?.columns ?? 80;
  const whole = lines(detailed(screen), { columns, paint });
  const isTooLong = size !== undefined && whole.length + 2 + FOR_THE_QUESTION > size.rows;
  const shown = isTooLong ? lines(brief(screen), { columns, paint }) : whole;
  const head = `safeshell ${screen.version}${screen.before === undefined ? '' : ` in place of ${screen.before}`}`;
  const isNew = screen.before === undefined && columns >= 80;
  const purpose = isNew ? " asks before a command does harm: yours, and your agents'" : '';
  return [`${paint.strong(head)}${purpose}`, ...(isTooLong ? [] : ['']), ...shown].join('\n');
}

interface Row {
  readonly label: string;
  readonly text: string;
}

function detailed(screen: SetupScreen): readonly Row[] {
  const { product, home } = screen;
  return [
    ...targetRows('shells', screen.shells, screen),
    ...linesRows(screen),
    ...targetRows('agents', screen.agents, screen),
    ...(product.length === 0
      ? []
      : [{ label: 'product', text: product.map((path) => shownPath(path, { home })).join(', ') }]),
    { label: 'costs', text: `${costs()}; ${agentCosts()}` },
    { label: 'undo', text: 'safeshell setup --undo: every file as it was' },
  ];
}

function targetRows(label: 'shells' | 'agents', targets: readonly Target[], { home, without }: SetupScreen) {
  if (targets.length === 0)
    return [{ label, text: without[label] ? `left out (--no-${label})` : 'none is found here' }];
  const width = Math.max(...targets.map(({ name }) => name.length));
  return targets.map(({ name, files }, index): Row => {
    const where = files.length === 0 ? 'set up already' : files.map((path) => shownPath(path, { home })).join(', ');
    return { label: index === 0 ? label : '', text: `${name.padEnd(width)}  ${where}` };
  });
}

/** What a person wished otherwise; what is usual takes no room. */
function linesRows({ shells, areLinesJudged }: SetupScreen): readonly Row[] {
  if (areLinesJudged || shells.length === 0) return [];
  return [{ label: 'lines', text: 'run unasked (--no-lines)' }];
}

function brief(screen: SetupScreen): readonly Row[] {
  return [
    briefRow('shells', screen.shells, screen),
    ...linesRows(screen),
    briefRow('agents', screen.agents, screen),
    { label: 'costs', text: costs() },
    { label: 'undo', text: 'safeshell setup --undo' },
    { label: 'files', text: 'safeshell setup --dry-run' },
  ];
}

const NAMED_AT_MOST = 3;

function briefRow(label: 'shells' | 'agents', targets: readonly Target[], { without }: SetupScreen): Row {
  if (targets.length === 0) return { label, text: without[label] ? 'left out' : 'none is found here' };
  const named = targets.slice(0, NAMED_AT_MOST).map(({ name }) => name);
  const more = targets.length - named.length;
  const files = targets.flatMap((target) => target.files).length;
  return { label, text: `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} (${plural(files, 'file')})` };
}

function costs(): string {
  return `about ${COSTS_MS.command} ms a command, ${COSTS_MS.judged} ms where a rule may be about it`;
}

function agentCosts(): string {
  return `${COSTS_MS.agentLine.least} to ${COSTS_MS.agentLine.most} ms a line of an agent`;
}

const LABEL_WIDTH = 9;

function lines(
  rows: readonly Row[],
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): readonly string[] {
  return rows.flatMap(({ label, text }) =>
    wrapAligned(text, columns - LABEL_WIDTH - 1).map((line, index) => {
      const before = index === 0 ? paint.dim(label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH);
      return `${before}${line}`.trimEnd();
    }),
  );
}

/** What aligns a name with its files is kept. */
function wrapAligned(text: string, columns: number): readonly string[] {
  const indent = /^\S.*? {2,}/.exec(text)?.[0] ?? '';
  const below = ' '.repeat(indent.length > columns / 2 ? 2 : indent.length);
  if (indent.length > columns / 2) return wrapIndented(text, columns, '', below);
  return wrapIndented(text.slice(indent.length), columns, indent, below);
}

export interface SetupEnd {
  readonly areShellsDone: boolean;
  /** sh: guards the shell that reads it */
  readonly line: string;
  /** what a person has to do in an agent */
  readonly next: readonly string[];
  /** as it is typed in the shell that called: `safeshell` where PATH has it */
  readonly program: string;
}

/** What there is to do now; no line wider than a narrow terminal, but for what is typed into a file. */
export function setupEnd({ areShellsDone, line, next, program }: SetupEnd, paint: Paint): string {
  const shells = areShellsDone
    ? ['New shells are guarded. This one, too:']
    : [
        'Nothing is guarded until PATH says so:',
        `\`${program} init --install\`, or this line`,
        'at the top and at the end of your start-up',
        `files (fish: \`${program} init fish\`); typed,`,
        'it guards the shell that you are in:',
      ];
  const rows = [
    ['Try it:', `${program} check 'git push -f'`],
    ['Undo it:', `${program} setup --undo`],
  ].map(([label = '', command = '']) => `${label.padEnd(9)}${paint.strong(command)}`);
  return ['', ...next, ...shells, `  ${line}`, ...rows].join('\n');
}
