import { hasErrors, type Problem } from '../model/errors.ts';
import { goodText } from '../store/good-texts.ts';
import { lastGoodFiles } from '../store/policy-cache.ts';
import { readSources, type SourcesOptions, type SourcesRead } from './read-rules.ts';
import type { PolicySources } from './sources.ts';

/** What counts for files with errors while they have them: what each last said without, or undefined: it is left out. */
export type StandIns = ReadonlyMap<string, string | undefined>;

export interface SourcesWithStandIns {
  /** of the files as they are */
  readonly problems: readonly Problem[];
  /** with the stand-ins in their places; undefined = there is none for some file */
  readonly inForce: SourcesRead | undefined;
  readonly standIns: StandIns;
  /** as it was read, for who has to make do without `inForce` */
  readonly asRead: SourcesRead;
}

/** Reads the sources; each file with errors keeps its own last version without, whatever the others do. Never throws. */
export function readWithStandIns(sources: PolicySources, isTrusted?: SourcesOptions['isTrusted']): SourcesWithStandIns {
  const asRead = readSources(sources, { isTrusted });
  const { problems } = asRead;
  const standIns = new Map<string, string | undefined>();
  let read = asRead;
  // each round has a stand-in more: an older version may not fit what others say by now
  while (hasErrors(read.problems)) {
    for (const file of filesWithErrors(read.problems)) {
      const standIn = standIns.has(file) ? undefined : standInFor(file, sources, read);
      if (standIn === undefined) return { problems, inForce: undefined, standIns, asRead };
      standIns.set(file, standIn.text);
    }
    read = readSources(sources, { isTrusted, instead: standIns });
  }
  return { problems, inForce: read, standIns, asRead };
}

/** An override of a rule that is not there may be right once the file that has the rule is. */
function filesWithErrors(problems: readonly Problem[]): readonly string[] {
  const errors = problems.filter(({ level }) => level === 'error');
  const own = errors.filter(({ code }) => code !== 'unknown-rule');
  return [...new Set((own.length > 0 ? own : errors).map(({ at }) => at.file))];
}

/** undefined = nothing can stand in: a pack, a folder, a version that is none without the others as they were. */
function standInFor(file: string, sources: PolicySources, { texts }: SourcesRead) {
  const { files, settings, layout } = sources;
  const tier = files.find((one) => one.file === file)?.tier;
  if (tier === 'pack' || (tier === undefined && !settings.includes(file))) return undefined;
  const text = goodText(layout, file);
  if (text !== undefined) return text === texts.get(file) ? undefined : { text };
  return mayBeLeftOut(file, tier === 'project', sources) ? { text: undefined } : undefined;
}

/**
 * A file that never was good never held: without it all is as it was. Where no rules of a person ever held, nobody knows what
 * would be missing; where this one held once, before such versions were kept, it is known that something would be.
 */
function mayBeLeftOut(file: string, isProject: boolean, { layout, identity: { scope } }: PolicySources): boolean {
  if (isProject) return lastGoodFiles(layout, scope)?.includes(file) !== true;
  const held = lastGoodFiles(layout, '') ?? lastGoodFiles(layout, scope);
  return held !== undefined && !held.includes(file);
}
