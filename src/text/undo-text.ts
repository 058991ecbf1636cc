import { keptText } from './losses.ts';
import type { Paint } from './paint.ts';
import { plural } from './plural.ts';
import { printable, shortened } from './printable.ts';

/** What undo would do, in texts. */
export interface ShownPlan {
  readonly record: {
    readonly id: number;
    readonly command: string;
    readonly cwd: string;
    readonly missing: readonly string[];
  };
  readonly steps: readonly { readonly path: string; readonly does: string; readonly newerMs?: number | undefined }[];
  readonly conflicts: readonly { readonly path: string; readonly why: string }[];
  /** of refs, HEAD, index, stash and operations */
  readonly git: readonly {
    readonly what: string;
    readonly now: string;
    readonly then: string;
    readonly isNewer: boolean;
  }[];
  /** what cannot come back of these */
  readonly problems: readonly string[];
}

const MOST_LINES = 20;
const WORDS: Readonly<Record<string, string>> = {
  create: 'restore',
  replace: 'replace',
  attributes: 'set mode',
  remove: 'remove',
};

/** A line for each thing that it would do, up to some; then what cannot come back. */
export function undoPlanText({ record, steps, conflicts, git, problems }: ShownPlan, paint: Paint): readonly string[] {
  const head = `undo ${record.id}: ${shortened(record.command, 100)}  ${paint.dim(`in ${printable(record.cwd)}`)}`;
  const lines = [
    ...git.map(({ what, now, then, isNewer }) => {
      return `  git         ${printable(what)}: ${printable(now)} -> ${printable(then)}${isNewer ? '  (newer work)' : ''}`;
    }),
    ...steps.map(stepLine),
  ];
  const more = lines.length - MOST_LINES;
  const none = lines.length === 0 ? ['  nothing to do: everything is as it was'] : [];
  return [
    head,
    ...(more > 0 ? [...lines.slice(0, MOST_LINES), `  ... and ${more} more`] : lines),
    ...none,
    ...conflicts.map(({ path, why }) => `  cannot      ${printable(path)}: ${printable(why)}`),
    ...problems.map((one) => `  cannot      ${printable(one)}`),
    ...record.missing.map((one) => `  not kept    ${printable(one)}`),
  ];
}

function stepLine({ path, does, newerMs }: ShownPlan['steps'][number]): string {
  const newer =
    newerMs === undefined
      ? ''
      : `  (changed since, ${new Date(newerMs).toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
  return `  ${(WORDS[does] ?? does).padEnd(10)}  ${printable(path)}${newer}`;
}

export function undoneText({
  restored,
  kept,
}: {
  readonly restored: number;
  readonly kept: number | undefined;
}): string {
  const before = kept === undefined ? '' : `; the state before it is ${keptText(kept)}`;
  return `${plural(restored, 'path')} restored${before}`;
}
