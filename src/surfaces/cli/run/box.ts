import { realpathSync } from 'node:fs';
import { keepBroker } from '../../../broker/keep.ts';
import { isConfined } from '../../../host/confined.ts';
import { type BoxHere, boxHere, SIGNALS_AS_EVER } from '../../../install/box/bubblewrap.ts';
import { installationFor } from '../../../install/installation.ts';
import { findProgram, pathWithout } from '../../../install/programs.ts';
import { installationEnv } from '../../../install/shims.ts';
import type { BoxLack } from '../../../model/box.ts';
import type { Environment } from '../../../model/request.ts';
import { boxPlaces } from '../../../store/box.ts';
import { layoutOf } from '../../../store/layout.ts';
import { randomHex } from '../../../store/random.ts';
import { boxLackText } from '../../../text/box.ts';
import { type PreparedBox, prepareBox } from './prepare.ts';

/** A box that can be started, or why none can. */
export type BoxToStart =
  | {
      readonly box: PreparedBox;
      /** path of bwrap, and the words in front of it */
      readonly bubblewrap: readonly string[];
      readonly env: Environment;
      /** has the guard outside answer for who is in it, until the returned function is called */
      answers(): () => void;
      /** the words that start the agent in there */
      inside(words: readonly string[]): readonly string[];
    }
  | { readonly box: undefined; readonly why: string };

/** `env`: what the agent is to get. Nothing is on disk yet. */
export function boxToStart(env: Environment, here: BoxHere = boxHere()): BoxToStart {
  const lack = (one: BoxLack, said?: string): BoxToStart => ({ box: undefined, why: boxLackText(one, said) });
  const { data } = layoutOf(env);
  const installation = installationFor(env);
  const own = installation && ownEnvironment(env, data.shims);
  if (installation === undefined || own === undefined) return lack('shims');
  const layout = layoutOf(own);
  if (isConfined(layout.state.walls)) return lack('wall');
  if (here.bubblewrap === undefined) return lack(here.lack, here.said);
  const places = boxPlaces();
  if (places === undefined) return lack('place');
  const inBox = env.PATH === undefined ? env : { ...env, PATH: pathWithout(env.PATH, layout.data.shims) };
  const box = prepareBox({
    ...{ layout, places, installation, env: inBox, bash: realpathSync(here.bash), node: nodeBehind() },
    session: `box-${randomHex(8)}`,
  });
  if (box.covered.size === 0) return lack('shims');
  const bash = places.root + realpathSync(here.bash);
  const inside = (words: readonly string[]) =>
    startedAsIs(words, { covered: box.covered, root: places.root, bash, env: inBox });
  const answers = () => keepBroker(layout.state.broker, layout.data.shims, own);
  // Ctrl-C is for the agent, which may go on; bwrap, which gets it too, would not
  if (!here.resetsSignals) return { box, bubblewrap: [here.bubblewrap], env: inBox, inside, answers };
  const [reset, ...defaults] = SIGNALS_AS_EVER;
  return {
    box,
    bubblewrap: [here.bash, '-c', `trap '' INT QUIT; exec "$0" "$@"`, here.bubblewrap],
    env: inBox,
    answers,
    inside: (words) => [places.root + realpathSync(reset), ...defaults, ...inside(words)],
  };
}

interface Inside {
  readonly covered: ReadonlySet<string>;
  readonly root: string;
  readonly bash: string;
  readonly env: Environment;
}

/** The agent itself is what its person starts, and not judged as what an agent starts: past the shim that may lie over it. */
function startedAsIs(
  [program = '', ...rest]: readonly string[],
  { covered, root, bash, env }: Inside,
): readonly string[] {
  const path = program.includes('/') ? program : findProgram(program, env.PATH ?? '/usr/bin:/bin', '');
  const real = path && realpathSync(path);
  if (real === undefined || !covered.has(real)) return [program, ...rest];
  return [bash, '-p', '-c', 'exec -a "$0" "$@"', program, root + real, ...rest];
}

function ownEnvironment(env: Environment, shims: string): Environment | undefined {
  try {
    return installationEnv(env, shims);
  } catch {
    return undefined;
  }
}

function nodeBehind(): string {
  return realpathSync(process.execPath);
}
