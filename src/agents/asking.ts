import { join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { foldersUpward } from '../store/layout.ts';
import { isString } from '../util/guards.ts';
import type { JsonPath } from './json-path.ts';

/** Parsed settings, or the fields of one hook in them. */
export type Settings = Readonly<Record<string, unknown>>;

/** The folder that an agent works in. */
export interface Workplace {
  readonly home: string;
  readonly env: Environment;
  readonly cwd: string;
  /** the root of the repository around `cwd`; `cwd` where there is none */
  readonly root: string;
  /** paths of the JSON files in a folder; empty where it cannot be listed */
  jsonIn(folder: string): readonly string[];
}

/** A settings file that exists. */
export interface SettingsFile {
  readonly path: string;
  readonly text: string;
  /** undefined = the agent cannot read the file */
  readonly settings: Settings | undefined;
}

/** Why an agent does not start our hook. */
export interface Off {
  /** the setting, quoted */
  readonly found: string;
  /** its file, or `the environment` */
  readonly path: string;
  /** the hook waits for the person's trust; absent = it is switched off */
  readonly isUntrusted?: true;
}

/** How an agent decides, by its settings, whether it starts our hook before a call of its shell. */
export interface Asking {
  /** folders whose settings of a project count in this place; absent = the working directory and all above it */
  projects?(place: Workplace): readonly string[];
  /** files with hooks or switches that count in this place, the strongest first; those that `setup.files` names come last */
  files?(place: Workplace): readonly string[];
  /** its JSON has no comments and no trailing commas */
  readonly isStrict?: true;
  /** why the agent ignores all of this file; undefined = it reads the file */
  ignores?(settings: Settings): string | undefined;
  /** the list with the hooks for its shell; absent = the first that `setup.files` writes into */
  readonly list?: JsonPath;
  /** why the agent does not start this hook, or does not wait for it, at each call of its shell. `hook`: with the fields of its group */
  skips?(hook: Settings): string | undefined;
  /** the setting that keeps it from starting the hook which is registered in the file `entry` */
  off?(files: readonly SettingsFile[], entry: string, place: Workplace): Off | undefined;
  readonly report?: OwnReport;
}

/** A program of the agent that knows whether it starts the hook. */
export interface OwnReport {
  readonly program: string;
  readonly args: readonly string[];
  /** what it is told on stdin */
  said(cwd: string): string;
  /** what a line of its output says; undefined = something else. `isOurs`: does this command start our hook? */
  answerIn(line: string, isOurs: (command: string) => boolean): Reported | undefined;
}

export type Reported = { readonly state: 'asks' } | { readonly state: 'off' | 'untrusted'; readonly why: string };

/** These files below the working directory, below each folder above it, and below the home directory. */
export function anywhereAbove({ cwd, home }: Workplace, ...names: readonly string[]): readonly string[] {
  return [...foldersUpward(cwd), home].flatMap((folder) => names.map((name) => join(folder, name)));
}

/** A setting that switches hooks off, quoted; false = it says that they are on; undefined = it is not there. */
export type Switch = (settings: Settings) => string | false | undefined;

export const ENVIRONMENT = 'the environment';

/** For modes without hooks that a variable switches on. */
export function switchedOnBy(env: Settings, names: readonly string[]): string | undefined {
  const found = names.find((name) => /^(1|true|yes|on)$/i.test(String(env[name])));
  return found && `\`${found}\` is ${env[found]}`;
}

/** For a setting of which the strongest file decides. */
export function strongest(files: readonly SettingsFile[], find: Switch): Off | undefined {
  for (const { path, settings } of files) {
    const found = settings && find(settings);
    if (found !== undefined) return found === false ? undefined : { found, path };
  }
  return undefined;
}

/** For a setting that counts in whichever file it stands. */
export function anyOf(files: readonly SettingsFile[], find: (file: SettingsFile) => string | undefined) {
  for (const file of files) {
    const found = find(file);
    if (found !== undefined) return { found, path: file.path };
  }
  return undefined;
}

export function allHooksOff({ disableAllHooks: off }: Settings): string | false | undefined {
  if (off === undefined) return undefined;
  return off === true && '`disableAllHooks` is true';
}

/** Claude Code's matchers, which Codex has too: names in a list, or else a regular expression. */
export function excludesByName(matcher: unknown, tool: string): string | undefined {
  if (!isString(matcher) || !/^[\w|, -]+$/.test(matcher)) return excludesByPattern(matcher, [tool]);
  const names = matcher.split(/[|,]/).map((name) => name.trim());
  return names.includes(tool) ? undefined : leavesOut(matcher);
}

/** For matchers that are regular expressions; without one every tool fits. `names`: of its shell. */
export function excludesByPattern(matcher: unknown, names: readonly string[]): string | undefined {
  if (matcher === undefined || matcher === '' || matcher === '*') return undefined;
  const fits = patternOf(matcher);
  return fits !== undefined && names.some((name) => fits.test(name)) ? undefined : leavesOut(matcher);
}

function patternOf(matcher: unknown): RegExp | undefined {
  try {
    return isString(matcher) ? new RegExp(matcher) : undefined;
  } catch {
    return undefined;
  }
}

export function leavesOut(matcher: unknown): string {
  return `\`matcher\` is ${JSON.stringify(matcher)}, which leaves out its shell`;
}

export function isOtherType({ type }: Settings): string | undefined {
  return type === 'command' ? undefined : `\`type\` is ${JSON.stringify(type)}, not \`command\``;
}

/** In agents that know hooks nobody waits for. */
export function isAsync({ async: flag }: Settings): string | undefined {
  return flag === true ? '`async` is true: it does not wait for the answer' : undefined;
}
