import {
  type AddressReader,
  addressText,
  anyHosts,
  copyHosts,
  type Destination,
  HOLE,
  hostAlone,
  urlHosts,
  webHosts,
} from './address.ts';
import { effective } from './effective.ts';
import { gitDestinations, type NamedRemote } from './git-hosts.ts';
import type { ParsedCommand, ParsedOption } from './grammar.ts';

/** Where the words of a program name the hosts that it talks to. */
interface HostWords {
  readonly operands?: AddressReader;
  /** only so many operands do; default all */
  readonly first?: number;
  /** only these subcommands talk to a host */
  readonly subcommands?: readonly string[];
  readonly options?: Readonly<Record<string, AddressReader>>;
  /** options behind which other hosts may be: a file of addresses, a socket, a program that connects */
  readonly hides?: readonly string[];
  /** with one of these it connects nowhere */
  readonly quiet?: readonly string[];
}

/** `--connect-to HOST:PORT:HOST2:PORT2`: the second is connected to; '' = the one of the address. */
const connectTo: AddressReader = (text) => {
  const [, host = ''] = /^(?:\[[^\]]*\]|[^:]*):[^:]*:(\[[^\]]*\]|[^:]*):[^:]*$/.exec(text) ?? [undefined, HOLE];
  return host === '' ? [] : hostAlone(host);
};

/** `--resolve HOST:PORT:ADDRESS[,ADDRESS]` */
const resolveTo: AddressReader = (text) => {
  if (text.startsWith('-')) return [];
  const [, list = HOLE] = /^\+?(?:\[[^\]]*\]|[^:]*):[^:]*:(.*)$/.exec(text) ?? [];
  return list.split(',').flatMap(hostAlone);
};

const eachOf =
  (read: AddressReader): AddressReader =>
  (text) =>
    text.split(',').flatMap(read);

/** `-o HostName=x`; a command that connects may go anywhere. */
const sshSetting: AddressReader = (text) => {
  const [, name = '', value = ''] = /^\s*(\w+)[\s=]+(.*)$/s.exec(text) ?? [];
  if (/^(hostname|proxyjump)$/i.test(name)) return value.toLowerCase() === 'none' ? [] : eachOf(hostAlone)(value);
  return /^proxycommand$/i.test(name) || text.includes(HOLE) ? ['unknown'] : [];
};

/** `ssh -p 22 -i key` goes where rsync says; other shells and options may go elsewhere. */
const remoteShell: AddressReader = (text) =>
  /^(\S*\/)?ssh(\s+-([46CqTx]+|[pil]\s*[^\s-]\S*))*$/.test(text) ? [] : ['unknown'];

/** `registry.example:5000/team/image:tag`; without a registry it is Docker Hub's. */
const imageRegistry: AddressReader = (text) => {
  const [, registry] = /^([^/]*)\//.exec(text) ?? [];
  if (text.split('/')[0]?.includes(HOLE)) return ['unknown'];
  return registry !== undefined && /[.:]|^localhost$/.test(registry) ? hostAlone(registry) : [{ host: 'docker.io' }];
};

/** `http POST example.com name=value`: the first word that is no method, and no data. */
const httpieAddress: AddressReader = (text) => {
  if (/^[A-Z]+$/.test(text) || /^[\w.-]+(:?=|==|@)/.test(text)) return [];
  return /^:\d*(\/|$)/.test(text) ? hostAlone(`localhost${/^:\d+/.exec(text)?.[0] ?? ''}`) : webHosts(text);
};

/** `nc -l 8080` waits for others. */
const hostOrPort: AddressReader = (text) => (/^\d+$/.test(text) ? [] : hostAlone(text));

const SSH: HostWords = {
  operands: hostAlone,
  first: 1,
  options: { '-J': eachOf(hostAlone), '-W': hostAlone, '-o': sshSetting },
  hides: ['-F'],
};
const COPY: HostWords = {
  operands: copyHosts,
  options: { '-J': eachOf(hostAlone), '-o': sshSetting },
  hides: ['-F', '-S'],
};
const IMAGES: HostWords = {
  operands: imageRegistry,
  first: 1,
  subcommands: ['push', 'pull', 'run', 'create', 'image push', 'image pull', 'container run', 'container create'],
};

/** One row for each program; who is in none names hosts where a word of it is an address. Source: as in its grammar. */
const PROGRAMS: Readonly<Record<string, HostWords>> = {
  curl: {
    operands: webHosts,
    options: {
      '--url': webHosts,
      '--proxy': webHosts,
      '--preproxy': webHosts,
      '--proxy1.0': webHosts,
      '--socks4': hostAlone,
      '--socks4a': hostAlone,
      '--socks5': hostAlone,
      '--socks5-hostname': hostAlone,
      '--doh-url': webHosts,
      '--connect-to': connectTo,
      '--resolve': resolveTo,
    },
    hides: ['--config', '--unix-socket', '--abstract-unix-socket', '--ipfs-gateway', '--variable'],
  },
  wget: { operands: webHosts, hides: ['--input-file', '--execute', '--config', '--base', '--span-hosts'] },
  'http https xh xhs': { operands: httpieAddress },
  'aria2c axel lynx w3m links elinks': { operands: webHosts },
  'ssh autossh mosh ssh-copy-id': SSH,
  'scp sftp sshfs': COPY,
  rsync: { operands: copyHosts, options: { '--rsh': remoteShell }, quiet: ['--server'] },
  'nc ncat netcat telnet ftp ping ping6 traceroute tracepath mtr': { operands: hostOrPort, first: 1 },
  'ssh-keyscan': { operands: hostAlone },
  'psql pg_dump pg_restore mysql mariadb mysqldump redis-cli': {
    operands: urlHosts,
    options: { '--host': hostAlone, '-h': hostAlone },
  },
  'docker podman nerdctl': IMAGES,
};

const BY_PROGRAM = new Map(
  Object.entries(PROGRAMS).flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
);

/** A program whose words name the hosts that it talks to, in ways that are known here. */
export function talksToHosts(program: string | undefined): boolean {
  return program === 'git' || (program !== undefined && BY_PROGRAM.has(program));
}

/** The hosts that the words of a command name; [] = none. What redirections of a server lead to is not among them. */
export function destinations(
  program: string | undefined,
  parsed: ParsedCommand,
): readonly (Destination | NamedRemote)[] {
  if (program === 'git') return gitDestinations(parsed);
  const row = program === undefined ? undefined : BY_PROGRAM.get(program);
  return row === undefined ? unlisted(parsed) : listed(row, parsed);
}

function listed(row: HostWords, parsed: ParsedCommand): readonly Destination[] {
  const subcommand = parsed.subcommand.join(' ');
  if (row.subcommands !== undefined && !row.subcommands.includes(subcommand)) return [];
  if (row.quiet?.some((name) => effective(parsed, name) !== undefined)) return [];
  const naming = parsed.operands.slice(0, row.first);
  const operands = naming.flatMap(({ word }) => row.operands?.(addressText(word)) ?? []);
  const end = naming.length === row.first ? (naming.at(-1)?.index ?? 0) : Number.POSITIVE_INFINITY;
  const options = parsed.options.flatMap((option) => ofOption(row, option));
  // curl fills variables in where an option's name begins so
  const hidden = parsed.unknownOptions.some(({ text }) => text.startsWith('--expand-'));
  const isOpen = hidden || parsed.dynamic.some((index) => index < end);
  return [...operands, ...options, ...(isOpen ? (['unknown'] as const) : [])];
}

function ofOption({ options = {}, hides = [] }: HostWords, { names, negated, value }: ParsedOption) {
  if (negated) return [];
  if (hides.some((name) => names.includes(name))) return ['unknown'] as const;
  const read = Object.entries(options).find(([name]) => names.includes(name))?.[1];
  return read === undefined || value === undefined ? [] : read(addressText(value));
}

function unlisted(parsed: ParsedCommand): readonly Destination[] {
  const values = parsed.options.flatMap(({ value }) => value ?? []);
  const words = [...parsed.operands.map(({ word }) => word), ...values].map(addressText);
  const attached = parsed.unknownOptions.map((word) => addressText(word).replace(/^-[^=]*=/, ''));
  return [...words, ...attached].flatMap(anyHosts);
}
