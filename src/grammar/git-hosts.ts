import type { Word } from '../model/word.ts';
import { addressText, copyHosts, type Destination } from './address.ts';
import { effective } from './effective.ts';
import type { ParsedCommand } from './grammar.ts';

/** Which operand is the repository of the other side; `named`: it may be a remote's name, and where there is none one is taken. */
interface Row {
  readonly at: number;
  readonly named: boolean;
}

const ARCHIVE: Row = { at: 0, named: true };

const REPOSITORY: Readonly<Record<string, Row>> = {
  push: { at: 0, named: true },
  fetch: { at: 0, named: true },
  pull: { at: 0, named: true },
  'ls-remote': { at: 0, named: true },
  'remote update': { at: 0, named: true },
  'remote prune': { at: 0, named: true },
  'remote show': { at: 0, named: true },
  'send-pack': { at: 0, named: true },
  'fetch-pack': { at: 0, named: true },
  clone: { at: 0, named: false },
  'remote add': { at: 1, named: false },
  'remote set-url': { at: 1, named: false },
  'submodule add': { at: 0, named: false },
};

/** Settings that lead elsewhere. */
const LEADS_ELSEWHERE = /^(url\.|remote\.|branch\.|http\..*proxy|https?\.proxy|core\.(sshcommand|gitproxy)|include)/i;

/** A remote of a git repository by its name; undefined = the one that git takes where none is named. */
export interface NamedRemote {
  readonly remote: string | undefined;
  /** where it pushes to may be another place */
  readonly pushes: boolean;
}

/** The repository of the other side as it is written: an address or a path, HOLE for what is not known; or a remote. */
export type OtherSide = { readonly address: string } | NamedRemote | 'unknown';

export function gitDestinations(parsed: ParsedCommand): readonly (Destination | NamedRemote)[] {
  return otherSides(parsed).flatMap((one): readonly (Destination | NamedRemote)[] =>
    typeof one === 'object' && 'address' in one ? copyHosts(one.address) : [one],
  );
}

/** What git connects to; [] = to nothing. Source: git(1) 2.39, gitremote-helpers(7). */
export function otherSides(parsed: ParsedCommand): readonly OtherSide[] {
  const subcommand = parsed.subcommand.join(' ');
  const row = subcommand === 'archive' ? ARCHIVE : REPOSITORY[subcommand];
  const given = row && repositoryWord(row, parsed, subcommand);
  if (row === undefined || (row === ARCHIVE && given === undefined)) return [];
  const pushes = subcommand === 'push';
  const several = !pushes && ['--all', '--multiple'].some((name) => effective(parsed, name) !== undefined);
  // what follows the repository is branches
  const end = parsed.operands[row.at]?.index ?? Number.POSITIVE_INFINITY;
  const isUnsure = several || parsed.dynamic.some((index) => index < end) || parsed.options.some(leadsElsewhere);
  const unsure: readonly OtherSide[] = isUnsure ? ['unknown'] : [];
  if (given === undefined) return row.named ? [{ remote: undefined, pushes }, ...unsure] : unsure;
  return [otherSide(addressText(given), row.named, pushes), ...unsure];
}

function repositoryWord({ at }: Row, parsed: ParsedCommand, subcommand: string): Word | undefined {
  if (subcommand === 'archive') return effective(parsed, '--remote')?.value;
  return parsed.operands[at]?.word ?? (subcommand === 'push' ? effective(parsed, '--repo')?.value : undefined);
}

function leadsElsewhere({ value, kind }: ParsedCommand['options'][number]): boolean {
  if (kind === 'key') return true; // its value is in a variable
  return kind === 'setting' && value !== undefined && (value.kind !== 'known' || LEADS_ELSEWHERE.test(value.value));
}

function otherSide(text: string, named: boolean, pushes: boolean): OtherSide {
  if (/^\w[\w+.-]*::/.test(text)) return 'unknown'; // a helper program connects
  const isName = named && !/[/:\0]/.test(text) && text !== '.' && text !== '..' && copyHosts(text).length === 0;
  return isName ? { remote: text, pushes } : { address: text };
}
