import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../../../../agents/agent.ts';
import { AGENTS } from '../../../../agents/index.ts';
import type { BoxWall } from '../../../../box/wall.ts';
import { expandPath } from '../../../../confine/expand-path.ts';
import { writableBy } from '../../../../confine/writable.ts';
import { madeWritable } from '../../../../host/confiner.ts';
import { compilePolicy } from '../../../../policy/compile.ts';
import { policyForCall } from '../../../../policy/policy-for-call.ts';
import { policySources } from '../../../../policy/sources.ts';
import { makeFolder } from '../../../../store/folders.ts';
import { baseName, isWithin } from '../../../../util/path.ts';
import { deniedReads } from '../../../../walled/denied-reads.ts';
import { boundSockets } from '../../../../walled/sockets.ts';
import { writablePlace } from '../../confine/world.ts';
import type { CliContext } from '../../context.ts';

/** The agent whose program this is; undefined = none that we know. */
export function agentOf([program = '']: readonly string[]): Agent | undefined {
  const name = baseName(program);
  return AGENTS.find(({ process }) => process !== 'editor' && process.programs?.includes(name));
}

/**
 * What the wall around this agent leaves to it, from the rules in force, the settings, and what is on this machine now. `use`: it starts now,
 * which makes caches that its tools miss, and uses up permits for one start. Throws where there is no valid policy.
 */
export function wallSettings(agent: Agent | undefined, way: 'look' | 'use', context: CliContext): BoxWall {
  const { permitted, ...place } = writablePlace(context);
  const { facts, env, guarded } = place;
  const { cwd } = context;
  const { folders: ownFolders = [], files: ownFiles = [] } = agent?.needs ?? {};
  const expanded = (paths: readonly string[]) => paths.flatMap((path) => expandPath(path, env) ?? []);
  if (way === 'use') for (const path of expanded(ownFolders)) makeFolder(path);
  const own = expanded([...ownFolders, ...ownFiles])
    .filter((path) => existsSync(path))
    .map(facts.realpath);
  const { always, once } = permitted[way](cwd);
  const input = { ...place, cwd, programs: [], write: [...own, ...always, ...once] };
  const writable = way === 'use' ? madeWritable(input) : writableBy(input).paths;
  const { policy } = policyForCall(policySources({ cwd, env: context.env }), compilePolicy);
  const { folders, files } = deniedReads({ policy, facts, cwd, own });
  const runtime = `/run/user/${process.getuid?.() ?? 0}`;
  const emptied = existsSync(runtime) ? [runtime] : [];
  const isElsewhere = (path: string) => ![...emptied, ...folders, ...guarded].some((one) => isWithin(path, one));
  return {
    // root could change the kernel's settings there, and have it run programs outside
    writable: process.getuid?.() === 0 ? writable : [...writable, '/proc'],
    kept: agent === undefined ? [] : hookSettings(agent, own),
    hiddenFolders: folders.filter(isReachable),
    hiddenFiles: [...files, ...socketsHere()].filter((path) => isElsewhere(path) && isReachable(path)),
    emptied,
  };
}

/** Names of the files by which an agent knows of its hooks, in the folders of its own. */
const HOOK_SETTINGS = ['settings.json', 'hooks.json'];

function hookSettings({ setup }: Agent, own: readonly string[]): readonly string[] {
  if (setup === undefined) return [];
  return own.flatMap((folder) => HOOK_SETTINGS.map((name) => join(folder, name))).filter((path) => existsSync(path));
}

/** bubblewrap mounts over what we can look at alone; what we cannot nobody in the box can either. */
function isReachable(path: string): boolean {
  try {
    return statSync(path) !== undefined;
  } catch {
    return false;
  }
}

/** Of proxies of walls, which ask for a token, and are gone with their agents. Source: sandbox-runtime 0.0.78 */
const OF_PROXIES = /\/(?:srt-mux-[\w-]+|claude-(?:http|socks)-[\da-f]+)\.sock$/;

/** Where programs outside listen now. Source: proc(5), /proc/net/unix */
function socketsHere(): readonly string[] {
  return boundSockets(readFileSync('/proc/net/unix', 'utf8')).filter(
    (path) => !OF_PROXIES.test(path) && isSocket(path),
  );
}

function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}
