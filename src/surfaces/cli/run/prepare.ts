import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapOptions } from '../../../box/bubblewrap.ts';
import { coveredPrograms } from '../../../box/covered.ts';
import { programFolders } from '../../../box/folders.ts';
import type { Mount } from '../../../box/mount.ts';
import { boxMounts } from '../../../box/mounts.ts';
import { makeFile } from '../../../host/confined.ts';
import { boxedShims, boxMarkerText } from '../../../install/box/boxed-shims.ts';
import { rightsOfRoot } from '../../../install/box/bubblewrap.ts';
import { overFiles } from '../../../install/box/over-files.ts';
import { namesIn, programDisk, realFolders } from '../../../install/box/program-disk.ts';
import { sshSettings } from '../../../install/box/ssh-settings.ts';
import type { Installation } from '../../../install/installation.ts';
import { isShim, PASS_THROUGH } from '../../../install/shim-template.ts';
import { shimText } from '../../../install/shim-text.ts';
import type { Environment } from '../../../model/request.ts';
import { type BoxPlaces, guardedNames } from '../../../store/box.ts';
import { makeFolder } from '../../../store/folders.ts';
import type { Layout } from '../../../store/layout.ts';
import { productRoot } from '../../../store/product.ts';
import { baseName } from '../../../util/path.ts';
import { PROXY_PORT } from '../../../walled/domains.ts';
import type { WallAround } from './wall/start.ts';

export interface BoxPlan {
  readonly layout: Layout;
  readonly places: BoxPlaces;
  readonly installation: Installation;
  readonly bash: string;
  /** the guard's Node, behind all links */
  readonly node: string;
  /** of the agent */
  readonly env: Environment;
  readonly session: string;
  /** absent = none */
  readonly wall?: WallAround | undefined;
}

export interface PreparedBox {
  readonly mounts: readonly Mount[];
  /** of bwrap, without the command */
  readonly options: readonly string[];
  /** files over which a shim lies; none = the shims are of an older version, or gone */
  readonly covered: ReadonlySet<string>;
  /** puts the files on disk that are mounted. Throws what node:fs throws */
  write(): void;
  /** says which process the agent is. Throws what node:fs throws */
  started(pid: number): void;
  /** takes them away again; what is mounted stays as it is */
  remove(): void;
}

const NO_PATH = '# In a box of safeshell shims lie over the programs: nothing is put into PATH.\n';
const READABLE = 0o755;
/** Of its own, with nothing in it but itself. Source: bwrap(1) 0.8.0 */
const NO_NETWORK = ['--unshare-net'];

/** Everything that `safeshell run` mounts, and nothing on disk yet. */
export function prepareBox(plan: BoxPlan): PreparedBox {
  const { layout, places, session, installation, wall } = plan;
  const folder = join(layout.state.boxes, session);
  const guarded = { ...guardedNames(layout), program: installation.root };
  const texts = new Map<string, string>();
  const fileFor = (name: string, text: string) => {
    texts.set(join(folder, name), text);
    return join(folder, name);
  };
  const shims = shimsOver(plan);
  const root = rightsOfRoot();
  const replaced = [...shims, ...(root === undefined ? sshSettings() : [])];
  const over = overFiles(layout.state.boxes, new Map(replaced));
  const envFile = join(layout.data.root, 'env.sh');
  const files = {
    'session.json': fileFor('session.json', JSON.stringify({ session, ...(wall && { hasWall: true }) })),
    agent: fileFor('agent', ''),
    'shim.sh': fileFor('shim.sh', boxMarkerText(places.root, plan.node, join(places.own, 'program/app/dist'))),
  };
  const relay = shimText(productRoot(), 'relay.sh').replaceAll('@PORT@', String(PROXY_PORT));
  const ofWall = wall && {
    [baseName(places.relay)]: fileFor('relay.sh', relay),
    ...(wall.socket !== undefined && { [baseName(places.proxy)]: wall.socket }),
  };
  const probe = join(layout.state.walls, 'probe');
  const mounts = boxMounts({
    ...{ places, guarded, probe, wall: wall?.mounts, files: { ...files, ...ofWall } },
    alsoGuarded: [layout.managed.root].filter((path) => existsSync(path)),
    over: { ...(existsSync(envFile) && { [envFile]: fileFor('env.sh', NO_PATH) }), ...over.files },
  });
  return {
    mounts,
    options: [...bubblewrapOptions(mounts, root), ...(wall === undefined ? [] : NO_NETWORK)],
    covered: new Set(shims.keys()),
    write() {
      for (const path of [...Object.values(guarded), layout.state.walls, folder]) makeFolder(path);
      makeFile(probe);
      over.write();
      for (const [path, text] of texts) writeFileSync(path, text, { mode: READABLE });
    },
    started: (pid) => writeFileSync(files.agent, `${pid}\n`),
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The text of what lies over each program that has a live shim, by its path. */
function shimsOver({ layout, places, installation, bash, env }: BoxPlan): ReadonlyMap<string, string> {
  const { shims, root } = layout.data;
  const names = namesIn(shims).filter((name) => !name.startsWith('.') && isLive(join(shims, name), places));
  const folders = realFolders(programFolders({ home: env.HOME, path: env.PATH ?? '' }, namesIn));
  const ours = [root, installation.root].map((path) => `${path}/`);
  const covered = coveredPrograms(names, folders, programDisk()).filter(
    ({ path }) => !ours.some((own) => path.startsWith(own)),
  );
  return boxedShims(covered, {
    template: shimText(productRoot(), 'boxed.sh'),
    bash,
    root: places.root,
    shims: join(places.own, 'data/shims'),
    agent: places.agent,
    own: [`${root}/`, installation.launcher, places.root + installation.launcher],
  });
}

/** Does it know of boxes? One that passes everything on need lie over nothing. */
function isLive(path: string, { marker }: BoxPlaces): boolean {
  const text = asciiOf(path);
  return isShim(text) && !text.includes(PASS_THROUGH) && text.includes(marker);
}

/** Of hundreds of files, whose other characters are not looked at. */
function asciiOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
