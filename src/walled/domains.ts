/** What goes unasked, and what of it is this machine's own. */
export interface LetThrough {
  readonly domains: readonly string[];
  /** ports of this machine that programs behind the wall find at their own 127.0.0.1 */
  readonly ports: readonly number[];
}

const LOCAL = /^(?:localhost|127\.0\.0\.1):(\d+)$/i;

/** `named`: as settings and agents have them. Behind a wall `localhost` is what is in there: of this machine only what is named. */
export function letThrough(named: readonly string[]): LetThrough {
  const ports = [...new Set(named.flatMap((one) => LOCAL.exec(one)?.[1] ?? []))];
  const others = named.filter((one) => !LOCAL.test(one));
  return { domains: [...new Set([...others, ...ports.map((port) => `127.0.0.1:${port}`)])], ports: ports.map(Number) };
}

/** Where the proxy listens on the inside. */
export const PROXY_PORT = 3128;

/** The name that goes with a token. Source: sandbox-runtime 0.0.78, PROXY_AUTH_USER */
export const PROXY_USER = 'srt';

/**
 * What tells programs of their proxy; `user`: NAME:TOKEN. Source: curl(1) ENVIRONMENT; Node.js 24, NODE_USE_ENV_PROXY;
 * github.com/grpc/grpc doc/environment_variables.md
 */
export function proxyVariables(user: string): Readonly<Record<string, string>> {
  const proxy = `http://${user}@127.0.0.1:${PROXY_PORT}`;
  const own = 'localhost,127.0.0.1,::1';
  const named = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, GRPC_PROXY: proxy, NO_PROXY: own };
  const small = Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...named, ...Object.fromEntries(small), NODE_USE_ENV_PROXY: '1' };
}
