import type { ParsedOption } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Analysis, Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { isWithin, resolvePath } from '../../util/path.ts';
import type { Subject } from '../subject.ts';

/** A folder of ours, and what a container calls it. */
interface Mount {
  /** undefined = not known which */
  readonly folder: string | undefined;
  readonly name: string;
}

/** `type=bind,source=/x,target=/y` */
const SOURCE = /(?:^|,)(?:source|src)=([^,]+)/;
const TARGET = /(?:^|,)(?:target|destination|dst)=([^,]+)/;

/**
 * Where a path of the command in a container lies here: `/x/a` for `-v ~/.ssh:/x` is `~/.ssh/a`. Undefined where it lies in the image,
 * or in a folder that is not known (`-v "$X":/x`).
 */
export function throughMounts({ invocation, analysis }: Subject): (path: string) => string | undefined {
  const containers = invocation === undefined ? [] : containersAround(invocation, analysis);
  if (containers.length === 0) return (path) => path;
  const isOfImage = containers.every(({ isOwn }) => isOwn);
  const mounts = containers.flatMap((container) => container.mounts).sort((a, b) => b.name.length - a.name.length);
  return (path) => {
    // the innermost name first: `/app/secrets` before `/app`
    const mount = mounts.find(({ name }) => isWithin(path, name));
    if (mount === undefined) return isOfImage ? undefined : path;
    if (mount.folder === undefined) return undefined;
    return resolvePath(mount.folder, path.slice(mount.name.length).replace(/^\/+/, '') || '.');
  };
}

/** They look from another root: what they call `/etc` may be a folder of ours that the container has. */
const MOVES_ROOT = /^(?:chroot|nsenter|unshare|switch_root|pivot_root|systemd-nspawn|bwrap|arch-chroot)$/;

interface Container {
  readonly mounts: readonly Mount[];
  /** what no mount covers is the image's */
  readonly isOwn: boolean;
}

function containersAround({ via }: Invocation, { invocations }: Analysis): readonly Container[] {
  const movesRoot = via.some(({ name }) => MOVES_ROOT.test(name));
  return via.flatMap(({ name, invocation }) => {
    const outer = invocations[invocation];
    if (outer === undefined || name !== outer.program) return [];
    const { subcommand, options } = parseCommand(name, outer.argv, grammarOf(name));
    const mounts = options.flatMap((option) => mountOf(option, outer.cwd));
    const isRun = CONTAINERS.has(name) && subcommand.at(-1) === 'run';
    return mounts.length === 0 && !isRun ? [] : [{ mounts, isOwn: isRun && !movesRoot }];
  });
}

const CONTAINERS = new Set(['docker', 'podman', 'nerdctl']);

function mountOf({ kind, value }: ParsedOption, cwd: string | undefined): readonly Mount[] {
  if (kind !== 'mount' || value === undefined) return [];
  const text = wordValue(value);
  if (text === undefined) return unknownMount(value);
  const [from, to] = TARGET.test(text) ? [SOURCE.exec(text)?.[1], TARGET.exec(text)?.[1]] : text.split(':');
  if (from === undefined || to === undefined || !/^[/.]/.test(from)) return [];
  if (!to.startsWith('/') || (cwd === undefined && !from.startsWith('/'))) return [];
  return [{ folder: resolvePath(cwd ?? '/', from), name: nameOf(to) }];
}

/** `"$X":/run:ro`: the name alone is known. */
function unknownMount(value: Word): readonly Mount[] {
  const [, name] = value.kind === 'unknown' ? (/^:(\/[^:]*)(?::[\w,]*)?$/.exec(value.suffix) ?? []) : [];
  return name === undefined ? [] : [{ folder: undefined, name: nameOf(name) }];
}

function nameOf(path: string): string {
  return path === '/' ? path : path.replace(/\/+$/, '');
}
