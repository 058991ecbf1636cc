import { WRAPPERS } from '../wrappers/index.ts';
import type { StartingArguments } from '../wrappers/wrapper.ts';
import { RUNNERS } from './index.ts';

/**
 * Programs that start others, by base name: `true` = with any arguments. The build evaluates it to plain data, so that
 * a bundle contains it without all of wrappers/ and runners/.
 */
export const STARTERS: Readonly<Record<string, true | StartingArguments>> = Object.fromEntries(
  [...new Set([...WRAPPERS.keys(), ...RUNNERS.keys()])].map((name) => [name, startingArguments(name)]),
);

/** A program may be both: `npm exec x` starts x, `npm test` runs what package.json says. */
function startingArguments(name: string): true | StartingArguments {
  const ways = [WRAPPERS.get(name), RUNNERS.get(name)].filter((one) => one !== undefined);
  const all = ways.map(({ onlyWith }) => onlyWith);
  if (all.includes(undefined)) return true;
  const subcommands = new Set(all.flatMap((one) => Object.keys(one ?? {})));
  return Object.fromEntries([...subcommands].map((name) => [name, all.flatMap((one) => own(one, name))]));
}

function own(arguments_: StartingArguments | undefined, subcommand: string): readonly string[] {
  return arguments_ !== undefined && Object.hasOwn(arguments_, subcommand) ? (arguments_[subcommand] ?? []) : [];
}
