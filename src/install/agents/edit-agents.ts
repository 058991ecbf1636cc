import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InstallableAgent } from '../../agents/agent.ts';
import { INSTALLABLE_AGENTS } from '../../agents/find.ts';
import { OURS } from '../../agents/settings.ts';
import type { AgentFile } from '../../agents/setup.ts';
import type { Environment } from '../../model/request.ts';
import { readIfThere, writeFileAtomic } from '../../store/atomic-file.ts';
import { makeFolder } from '../../store/folders.ts';
import { layoutOf } from '../../store/layout.ts';
import { hashName } from '../../util/fnv.ts';
import { isRecord, isString, parseJson } from '../../util/guards.ts';
import { shWord } from '../../util/sh-quote.ts';
import { bytesOf, readBytes, readBytesOfFile, textOf } from '../byte-text.ts';
import { removeIfEmpty } from '../made-folders.ts';
import { applyChange } from '../startup-files.ts';
import { hidingItem, holdsItems, withItems, withoutItems } from './json-settings.ts';
import { ownCommand, sharedCommand } from './registered-command.ts';

export interface AgentJob {
  readonly agent: InstallableAgent;
  readonly env: Environment;
  /** absolute; undefined = the person's own settings */
  readonly project: string | undefined;
}

/** What becomes of one file; a character for each byte, undefined = there is none. */
export interface AgentEdit {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** without our part in it */
  readonly rest: string | undefined;
  readonly isExecutable: boolean;
}

/** What was there before us, so that it can be there again to the byte. */
interface Backup {
  readonly before: string | null;
  readonly after: string;
  /** folders that were not there, deepest first */
  readonly folders: readonly string[];
  /** whose it is; absent = the person's own settings */
  readonly agent: string;
  readonly project?: string | undefined;
}

/** The edits that register the hook, or take it out again; files that are right already are not among them. Throws an Error where one cannot be edited. */
export function editsFor(job: AgentJob, way: 'install' | 'uninstall'): readonly AgentEdit[] {
  const edits = filesOf(job).flatMap((file) => {
    const before = way === 'install' ? readBytes(file.path) : readBytesOfFile(file.path);
    if (way === 'install' && before !== undefined && isRegistered(file, before, job)) return [];
    const rest = withoutOurs(file, before, job);
    const after = way === 'install' ? withOurs(file, rest) : rest;
    if (way === 'install' && file.kind === 'json') demandRead(after ?? '', file.path, job);
    const isExecutable = file.kind === 'own' && file.executable === true;
    return after === before ? [] : [{ path: file.path, before, after, rest, isExecutable }];
  });
  return way === 'install' ? edits : edits.reverse(); // folders go with the file that they were made for
}

/** A hook in settings that the agent ignores as a whole would ask nobody. */
function demandRead(text: string, path: string, { agent: { title, setup } }: AgentJob): void {
  const { isStrict, ignores } = setup.asking ?? {};
  if (isStrict !== true) return;
  const settings = parseJson(textOf(text).replace(/^\uFEFF/, ''));
  if (!isRecord(settings)) throw new Error(`${path}: ${title} reads JSON without comments and trailing commas alone`);
  const why = ignores?.(settings);
  if (why !== undefined) throw new Error(`${path}: ${title} would ignore it: ${why}`);
}

/** Writes one edit; what was there before us is kept, and put back. Throws what node:fs throws. */
export function applyEdit({ path, before, after, rest, isExecutable }: AgentEdit, job: AgentJob): void {
  const { agent, env, project } = job;
  const backup = backupFile(path, env);
  const known = readBackup(backup);
  if (after === undefined || after === rest) {
    applyChange({ path, after });
    rmSync(backup, { force: true });
    for (const folder of known?.folders ?? []) removeIfEmpty(folder);
    return;
  }
  const folders = known?.folders ?? (before === undefined ? missingFolders(dirname(path)) : []);
  const kept: Backup = { before: rest ?? null, after, folders, agent: agent.name, project };
  writeFileAtomic(backup, JSON.stringify(kept));
  makeFolder(dirname(path), 0o777);
  applyChange({ path, after });
  if (isExecutable) chmodSync(path, 0o755);
}

/** Every place that the hook was ever registered in, and those that people may have put it in by hand. */
export function allJobs(env: Environment): readonly AgentJob[] {
  const folder = backupFolder(env);
  const backups = existsSync(folder) ? readdirSync(folder).map((name) => readBackup(join(folder, name))) : [];
  const inProjects = backups.flatMap((backup): AgentJob[] => {
    const agent = INSTALLABLE_AGENTS.find(({ name }) => name === backup?.agent);
    return agent === undefined || backup?.project === undefined ? [] : [{ agent, env, project: backup.project }];
  });
  return [...INSTALLABLE_AGENTS.map((agent): AgentJob => ({ agent, env, project: undefined })), ...inProjects];
}

/** The file that `install` put the hook into and `uninstall` never took it out of; undefined = none. */
export function wasRegistered(job: AgentJob): string | undefined {
  return filesOf(job).find(({ path }) => existsSync(backupFile(path, job.env)))?.path;
}

/** `hidden`: something in front of it decides first */
type Registration = 'installed' | 'hidden' | 'outdated' | 'absent' | 'unreadable';

/** Is the hook registered, and as it would be now? */
export function agentState(job: AgentJob): Registration {
  try {
    if (editsFor(job, 'install').length === 0) return 'installed';
    if (editsFor(job, 'uninstall').length === 0) return 'absent';
    return hidingIn(job) === undefined ? 'outdated' : 'hidden';
  } catch {
    return 'unreadable';
  }
}

export function launcherOf(agent: InstallableAgent, env: Environment): string {
  return join(layoutOf(env).data.hooks, agent.name);
}

/** The settings files of an agent, with the entries that register the hook. */
export function filesOf({ agent, env, project }: AgentJob): readonly AgentFile[] {
  const launcher = launcherOf(agent, env);
  const { command, atDialog, afterCall, script } =
    project === undefined ? ownCommand(agent, launcher) : sharedCommand(agent);
  const text = project === undefined ? `set -- ${shWord(launcher)}\n${script}` : script;
  return agent.setup.files({
    home: env.HOME ?? '',
    env,
    project,
    launcher,
    command,
    atDialog,
    afterCall,
    script: `#!/bin/sh\n# ${OURS}\n${text}\n`,
  });
}

/** At any position, as agents and people reorder their settings, unless an item before it decides. */
function isRegistered(file: AgentFile, text: string, job: AgentJob): boolean {
  if (file.kind === 'own') return text === bytesOf(file.text);
  if (file.kind === 'lines') return text.match(BLOCK)?.join() === blockOf(file.text);
  const ours = startsLauncher(job.agent);
  return text.trim() !== '' && holdsItems(text, file, ours) && hidingItem(text, file, ours) === undefined;
}

/** The item before ours in a list whose first match decides; undefined = ours is the first, or absent. */
export function hidingIn(job: AgentJob): string | undefined {
  const ours = startsLauncher(job.agent);
  for (const file of filesOf(job)) {
    const text = file.kind === 'json' ? readBytes(file.path) : undefined;
    if (file.kind !== 'json' || text === undefined || !ours(text)) continue;
    const found = hidingItem(text, file, ours);
    if (found !== undefined) return found;
  }
  return undefined;
}

function blockOf(text: string): string {
  return `${BEGIN}\n${bytesOf(text)}${END}\n`;
}

function withOurs(file: AgentFile, rest: string | undefined): string {
  if (file.kind === 'json') return withItems(rest, file);
  if (file.kind === 'lines') {
    const gap = rest === undefined || rest === '' || rest.endsWith('\n') ? '' : '\n';
    return `${rest ?? ''}${gap}${blockOf(file.text)}`;
  }
  if (rest !== undefined) throw new Error(`${file.path} is there already, and not ours`);
  return bytesOf(file.text);
}

const BEGIN = '# >>> safeshell >>>';
const END = '# <<< safeshell <<<';
const BLOCK = /^# >>> safeshell >>>\n(?:(?!# <<< safeshell).*\n)*# <<< safeshell <<<\n?/gm;

/** The file without our entries; byte for byte the original where it was not edited since. */
function withoutOurs(file: AgentFile, text: string | undefined, job: AgentJob): string | undefined {
  if (text === undefined) return undefined;
  const backup = readBackup(backupFile(file.path, job.env));
  if (backup?.after === text) return backup.before ?? undefined;
  if (file.kind === 'lines') return text.replace(BLOCK, '');
  if (file.kind === 'own') return isOwn(text) ? undefined : text;
  const ours = startsLauncher(job.agent);
  if (!ours(text)) return text;
  const rest = withoutItems(text, file, ours);
  return rest !== text && backup?.before === null && isBare(rest) ? undefined : rest;
}

/** One of the first lines marks the file as ours, in every version. */
function isOwn(text: string): boolean {
  return /\bsafeshell\b/.test(text.slice(0, 400)) && /safeshell[/\\]hooks[/\\]/.test(text);
}

function isBare(text: string): boolean {
  return /^\s*\{\s*(?:"version"\s*:\s*1\s*)?\}\s*$/.test(text);
}

/** Does a text of its settings start our hook, in this version's words or those of an older one? */
export function startsLauncher(agent: InstallableAgent): (text: string) => boolean {
  const launcher = new RegExp(`[/']safeshell/hooks/${agent.name}(?![\\w-])`); // a plugin in a project joins the path from parts
  return (command) => launcher.test(command);
}

function backupFile(path: string, env: Environment): string {
  return join(backupFolder(env), `${hashName(path)}.json`);
}

function backupFolder(env: Environment): string {
  return join(layoutOf(env).state.root, 'agents');
}

function readBackup(path: string): Backup | undefined {
  const read = parseJson(readIfThere(path) ?? '');
  if (!isRecord(read) || !isString(read.after) || !(read.before === null || isString(read.before))) return undefined;
  const { before, after, agent, project } = read;
  const folders = Array.isArray(read.folders) ? read.folders.filter(isString) : [];
  return {
    before,
    after,
    folders,
    agent: isString(agent) ? agent : '',
    project: isString(project) ? project : undefined,
  };
}

function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}
