import type { BoxWall } from '../../../../box/wall.ts';
import { type BoxWallHere, boxWallHere } from '../../../../install/box/sandbox-runtime.ts';
import type { Environment } from '../../../../model/request.ts';
import { wallDomains } from '../../../../policy/wall-domains.ts';
import { layoutOf } from '../../../../store/layout.ts';
import { boxWallLackText, proxyFailedText } from '../../../../text/box.ts';
import { letThrough, PROXY_USER, proxyVariables } from '../../../../walled/domains.ts';
import { callersEnv } from '../../callers-env.ts';
import type { CliContext } from '../../context.ts';
import { startProxy } from './proxy.ts';
import { agentOf, wallSettings } from './settings.ts';

/** A wall that can be put around a box. */
export interface WallAround {
  readonly mounts: BoxWall;
  /** of the proxy, outside; undefined = it was not started */
  readonly socket: string | undefined;
  /** what the agent gets beside its own variables */
  readonly variables: Environment;
  /** words of the relay, after its own path: see shims/relay.sh; `root`: where real programs are, `inside`: the socket as it is in there */
  relayWords(root: string, inside: string): readonly string[];
  end(): void;
}

export type WallToStart = WallAround | { readonly why: string };

export interface WallPlan {
  readonly bubblewrap: string;
  readonly session: string;
  /** of the installation */
  readonly own: Environment;
  /** without, nothing is started or made */
  readonly isStarting: boolean;
}

/** The wall for this agent, with its proxy; or why there is none: then nothing has been started. */
export async function wallToStart(
  words: readonly string[],
  { bubblewrap, session, own, isStarting }: WallPlan,
  context: CliContext,
  here: BoxWallHere = boxWallHere(),
): Promise<WallToStart> {
  if (here.package === undefined) return { why: boxWallLackText(here.lack) };
  const { socat, setsid } = here;
  const agent = agentOf(words);
  const { domains, ports } = letThrough([...wallDomains(layoutOf(own)), ...(agent?.needs?.domains ?? [])]);
  // last, as sockets come and go
  const around = (token: string, socket: string | undefined, end: () => void): WallAround => {
    const user = `${PROXY_USER}:${token}`;
    return {
      ...{ socket, end },
      mounts: wallSettings(agent, isStarting ? 'use' : 'look', context),
      variables: proxyVariables(user),
      relayWords: (root, inside) => [`${root}${setsid}`, `${root}${socat}`, inside, user, ports.join(' ')],
    };
  };
  if (!isStarting) return around('TOKEN', undefined, () => {});
  const proxy = await startProxy(
    {
      ...{ package: here.package, bubblewrap, socat, domains, session, own, cwd: context.cwd },
      ...(agent && { agent: agent.name }),
    },
    callersEnv(context.env),
  );
  return proxy.socket === undefined
    ? { why: proxyFailedText(proxy.problem) }
    : around(proxy.token, proxy.socket, proxy.end);
}
