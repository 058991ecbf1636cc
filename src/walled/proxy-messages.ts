import type { Environment } from '../model/request.ts';
import { isRecord, isString } from '../util/guards.ts';

/** How the proxy of a wall, a process of its own, is to start. From who holds the wall. */
export interface ProxyStart {
  /** main file of the package */
  readonly package: string;
  readonly bubblewrap: string;
  readonly socat: string;
  /** let through unasked; see letThrough */
  readonly domains: readonly string[];
  /** whose connections they are */
  readonly session: string;
  readonly cwd: string;
  readonly agent?: string;
  /** of the installation: where settings, questions and the record are */
  readonly own: Environment;
}

/** What it says, once. `socket`: where it listens, outside of the wall; `token`: without it it lets nothing through. */
export type ProxyReport =
  | { readonly kind: 'listening'; readonly socket: string; readonly token: string }
  | { readonly kind: 'failed'; readonly problem: string };

/** undefined = it is none. */
export function proxyReport(value: unknown): ProxyReport | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, socket, token, problem } = value;
  if (kind === 'listening' && isString(socket) && isString(token)) return { kind, socket, token };
  return kind === 'failed' && isString(problem) ? { kind, problem } : undefined;
}
