import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { sha256 } from './sha256.ts';

/** Everything we own is readable by its owner alone. */
export const MODES = { folder: 0o700, file: 0o600 } as const;

/** Raised when a file of that kind is no longer read by older readers. */
export const VERSIONS = {
  policy: 12,
  trust: 1,
  audit: 1,
  session: 1,
  inbox: 2,
  grant: 2,
  permit: 1,
  goodText: 1,
  undo: 1,
} as const;

/**
 * Every path that is ours, absolute. A picture of the disk:
 *
 *   /etc/safeshell/         managed rules: config.yaml, rules/*.yaml
 *   $XDG_CONFIG_HOME/safeshell/
 *     config.yaml           settings; not a rule file
 *     rules/*.yaml          the person's own rules
 *     rules/exceptions.yaml what "always" at a prompt wrote
 *   $XDG_CACHE_HOME/safeshell/
 *     policy/SCOPE.pack     compiled policy
 *     gates.json            what shims ask before they start Node
 *     hook-gate.json        the same for launchers of hooks
 *     projects/             which programs rules of projects are about: see install/project-say.ts
 *     settings.json         what config.yaml says, ready for use
 *     seen/                 the times of PATH's folders when shells looked for new programs in them
 *     names                 of rules and packs, one a line, for shells that complete them
 *   $XDG_STATE_HOME/safeshell/
 *     last-good/SCOPE.pack  compiled policy of the last rules without errors
 *     good-texts/           what each rule and settings file last said without errors
 *     trust.json            project files that may loosen
 *     sessions/ID/          approvals; history-N.jsonl: events, counters, rules awake or switched off, plans
 *     inbox/                questions that wait for a person, one file each, and their answers
 *     grants/               approvals of lines that the shims of those lines have not used up yet
 *     audit/DATE.jsonl      one line for each outcome
 *     boxes/SESSION/        what is mounted in a box, while its agent runs
 *     walls/PID             the words by which the shim that has this process id confines its program
 *     walls/shell-PID       the line that the prompt of the shell with this process id says where a confined command failed
 *     walls/broker          socket of what answers for the guard outside of walls; broker.pid: its process id
 *     permits/              what confined programs of a project may write once
 *     undo/N/               what one command would have destroyed: record.json, paths.jsonl; N.part while it is written
 *     undo/objects/ab/HASH  bytes of files, by their SHA-256; small/NAME: those of the small files of one record
 *   $XDG_DATA_HOME/safeshell/
 *     shims/                first in PATH
 *     hooks/AGENT           what an agent starts before it acts
 *     hooks/.slots/N        which launcher may have Node run: see ADR 66
 *     node/                 options of Node.js that launchers use: see install/node-options.ts
 *
 * SCOPE names the project whose rules are among the sources.
 */
export interface Layout {
  readonly managed: Rulebook;
  readonly user: Rulebook & { readonly exceptions: string };
  readonly cache: {
    readonly root: string;
    readonly policies: string;
    readonly gates: string;
    readonly lineGate: string;
    readonly projects: string;
    readonly settings: string;
    readonly seen: string;
    readonly names: string;
  };
  readonly state: {
    readonly root: string;
    readonly lastGood: string;
    readonly goodTexts: string;
    readonly trust: string;
    readonly sessions: string;
    readonly inbox: string;
    readonly grants: string;
    readonly audit: string;
    readonly undo: string;
    readonly boxes: string;
    readonly walls: string;
    readonly broker: string;
    readonly permits: string;
  };
  readonly data: { readonly root: string; readonly shims: string; readonly hooks: string };
}

/** A folder with settings and rule files. */
interface Rulebook {
  readonly root: string;
  readonly settings: string;
  readonly rules: string;
}

/** Where a repository keeps its rules, below its root. */
export const PROJECT_RULES = join('.safeshell', 'rules.yaml');

/** Who starts a shim chooses its environment, and must not choose its rules: these are the ones of the installation. */
export const BASE_VARIABLES = ['HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME'] as const;

/** These alone, as they are in `env`. */
export function basesOf(env: Environment): Environment {
  return Object.fromEntries(BASE_VARIABLES.map((name) => [name, env[name]]));
}

/** Source: XDG Base Directory Specification 0.8, by which a relative value is to be ignored. */
export function layoutOf(env: Environment, managedRoot = '/etc/safeshell'): Layout {
  const home = absolute(env.HOME) ?? homedir();
  const base = (variable: string, fallback: string) =>
    join(absolute(env[variable]) ?? join(home, fallback), 'safeshell');
  const user = rulebook(base('XDG_CONFIG_HOME', '.config'));
  const cache = base('XDG_CACHE_HOME', '.cache');
  const state = base('XDG_STATE_HOME', '.local/state');
  const data = base('XDG_DATA_HOME', '.local/share');
  return {
    managed: rulebook(managedRoot),
    user: { ...user, exceptions: join(user.rules, 'exceptions.yaml') },
    cache: {
      root: cache,
      policies: join(cache, 'policy'),
      gates: join(cache, 'gates.json'),
      lineGate: join(cache, 'line-gate.json'),
      projects: join(cache, 'projects'),
      settings: join(cache, 'settings.json'),
      seen: join(cache, 'seen'),
      names: join(cache, 'names'),
    },
    state: {
      root: state,
      lastGood: join(state, 'last-good'),
      goodTexts: join(state, 'good-texts'),
      trust: join(state, 'trust.json'),
      sessions: join(state, 'sessions'),
      inbox: join(state, 'inbox'),
      grants: join(state, 'grants'),
      audit: join(state, 'audit'),
      undo: join(state, 'undo'),
      boxes: join(state, 'boxes'),
      walls: join(state, 'walls'),
      broker: join(state, 'walls', 'broker'),
      permits: join(state, 'permits'),
    },
    data: { root: data, shims: join(data, 'shims'), hooks: join(data, 'hooks') },
  };
}

function rulebook(root: string): Rulebook {
  return { root, settings: join(root, 'config.yaml'), rules: join(root, 'rules') };
}

function absolute(path: string | undefined): string | undefined {
  return path?.startsWith('/') ? path : undefined;
}

/** Folder of a session. Ids come from agents: one that is no plain file name is hashed. */
export function sessionFolder(layout: Layout, id: string): string {
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id);
  return join(layout.state.sessions, isPlain ? id : `sha256-${sha256(id)}`);
}

/** The folder and all folders above it, up to the root of the file system. */
export function foldersUpward(from: string): readonly string[] {
  const folders = [from];
  for (let at = from; at !== dirname(at); ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}
