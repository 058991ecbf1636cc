import { EXIT } from '../../../model/errors.ts';
import { createHabits, wasRefused } from '../../../report/habits.ts';
import { commandText } from '../../../report/record.ts';
import { exceptionLines, withException, writeException } from '../../../settle/exception.ts';
import { readIfThere } from '../../../store/atomic-file.ts';
import { layoutOf } from '../../../store/layout.ts';
import { type OnRecord, type Suggestion, suggest } from '../../../suggest/suggest.ts';
import { shortId } from '../../../text/advice.ts';
import { plural } from '../../../text/plural.ts';
import { printable } from '../../../text/printable.ts';
import {
  NOTHING_TO_SUGGEST,
  type ShownSuggestion,
  suggestionsFoot,
  suggestionText,
} from '../../../text/suggestion-text.ts';
import { withListItems } from '../../../util/yaml-list.ts';
import { answered } from '../confirm.ts';
import { type CliContext, UsageError } from '../context.ts';
import { filterOf, widthOf } from '../log/options.ts';
import { wantedRecords } from '../log/records.ts';
import { refuseAgents } from '../person.ts';
import { createProgress } from '../progress.ts';

interface Options {
  readonly since?: string;
  readonly least?: string;
  readonly yes?: readonly string[];
  readonly json?: boolean;
}

/** Shows what people keep approving, as exceptions; writes those that are named, or chosen at the terminal. */
export async function offer(options: Options, context: CliContext): Promise<number> {
  if (refuseAgents('see what people approve, and write exceptions', context)) return EXIT.notAllowed;
  const least = leastOf(options);
  const wanted = wantedRecords(filterOf({ since: options.since ?? '30d', outcome: 'approved' }, Date.now()), context);
  const habits = createHabits();
  const refusals = refusedIn(context);
  const progress = createProgress();
  let found: readonly Suggestion[];
  let read = 0;
  const tried = (done: number, of: number) => progress.show(() => `${done} of ${of} tried`);
  try {
    for (const record of wanted) {
      habits.add(record);
      read++;
      progress.show(() => `${plural(read, 'approval')} read`);
    }
    found = suggest({ habits: habits.habits(), refused: refusals.refused }, { env: context.env, least, tell: tried });
  } finally {
    progress.end();
  }
  // without all of them nobody knows what was never refused
  const status = Math.max(wanted.status(), refusals.status());
  if (status !== EXIT.ok) return status;
  if (!canBeWritten(context)) return EXIT.data;
  const chosen = options.yes === undefined ? [] : options.yes.map((id) => named(id, found));
  if (options.json) return tell(found, chosen, context);
  if (chosen.length > 0) return write(chosen, context);
  show(found, context);
  return found.length > 0 && process.stdout.isTTY ? write(await choose(found), context) : EXIT.ok;
}

function leastOf({ least = '3' }: Options): number {
  if (!/^[1-9]\d{0,5}$/.test(least)) throw new UsageError(`--least \`${least}\`: expected a number from 1 on`);
  return Number(least);
}

/** All that was ever refused, as far as it names the programs. */
export function refusedIn(context: CliContext): Pick<OnRecord, 'refused'> & { readonly status: () => number } {
  let status: number = EXIT.ok;
  return {
    *refused(programs) {
      const wanted = wantedRecords({ outcome: 'denied,said-no,refused' }, context);
      for (const record of wanted) {
        const text = wasRefused(record) ? commandText(record) : '';
        if (programs.some((program) => text.includes(program))) yield record;
      }
      status = wanted.status();
    },
    status: () => status,
  };
}

function canBeWritten({ env, err }: CliContext): boolean {
  const { exceptions: file } = layoutOf(env).user;
  const exception = { rules: ['x/x'], argv: ['x'], within: '/', file };
  if (withException(readIfThere(file), exception) !== undefined) return true;
  err(`safeshell: ${file}: \`overrides\` is not a list of lines`);
  return false;
}

function named(prefix: string, found: readonly Suggestion[]): Suggestion {
  if (!/^[\da-f]{4,64}$/.test(prefix))
    throw new UsageError(`\`${printable(prefix)}\` is not an id: expected at least 4 hex digits`);
  const [one, another] = found.filter(({ id }) => id.startsWith(prefix));
  if (one === undefined) throw new UsageError(`no suggestion has the id \`${prefix}\` any more (safeshell suggest)`);
  if (another !== undefined) throw new UsageError(`several suggestions begin with \`${prefix}\`: give more digits`);
  return one;
}

function show(found: readonly Suggestion[], context: CliContext): void {
  const style = { paint: context.paint, width: widthOf(context) };
  const [first] = found;
  if (first === undefined) {
    context.out(NOTHING_TO_SUGGEST);
    return;
  }
  for (const [at, one] of found.entries()) context.out(`${suggestionText(at + 1, shownOf(one), style)}\n`);
  context.out(
    suggestionsFoot(
      found.map(({ id }) => shortId(id)),
      first.exception.file,
    ),
  );
}

/** By their places in the list that stands above. Throws a UsageError. */
async function choose(found: readonly Suggestion[]): Promise<readonly Suggestion[]> {
  const said = (await answered('Write which? [numbers, Enter: none] ')) ?? '';
  return said
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const one = /^\d+$/.test(word) ? found[Number(word) - 1] : undefined;
      if (one === undefined)
        throw new UsageError(`nothing was written: \`${printable(word)}\` is not a number of the list`);
      return one;
    });
}

function write(chosen: readonly Suggestion[], { out, err }: CliContext): number {
  try {
    for (const { exception } of chosen) writeException(exception);
  } catch (error) {
    err(`safeshell: not written: ${(error as Error).message}`);
    return EXIT.cannotCreate;
  }
  const [first] = chosen;
  if (first === undefined) out('Nothing was written.');
  else
    out(
      `${plural(chosen.length, 'exception')} written to ${printable(first.exception.file)}. They apply from the next command on.`,
    );
  return EXIT.ok;
}

function tell(found: readonly Suggestion[], chosen: readonly Suggestion[], context: CliContext): number {
  const status = chosen.length === 0 ? EXIT.ok : write(chosen, { ...context, out: () => {} });
  const isWritten = (one: Suggestion) => status === EXIT.ok && chosen.includes(one);
  const list = found.map((one) => ({ ...shownOf(one), file: one.exception.file, written: isWritten(one) }));
  context.out(JSON.stringify(list, null, 2));
  return status;
}

/** Field names are those of `suggest --json`. */
function shownOf({ id, exception, evidence }: Suggestion): ShownSuggestion & Pick<Suggestion['evidence'], 'actors'> {
  const { rules, argv, last, within } = exception;
  const yaml = withListItems('', 'overrides', exceptionLines(exception)) ?? '';
  return { id: shortId(id), argv, ...(last !== undefined && { last }), within, rules, ...evidence, yaml };
}
