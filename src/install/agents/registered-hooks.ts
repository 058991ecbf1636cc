import { type ParseError, parse } from 'jsonc-parser';
import type { InstallableAgent } from '../../agents/agent.ts';
import type { Settings, SettingsFile, Workplace } from '../../agents/asking.ts';
import { PERMISSION_REQUEST } from '../../agents/dialog.ts';
import { AFTER_CALLS } from '../../agents/failed-output.ts';
import { valueAt } from '../../agents/json-path.ts';
import type { Environment } from '../../model/request.ts';
import { foldersUpward } from '../../store/layout.ts';
import { isRecord, isString, parseJson } from '../../util/guards.ts';
import { readBytes, textOf } from '../byte-text.ts';
import { type AgentJob, filesOf, startsLauncher } from './edit-agents.ts';

/** A hook of ours in settings that an agent reads, for events before a call of its shell. */
export interface RegisteredHook {
  /** whose settings hold it, as `agents install` names them */
  readonly job: AgentJob;
  readonly file: string;
  /** what the agent starts: a line for sh, or a file */
  readonly command: string;
  /** its fields, and those of its group; empty where the file is no JSON or the agent has no list of them */
  readonly fields: Settings;
}

/** The settings that one agent reads in a folder. */
export interface ReadSettings {
  /** the strongest first */
  readonly files: readonly SettingsFile[];
  readonly hooks: readonly RegisteredHook[];
  /** files that are there, and that the agent cannot read */
  readonly unreadable: readonly string[];
}

export function readSettingsOf(agent: InstallableAgent, place: Workplace): ReadSettings {
  const { asking } = agent.setup;
  const projects = asking?.projects?.(place) ?? foldersUpward(place.cwd);
  const { env } = place;
  const jobs: AgentJob[] = [undefined, ...projects].map((project) => ({ agent, env, project }));
  const homes = new Map(jobs.flatMap((job) => filesOf(job).map(({ path }) => [path, job] as const)).reverse());
  const paths = [...new Set([...(asking?.files?.(place) ?? []), ...[...homes.keys()].reverse()])];
  const files: SettingsFile[] = [];
  const hooks: RegisteredHook[] = [];
  const unreadable: string[] = [];
  for (const path of paths) {
    const text = textIn(path);
    if (text === undefined) unreadable.push(path);
    if (text === undefined || text === '') continue;
    const { settings, isBroken } = settingsIn(text, asking?.isStrict === true);
    if (isBroken && path.endsWith('.json')) unreadable.push(path);
    const file = { path, text, settings };
    files.push(file);
    const job = homes.get(path) ?? { agent, env, project: undefined };
    hooks.push(...hooksIn(file, agent, env).map((hook) => ({ job, file: path, ...hook })));
  }
  return { files, hooks, unreadable };
}

/** '' = there is no such file; undefined = it cannot be read. */
function textIn(path: string): string | undefined {
  try {
    return textOf(readBytes(path) ?? '');
  } catch {
    return undefined; // a folder, a pipe, or not ours to read
  }
}

/** JSON as people leave it in settings, with comments and what can be read of JSON5, unless the agent takes none. */
function settingsIn(text: string, isStrict: boolean) {
  const errors: ParseError[] = [];
  const whole = text.replace(/^\uFEFF/, '');
  const settings: unknown = isStrict ? parseJson(whole) : parse(whole, errors, { allowTrailingComma: true });
  return { settings: isRecord(settings) ? settings : undefined, isBroken: !isRecord(settings) || errors.length > 0 };
}

type Found = Pick<RegisteredHook, 'command' | 'fields'>;

function hooksIn({ path, text, settings }: SettingsFile, agent: InstallableAgent, env: Environment): readonly Found[] {
  const ours = startsLauncher(agent);
  if (!ours(text)) return [];
  const { starts, asking } = agent.setup;
  if (starts === 'file' || typeof starts === 'object') return [{ command: path, fields: {} }];
  // also where the agent cannot read the file: the hook is there, and is not started
  const loose = settings ?? settingsIn(text, false).settings;
  const list = loose && listOf(loose, agent, env);
  if (list !== undefined) return list.flatMap((item) => commandsIn(item, ours));
  const strings = loose === undefined ? tomlStrings(text) : asking?.list === undefined ? stringsIn(loose) : [];
  return [...new Set(strings)].filter(ours).map((command) => ({ command, fields: {} }));
}

/** undefined = unknown where this agent has its hooks. */
function listOf(settings: Settings, agent: InstallableAgent, env: Environment): readonly unknown[] | undefined {
  const [first] = filesOf({ agent, env, project: undefined });
  const path = agent.setup.asking?.list ?? (first?.kind === 'json' ? first.items[0]?.list : undefined);
  if (path === undefined) return undefined;
  const list = valueAt(settings, path) ?? valueAt(settings, path.slice(1)); // projects of some have the events at the top
  return Array.isArray(list) ? list : [];
}

/** Each hook of a group, or the hook itself. */
function commandsIn(item: unknown, ours: (text: string) => boolean): readonly Found[] {
  if (!isRecord(item)) return [];
  const { hooks, ...group } = item;
  const handlers = Array.isArray(hooks) ? hooks.filter(isRecord).map((hook) => ({ ...group, ...hook })) : [item];
  return handlers.flatMap((fields) => {
    const command = stringsIn(fields).find(ours);
    return command === undefined ? [] : [{ command, fields }];
  });
}

const NO_GUARD = [PERMISSION_REQUEST, ...AFTER_CALLS];

function stringsIn(value: unknown): readonly string[] {
  if (isString(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  // where it is asked about a dialog, or hears of the end, silence refuses nothing, and lets nothing pass
  return Object.entries(value).flatMap(([key, one]) => (NO_GUARD.includes(key) ? [] : stringsIn(one)));
}

/** As we write them: strings of JSON are strings of TOML. */
function tomlStrings(text: string): readonly string[] {
  return [...text.matchAll(/=\s*("(?:[^"\\\n]|\\.)*")\s*$/gm)].flatMap(([, quoted = '']) => {
    try {
      return [JSON.parse(quoted) as string];
    } catch {
      return [];
    }
  });
}
