import {
  type Address,
  addressText,
  canonicalHost,
  type Destination,
  isLoopback,
  webHosts,
} from '../grammar/address.ts';
import { destinations, talksToHosts } from '../grammar/hosts.ts';
import { hasGrammar } from '../grammar/index.ts';
import type { Facts } from '../model/facts.ts';
import type { Assignment } from '../model/invocation.ts';
import type { Pattern } from '../model/policy.ts';
import { type Answer, answerNot, joinAnswers, type Tri, triAny, triOf } from '../model/tri.ts';
import { matches } from '../patterns/match.ts';
import { defineCondition, type Lowering } from './condition.ts';
import { gitFacts } from './git.ts';
import { remoteHosts } from './git-remotes.ts';
import { ANYTHING, inWords, oneOf, type Signs } from './signs.ts';
import type { Subject } from './subject.ts';

interface Args {
  hosts: string | string[];
}

interface HostPattern {
  readonly host: Pattern;
  /** only this port */
  readonly port?: string;
}

interface Data {
  readonly hosts: readonly HostPattern[];
}

const EXPECTED = 'a host such as `github.com`, `*.github.com` or `localhost:3000`, without scheme and path';

function lower({ hosts }: Args, lowering: Lowering): Data {
  return { hosts: [hosts].flat().map((written) => hostPattern(written, lowering)) };
}

function hostPattern(written: string, lowering: Lowering): HostPattern {
  const isV6 = (written.match(/:/g)?.length ?? 0) > 1;
  const [, name = '', port] = (isV6 ? /^(\[[^\]]*\]|[^\][]*)(?::(\d+))?$/ : /^([^:]*)(?::(\d+))?$/).exec(written) ?? [];
  if (name === '' || /[\s/@\\?#[\]]/.test(isV6 ? '' : name)) lowering.fail(EXPECTED);
  const host = name.includes('*') ? globOfHost(name) : canonicalHost(name);
  return { host: lowering.glob(host ?? lowering.fail(EXPECTED), 'text'), ...(port !== undefined && { port }) };
}

/** Labels without `*` in the canonical spelling of hosts: `*.bücher.example` in punycode. */
function globOfHost(written: string): string {
  const labels = written.toLowerCase().split('.');
  return labels.map((label) => (label.includes('*') ? label : (canonicalHost(label) ?? label))).join('.');
}

/** Variables that send requests through another host. */
const PROXY = /^(https?|ftp|all)_proxy$/i;
/** Variables that make git connect through a program, or use other remotes. */
const GIT_CONNECTS = /^GIT_(SSH|SSH_COMMAND|PROXY_COMMAND|CONFIG.*)$/;

function hostsOf(subject: Subject, facts: Facts): readonly Destination[] {
  const { invocation } = subject;
  if (invocation === undefined) return [];
  const { program, assignments } = invocation;
  const parsed = subject.parsed();
  const found = destinations(program, parsed).flatMap((one) =>
    typeof one === 'object' && 'remote' in one ? remoteHosts(one, gitFacts(subject, facts), subject, facts) : one,
  );
  // an unknown word may be an address, where the program has no grammar
  const isOpen = !talksToHosts(program) && !hasGrammar(program) && invocation.argv.slice(1).some(mayBeAddress);
  const all: readonly Destination[] = isOpen ? [...found, 'unknown'] : found;
  return all.length === 0 ? [] : [...all, ...assignments.flatMap((one) => setBy(one, program))];
}

function mayBeAddress(word: Parameters<typeof addressText>[0]): boolean {
  return word.kind === 'unknown' && !/^[-/.~]/.test(word.prefix) && !/^[^:]*\//.test(word.prefix);
}

function setBy({ name, value }: Assignment, program: string | undefined): readonly Destination[] {
  if (program === 'git' && GIT_CONNECTS.test(name)) return ['unknown'];
  return PROXY.test(name) ? webHosts(addressText(value)) : [];
}

/** Is the host one of them? */
function isOneOf(destination: Destination, { hosts }: Data): Tri {
  if (destination === 'unknown') return 'unknown';
  return triAny(hosts, (pattern) => isMeant(destination, pattern));
}

function isMeant({ host, port }: Address, pattern: HostPattern): Tri {
  const isHere = pattern.host.written === 'localhost' && isLoopback(host);
  const answer = isHere ? 'yes' : matches(pattern.host, host);
  if (answer === 'no' || pattern.port === undefined) return answer;
  return port === undefined ? 'unknown' : triOf(port === pattern.port && answer === 'yes');
}

function describe(subject: Subject, facts: Facts): string {
  const hosts = hostsOf(subject, facts).map((one) => (one === 'unknown' ? 'one that is not known' : `\`${one.host}\``));
  return hosts.length === 0 ? 'no host in the command' : `hosts: ${[...new Set(hosts)].join(', ')}`;
}

/** Programs that are not in the table of hosts name one only in an address. */
function signs(_data: Data, { program, isOther }: { readonly program: string; readonly isOther?: boolean }): Signs {
  if (isOther || talksToHosts(program)) return ANYTHING;
  return oneOf([inWords(':/'), inWords(':\\'), inWords('@', ':')]);
}

function hostCondition(type: string, summary: string, answer: (destination: Destination, data: Data) => Answer) {
  return defineCondition<Args, Data>({
    type,
    summary,
    primary: 'hosts',
    schema: (z) =>
      z.strictObject({
        hosts: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .describe(
            'host names; `*.github.com` = all below it, `localhost` = this machine, `host:8443` = only this port',
          ),
      }),
    lower,
    evaluate: (data, subject, facts) => joinAnswers(hostsOf(subject, facts).map((one) => answer(one, data))),
    explain: (_data, subject, facts) => describe(subject, facts),
    signs,
  });
}

export const hostIn = hostCondition(
  'host_in',
  'Every host that the words of the command name is one of these: in addresses, `user@host:path`, git remotes, jump hosts, and proxies that the line sets. No host: no.',
  isOneOf,
);

export const hostOutside = hostCondition(
  'host_outside',
  'A host that the words of the command name is none of these.',
  (destination, data) => answerNot(isOneOf(destination, data)),
);
