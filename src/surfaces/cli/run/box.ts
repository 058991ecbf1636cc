import { realpathSync } from 'node:fs';
import { keepBroker } from '../../../broker/keep.ts';
import { isConfined } from '../../../host/confined.ts';
import { type BoxHere, boxHere, SIGNALS_AS_EVER } from '../../../install/box/bubblewrap.ts';
import { type Installation, installationFor } from '../../../install/installation.ts';
import { pathWithout } from '../../../install/programs.ts';
import { installationEnv } from '../../../install/shims.ts';
import type { BoxLack } from '../../../model/box.ts';
import type { Environment } from '../../../model/request.ts';
import { type BoxPlaces, boxPlaces } from '../../../store/box.ts';
import { layoutOf } from '../../../store/layout.ts';
import { randomHex } from '../../../store/random.ts';
import { boxLackText } from '../../../text/box.ts';
import { startedAsIs } from './as-is.ts';
import { type PreparedBox, prepareBox } from './prepare.ts';
import type { WallAround } from './wall/start.ts';

/** What a box is made of on this machine. */
export interface BoxParts {
  readonly here: Extract<BoxHere, { bubblewrap: string }>;
  readonly places: BoxPlaces;
  readonly installation: Installation;
  /** of the installation */
  readonly own: Environment;
  readonly session: string;
  /** of the agent */
  readonly env: Environment;
}

/** Why there is none: a phrase. */
export interface NoBox {
  readonly why: string;
}

/** `env`: what the agent is to get. */
export function boxParts(env: Environment, here: BoxHere = boxHere()): BoxParts | NoBox {
  const lack = (one: BoxLack, said?: string): NoBox => ({ why: boxLackText(one, said) });
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
  return { here, places, installation, own, session: `box-${randomHex(8)}`, env: inBox };
}

/** A box that can be started. */
export interface BoxToStart {
  readonly box: PreparedBox;
  /** path of bwrap, and the words in front of it */
  readonly bubblewrap: readonly string[];
  readonly env: Environment;
  /** has the guard outside answer for who is in it, until the returned function is called */
  answers(): () => void;
  /** the words that start the agent in there */
  inside(words: readonly string[]): readonly string[];
}

/** Nothing is on disk yet. */
export function boxToStart(parts: BoxParts, wall?: WallAround): BoxToStart | NoBox {
  const { here, places, own, env } = parts;
  const layout = layoutOf(own);
  const real = (path: string) => places.root + realpathSync(path);
  const box = prepareBox({ ...parts, layout, bash: realpathSync(here.bash), node: nodeBehind(), wall });
  if (box.covered.size === 0) return { why: boxLackText('shims') };
  const bash = real(here.bash);
  const asIs = (words: readonly string[]) => startedAsIs(words, { covered: box.covered, root: places.root, bash, env });
  const relayed = (words: readonly string[]) =>
    wall === undefined ? words : [bash, '-p', places.relay, ...wall.relayWords(places.root, places.proxy), ...words];
  const start = {
    box,
    env: { ...env, ...wall?.variables },
    answers: () => keepBroker(layout.state.broker, layout.data.shims, own),
  };
  // Ctrl-C is for the agent, which may go on; bwrap, which gets it too, would not
  if (!here.resetsSignals) return { ...start, bubblewrap: [here.bubblewrap], inside: (words) => relayed(asIs(words)) };
  const [reset, ...defaults] = SIGNALS_AS_EVER;
  return {
    ...start,
    bubblewrap: [here.bash, '-c', `trap '' INT QUIT; exec "$0" "$@"`, here.bubblewrap],
    inside: (words) => relayed([real(reset), ...defaults, ...asIs(words)]),
  };
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
