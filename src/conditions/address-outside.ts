import { type Destination, isLoopback, urlHosts } from '../grammar/address.ts';
import { type Tri, triAny, triNot, triOf } from '../model/tri.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import { defineCondition, type Lowering } from './condition.ts';
import { assignmentsOf } from './env.ts';
import { givenTexts } from './given-text.ts';
import { ANYTHING, inLine, inWords, NEVER, oneOf, type Signs } from './signs.ts';
import type { Subject } from './subject.ts';

interface Args {
  hosts: string | string[];
  variables?: string | string[] | undefined;
}

/** Plain texts instead of patterns: lists of hosts are long. */
interface Data {
  readonly hosts: readonly string[];
  readonly variables?: readonly string[];
}

function lower({ hosts, variables }: Args, { fail }: Lowering): Data {
  const names = [hosts].flat().map((host) => host.toLowerCase());
  if (!names.every((host) => /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host)))
    fail('a host such as `github.com`, `*.github.com` or `localhost`, without scheme, port and path');
  return { hosts: names, ...(variables !== undefined && { variables: [variables].flat() }) };
}

const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()|,;#[\]{}]+/gi;
/** `git@host.example:path` */
const COPIED = /^[\w.-]+@([\w-]+(?:\.[\w-]+)+):(?!\/\/)/;

/** `//host.example/:_authToken`, a key in .npmrc */
const OF_REGISTRY = /^["']?\/\/([\w-]+(?:\.[\w-]+)+)(?::\d+)?\/\S*:_/;

function addressesIn(text: string): readonly Destination[] {
  const found = (text.match(ADDRESS) ?? []).flatMap((address) => urlHosts(address));
  const [, host] = COPIED.exec(text) ?? OF_REGISTRY.exec(text) ?? [];
  return host === undefined ? found : [...found, { host: host.toLowerCase() }];
}

function destinationsOf({ variables }: Data, { analysis, invocation }: Subject): readonly Destination[] {
  if (invocation === undefined) return [];
  if (variables === undefined) return givenTexts(invocation, analysis).flatMap(addressesIn);
  const set = assignmentsOf(invocation).filter(({ name }) => variables.some((glob) => shellGlobMatches(glob, name)));
  return set.flatMap(({ value }) => addressesIn(value.text));
}

function isOneOf(destination: Destination, { hosts }: Data): Tri {
  if (destination === 'unknown') return 'unknown';
  const { host } = destination;
  return triOf(
    hosts.some((one) => {
      if (one === 'localhost' && isLoopback(host)) return true;
      return one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one;
    }),
  );
}

function signs({ variables }: Data, program: string): Signs {
  // an argv has no assignments but those among its own words
  if (variables !== undefined) return /^(export|declare|typeset|readonly|env)$/.test(program) ? ANYTHING : NEVER;
  return oneOf([inWords(':/'), inWords('@', ':'), inLine('fed')]);
}

export const addressOutside = defineCondition<Args, Data>({
  type: 'address_outside',
  summary:
    'An address, `https://host/..` or `git@host:path`, leads to a host that is none of these. It may stand anywhere in the words (`registry=https://..`), or in text that `echo` or a here-document gives to the command.',
  primary: 'hosts',
  schema: (z) =>
    z.strictObject({
      hosts: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .describe('host names; `*.github.com` = all below it, `localhost` = this machine'),
      variables: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .optional()
        .describe('names or globs: only addresses in the values that the line gives to these variables'),
    }),
  lower,
  evaluate: (data, subject) => triAny(destinationsOf(data, subject), (one) => triNot(isOneOf(one, data))),
  says: ({ hosts, variables }) =>
    `an address${variables === undefined ? '' : ` in ${variables.join(', ')}`} leads to none of ${hosts.length} known hosts`,
  explain: (data, subject) => {
    const found = destinationsOf(data, subject).map((one) => (one === 'unknown' ? 'one that is not known' : one.host));
    return found.length === 0 ? 'no address in the command' : `addresses lead to ${[...new Set(found)].join(', ')}`;
  },
  signs: (data, { program }) => signs(data, program),
  plain: ({ variables }) => (variables === undefined ? undefined : []),
});
