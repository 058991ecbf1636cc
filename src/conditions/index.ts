import { addressOutside } from './address-outside.ts';
import { args } from './args.ts';
import { callerContext, sender, sessionValue } from './caller.ts';
import { dayOfWeek, timeOfDay } from './clock.ts';
import { commandContains, commandMatches, commandStartswith, spelledAs } from './command-text.ts';
import type { ConditionFamily } from './condition.ts';
import { earlier } from './earlier.ts';
import { effect } from './effect.ts';
import { assigns, envEquals } from './env.ts';
import { exactCommand } from './exact-command.ts';
import { fedBy } from './fed-by.ts';
import { feeds } from './feeds.ts';
import { fileExists } from './file-exists.ts';
import { firstUse } from './first-use.ts';
import { definesForkBomb } from './fork-bomb.ts';
import { gitBranchIn, gitBranchMatches, inGitRepo } from './git.ts';
import { gitAhead } from './git-ahead.ts';
import { gitDirty } from './git-dirty.ts';
import { gitRemoteMatches } from './git-remote-matches.ts';
import { givenText } from './given-text.ts';
import { counter, history } from './history.ts';
import { hostIn, hostOutside } from './host.ts';
import { input } from './input.ts';
import { judge } from './judge.ts';
import { inNewClone } from './new-clone.ts';
import { operation } from './operation.ts';
import { ownProgram } from './own-program.ts';
import { packageName } from './packages/package-name.ts';
import { pathMatches } from './path/path-matches.ts';
import { inDirectory, pathCovers, pathOutside, pathWithin } from './path/path-roots.ts';
import { readsCredentials } from './path/reads-credentials.ts';
import { plainStart } from './plain-start.ts';
import { programPath, unknownProgram } from './program-path.ts';
import { tool } from './tool.ts';
import { elsewhere, runsAs, via } from './via.ts';
import { wordPrefix } from './word-prefix.ts';

/** Every condition type: the only list. */
export const CONDITIONS: readonly ConditionFamily[] = [
  commandMatches,
  commandContains,
  commandStartswith,
  spelledAs,
  gitBranchIn,
  gitBranchMatches,
  gitDirty,
  gitAhead,
  gitRemoteMatches,
  inGitRepo,
  inNewClone,
  pathMatches,
  readsCredentials,
  fileExists,
  envEquals,
  args,
  effect,
  exactCommand,
  pathWithin,
  pathOutside,
  pathCovers,
  inDirectory,
  hostIn,
  hostOutside,
  assigns,
  via,
  runsAs,
  elsewhere,
  fedBy,
  feeds,
  programPath,
  ownProgram,
  unknownProgram,
  definesForkBomb,
  tool,
  input,
  sessionValue,
  sender,
  callerContext,
  timeOfDay,
  dayOfWeek,
  history,
  counter,
  earlier,
  operation,
  firstUse,
  judge,
  plainStart,
  wordPrefix,
  givenText,
  addressOutside,
  packageName,
];

const BY_TYPE: ReadonlyMap<string, ConditionFamily> = new Map(CONDITIONS.map((family) => [family.type, family]));

export function conditionFamily(type: string): ConditionFamily | undefined {
  return BY_TYPE.get(type);
}
