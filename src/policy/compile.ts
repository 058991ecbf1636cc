import { hasErrors } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { writeFileAtomic } from '../store/atomic-file.ts';
import { forgetDeleted, keepGoodText } from '../store/good-texts.ts';
import { type CachedPolicy, keepBroken, keepGood, lastGoodPolicy } from '../store/policy-cache.ts';
import { brokenRulesText } from '../text/broken-rules.ts';
import { countRules } from '../text/module-summary.ts';
import { compilerNow } from './compiler.ts';
import { inMode, modeOf } from './mode.ts';
import { type LoadedPolicy, packName, type SourcesRead } from './read-rules.ts';
import type { PolicySources } from './sources.ts';
import { readWithStandIns, type SourcesWithStandIns } from './stand-ins.ts';

export interface CompiledPolicy extends LoadedPolicy {
  /**
   * What counts now: the policy, with the last good version of each file that has errors; where that cannot be, the last
   * policy that had none. undefined = there is none either; `policy` is then what could be read, and less than was meant.
   */
  readonly inForce: CachedPolicy | undefined;
}

/** Compiles the rule files of one directory and caches the result for the next call. Never throws. */
export function compilePolicy(sources: PolicySources): CompiledPolicy {
  const read = readWithStandIns(sources);
  const { problems, asRead } = read;
  const inForce = read.inForce === undefined ? wholeLastGood(sources, read) : kept(sources, read, read.inForce);
  return { policy: asRead.policy, problems, inForce };
}

/** The same; nothing is written. */
export function compileUnkept(sources: PolicySources): CompiledPolicy {
  const read = readWithStandIns(sources);
  const { problems, asRead, inForce } = read;
  const { layout, identity } = sources;
  const before = () => lastGoodPolicy(layout, identity.scope) ?? lastGoodPolicy(layout, '');
  const policy = inForce?.policy ?? before();
  const broken = textOf(read);
  const counts = policy && { policy, ...(broken !== undefined && { problems: broken }) };
  return { policy: asRead.policy, problems, inForce: counts };
}

function kept(
  sources: PolicySources,
  read: SourcesWithStandIns,
  { policy: asSaid, texts, standings, said }: SourcesRead,
): CachedPolicy {
  const { layout, identity } = sources;
  const policy = inMode(asSaid, modeOf(said));
  const project = policy.modules.filter(({ tier }) => tier === 'project');
  const notices = read.problems.filter(({ level }) => level === 'notice');
  const notes = { compiler: compilerNow(), rules: countRules(policy), notices, projectCommands: commandsOf(project) };
  const problems = textOf(read);
  try {
    // first: a policy that is known is not read again
    for (const [file, text] of texts) if (!read.standIns.has(file)) keepGoodText(layout, file, text);
    forgetDeleted(layout);
    keepGood(layout, identity, { policy, notes, problems });
    keepNames(sources, standings);
  } catch {
    // compiled anew next time: slower, not wrong
  }
  return { policy, ...(problems !== undefined && { problems }) };
}

/** Plain ones, and none of a project's, for shells that complete them without starting us. */
function keepNames({ layout, files, optional }: PolicySources, standings: SourcesRead['standings']): void {
  const packs = [...files.filter(({ tier }) => tier === 'pack').map(({ file }) => file), ...optional].map(packName);
  const rules = standings.filter(({ tier }) => tier !== 'project').map(({ written }) => written.id);
  const named = [...packs.map((name) => `pack ${name}`), ...rules.map((id) => `rule ${id}`)];
  const plain = named.filter((line) => /^\w+ \w[\w./-]*$/.test(line));
  writeFileAtomic(layout.cache.names, plain.map((line) => `${line}\n`).join(''), { durable: false });
}

/** Every program that one of their rules names, by its base name or a path. */
export function commandsOf(modules: Policy['modules']): readonly string[] {
  return [...new Set(modules.flatMap(({ rules }) => rules.flatMap(({ commands = [] }) => commands)))];
}

function wholeLastGood({ layout, identity }: PolicySources, read: SourcesWithStandIns): CachedPolicy | undefined {
  try {
    return keepBroken(layout, identity, { problems: textOf(read) ?? '' });
  } catch {
    return undefined;
  }
}

function textOf({ problems, inForce, standIns }: SourcesWithStandIns): string | undefined {
  if (!hasErrors(problems)) return undefined;
  return brokenRulesText(problems, inForce === undefined ? undefined : standIns);
}
