import type { ParsedOption } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Analysis, Invocation } from '../../model/invocation.ts';
import { wordValue } from '../../model/word.ts';
import { isWithin, resolvePath } from '../../util/path.ts';
import type { Subject } from '../subject.ts';

/** A folder of ours, and what a container calls it. */
interface Mount {
  readonly folder: string;
  readonly name: string;
}

/** `type=bind,source=/x,target=/y` */
const SOURCE = /(?:^|,)(?:source|src)=([^,]+)/;
const TARGET = /(?:^|,)(?:target|destination|dst)=([^,]+)/;

/** Where a path of the command in a container lies here: `/x/a` for `-v ~/.ssh:/x` is `~/.ssh/a`. */
export function throughMounts({ invocation, analysis }: Subject): (path: string) => string {
  const mounts = invocation === undefined ? [] : mountsAround(invocation, analysis);
  if (mounts.length === 0) return (path) => path;
  return (path) => {
    const mount = mounts.find(({ name }) => isWithin(path, name));
    if (mount === undefined) return path;
    return resolvePath(mount.folder, path.slice(mount.name.length).replace(/^\/+/, '') || '.');
  };
}

/** The innermost name first: `/app/secrets` before `/app`. */
function mountsAround({ via }: Invocation, { invocations }: Analysis): readonly Mount[] {
  return via
    .flatMap(({ name, invocation }) => {
      const outer = invocations[invocation];
      if (outer === undefined || name !== outer.program) return [];
      return parseCommand(name, outer.argv, grammarOf(name)).options.flatMap((option) => mountOf(option, outer.cwd));
    })
    .sort((a, b) => b.name.length - a.name.length);
}

function mountOf({ kind, value }: ParsedOption, cwd: string | undefined): readonly Mount[] {
  const text = kind === 'mount' ? wordValue(value) : undefined;
  if (text === undefined) return [];
  const [from, to] = TARGET.test(text) ? [SOURCE.exec(text)?.[1], TARGET.exec(text)?.[1]] : text.split(':');
  if (from === undefined || to === undefined || !/^[/.]/.test(from)) return [];
  if (!to.startsWith('/') || (cwd === undefined && !from.startsWith('/'))) return [];
  return [{ folder: resolvePath(cwd ?? '/', from), name: to === '/' ? to : to.replace(/\/+$/, '') }];
}
