import type { Word } from '../model/word.ts';
import { leadOf } from './words.ts';

/** The global of every JavaScript engine that reads addresses: it knows IDN, percent signs and all spellings of an IP address. */
declare const URL: { new (text: string): { readonly hostname: string } };

/** A machine: its name in lower case and ASCII (`xn--..`), an IP address in its usual spelling, IPv6 without brackets. */
export interface Address {
  readonly host: string;
  /** undefined = none is given, and the scheme has none of its own */
  readonly port?: string;
}

/** `unknown`: there is a host, and programs may not agree on which, or it is not known yet. */
export type Destination = Address | 'unknown';

/** Stands for the part of a word that is not known. */
export const HOLE = '\0';

/** The word as a reader takes it. */
export function addressText(word: Word): string {
  return word.kind === 'unknown' ? `${word.prefix}${HOLE}` : leadOf(word);
}

/** What of a word names hosts; [] = it names none. */
export type AddressReader = (text: string) => readonly Destination[];

const PORTS: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
  ftp: '21',
  ftps: '990',
  ssh: '22',
  'git+ssh': '22',
  'ssh+git': '22',
  sftp: '22',
  scp: '22',
  git: '9418',
  rsync: '873',
};

/** undefined where it is no host, or none that every program takes for the same. */
export function canonicalHost(written: string): string | undefined {
  const bare = written.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, (zone) => (written.startsWith('[') ? '' : zone));
  const isV6 = (bare.match(/:/g)?.length ?? 0) > 1;
  if (bare === '' || /[\s\0/?#@\\]/.test(bare) || (!isV6 && bare.includes(':'))) return undefined;
  try {
    const { hostname } = new URL(`http://${isV6 ? `[${bare}]` : bare}/`);
    if (isV6) return mappedV4(hostname.slice(1, -1));
    const name = hostname.replace(/\.$/, '');
    return /^[a-z0-9._-]+$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** `::ffff:7f00:1` is 127.0.0.1. */
function mappedV4(address: string): string {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const parts = [high, low].map((one) => Number.parseInt(one, 16));
  return parts.flatMap((one) => [one >> 8, one & 255]).join('.');
}

/** `user@host:port`, as it stands behind `scheme://` or alone. */
function authority(written: string, scheme = ''): Destination {
  const end = written.search(/[/?#]/);
  const text = end < 0 ? written : written.slice(0, end);
  // programs have taken `https://a.example?@b.example` and two `@` for either host
  if (/^[?#][^/]*@/.test(end < 0 ? '' : written.slice(end)) || text.split('@').length > 2) return 'unknown';
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text.slice(text.indexOf('@') + 1)) ?? [];
  const host = text.includes(HOLE) || text.includes('\\') ? undefined : canonicalHost(name);
  if (host === undefined) return 'unknown';
  const known = port || PORTS[scheme.toLowerCase()];
  return known === undefined ? { host } : { host, port: known };
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//;
/** Programs that fetch take any number of slashes behind these, and a backslash for one. */
const WEB_SCHEME = /^(https?|ftps?|wss?):[/\\]+/i;

/** `https://user@host:port/path`; [] = it has no scheme, or one that stays on this machine. */
export function urlHosts(text: string): readonly Destination[] {
  const [lead = '', scheme = ''] = WEB_SCHEME.exec(text) ?? SCHEME.exec(text) ?? [];
  if (lead === '' || /^(file|unix|data)$/i.test(scheme)) return [];
  return [authority(text.slice(lead.length), scheme)];
}

/** What a program that fetches is given: an address, or a bare host with or without a path. */
export function webHosts(text: string): readonly Destination[] {
  if (text === '' || text === '-' || /^(file|data):/i.test(text)) return [];
  return WEB_SCHEME.test(text) || SCHEME.test(text) ? urlHosts(text) : [authority(text)];
}

/** `user@host`, `host:port`, `ssh://host`. */
export function hostAlone(text: string): readonly Destination[] {
  if (SCHEME.test(text)) return urlHosts(text);
  if ((text.match(/:/g)?.length ?? 0) < 2) return [authority(text)];
  const host = canonicalHost(text.slice(text.indexOf('@') + 1));
  return [host === undefined ? 'unknown' : { host }];
}

/** `user@host:path`, `host::module` or an address; a slash before the colon, or no colon, makes it a local path. */
export function copyHosts(text: string): readonly Destination[] {
  if (SCHEME.test(text)) return urlHosts(text);
  const [, remote] = /^((?:[^/@]*@)?(?:\[[^\]]*\]|[^/:[]*)):/.exec(text) ?? [];
  if (remote === undefined) return !text.includes('/') && text.includes(HOLE) ? ['unknown'] : [];
  if (remote === '') return [];
  return remote.includes(HOLE) ? ['unknown'] : [authority(remote, 'ssh')];
}

/** In words of programs that nothing is known of: `https://host/..` and `user@host:path`. */
export function anyHosts(text: string): readonly Destination[] {
  if (SCHEME.test(text) || WEB_SCHEME.test(text)) return urlHosts(text);
  return /^[^/@\s:\0]+@[^/@\s:\0]+:/.test(text) ? copyHosts(text) : [];
}

/** The one host that the words show, for what needs no certainty. */
export function hostOf(word: string | undefined, read: AddressReader = anyHosts): string | undefined {
  const [first] = word === undefined ? [] : read(word);
  return typeof first === 'object' ? first.host : undefined;
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|::1?)$/;

/** This machine itself. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
