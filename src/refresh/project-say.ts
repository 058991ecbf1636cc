import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { remembers } from '../conditions/memory.ts';
import { readsNames } from '../gate/code.ts';
import { isSaid, type ProjectSay, projectOf, writeSay } from '../install/project-say.ts';
import type { Policy, Rule } from '../model/policy.ts';
import { isRestrictive } from '../model/verdict.ts';
import type { PolicySources } from '../policy/sources.ts';
import { readWithStandIns } from '../policy/stand-ins.ts';
import { hashName } from '../util/fnv.ts';
import { baseName } from '../util/path.ts';
import type { BasePolicy } from './base-policy.ts';
import { madeFrom } from './gates.ts';

/** The folder of what projects say beside exactly the policy whose gates the shims have. */
export function projectsOf(basePolicy: BasePolicy): string {
  const { projects } = basePolicy.sources.layout.cache;
  return `${projects}/${hashName(madeFrom(basePolicy))}`;
}

const UNKNOWN_PROJECT: ProjectSay = { about: undefined };

/** Gates are made from the base policy: where a project has no other rule about a program, they hold there too. */
export function projectSay(sources: PolicySources): ProjectSay {
  const { inForce } = readWithStandIns({ ...sources, files: sources.files.filter(({ tier }) => tier !== 'project') });
  if (inForce === undefined) return UNKNOWN_PROJECT;
  const usual = new Set(inForce.policy.modules.flatMap(({ rules }) => rules.map((rule) => JSON.stringify(rule))));
  const names = new Set<string>();
  for (const isTrusted of [true, false]) {
    const policy = readWithStandIns(sources, () => isTrusted).inForce?.policy;
    if (policy === undefined) return UNKNOWN_PROJECT;
    const own = rulesBeside(policy, usual);
    if (policy.modules.some(isUnusual) || own.some(mayBeAboutAny)) return UNKNOWN_PROJECT;
    for (const { commands = [] } of own) for (const command of commands) names.add(baseName(command));
  }
  // what a shell is handed may start any of them
  const about = names.size === 0 ? [] : [...names, ...readsNames()];
  return about.every(isFileName) ? { about } : UNKNOWN_PROJECT;
}

/**
 * Keeps what the project among the sources says, where that is not known yet; what other policies' gates asked goes.
 * false = it changed a moment ago, and is to be looked at again. Never throws.
 */
export function keepSay(sources: PolicySources, basePolicy: BasePolicy): boolean {
  const startedMs = Date.now();
  const projects = projectsOf(basePolicy);
  const project = projectOf(sources.identity);
  try {
    removeOthers(projects);
    if (project === undefined || isSaid(projects, project)) return true;
    return writeSay(projects, project, projectSay(sources), startedMs);
  } catch {
    return true; // its calls go to Node
  }
}

function removeOthers(projects: string): void {
  const root = dirname(projects);
  const names = existsSync(root) ? readdirSync(root) : [];
  const others = names.filter((name) => name !== basename(projects));
  for (const name of others) rmSync(join(root, name), { recursive: true, force: true });
}

function rulesBeside({ modules }: Policy, usual: ReadonlySet<string>): readonly Rule[] {
  const all = modules.flatMap(({ rules }) => rules);
  const isSaid = (rule: Rule) => isRestrictive(rule.action) || rule.keep !== undefined || remembers(rule);
  return all.filter((rule) => isSaid(rule) && !usual.has(JSON.stringify(rule)));
}

function isUnusual({ tier, unmatched, shellTool }: Policy['modules'][number]): boolean {
  return tier === 'project' && (unmatched !== 'allow' || shellTool !== undefined);
}

function mayBeAboutAny(rule: Rule): boolean {
  return rule.commands === undefined || rule.tools !== undefined || remembers(rule);
}

function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0\n]/.test(name) && name.length < 200;
}
