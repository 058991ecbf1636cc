import { type Access, accesses } from '../../grammar/accesses.ts';
import { hostOf, isLoopback } from '../../grammar/address.ts';
import { attachments } from '../../grammar/attachments.ts';
import { effective } from '../../grammar/effective.ts';
import type { ParsedOption } from '../../grammar/grammar.ts';
import { dropLead, leadOf } from '../../grammar/words.ts';
import type { Operation, OperationType } from '../../model/operation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import type { Behaviour, Call } from '../behaviour.ts';

/** Methods that only ask. */
const ASKING = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'REPORT', 'SEARCH']);

const LOCAL_FILE = /^file:\/*/i;

function given(call: Call, ...names: readonly string[]): boolean {
  return names.some((name) => effective(call.parsed, name) !== undefined);
}

function optionsNamed(call: Call, names: readonly string[]): readonly ParsedOption[] {
  return call.parsed.options.filter((option) => !option.negated && option.names.some((name) => names.includes(name)));
}

/** A request to each host that is named; to this machine itself it is less certain to matter. */
function requests(type: OperationType, call: Call, categories: readonly string[]): readonly Operation[] {
  const hosts = new Set(addresses(call).map((word) => hostOf(leadOf(word)) ?? bareHost(leadOf(word))));
  return [...(hosts.size === 0 ? [undefined] : hosts)].map((host) => ({
    type,
    categories,
    ...(host !== undefined && { resource: host }),
    confidence: host !== undefined && isLoopback(host) ? 0.7 : 1,
    why: `\`${call.program}\``,
  }));
}

/** `example.com/path` without a scheme. */
function bareHost(text: string): string | undefined {
  return /^([A-Za-z0-9.-]+)(?:[/:?#]|$)/.exec(text)?.[1];
}

function addresses(call: Call): readonly Word[] {
  const named = optionsNamed(call, ['--url']).flatMap(({ value }) => value ?? []);
  const words = [...named, ...call.parsed.operands.map(({ word }) => word)];
  return words.filter((word) => !LOCAL_FILE.test(leadOf(word)));
}

/** Files that are read by `file:` addresses. */
function localFiles(call: Call): readonly Access[] {
  return call.parsed.operands.flatMap(({ word, index }) => {
    const scheme = LOCAL_FILE.exec(leadOf(word))?.[0];
    return scheme === undefined ? [] : [{ word: dropLead(word, scheme.length - 1), access: 'read' as const, index }];
  });
}

const NAMED = ['--data-urlencode', '--url-query', '--header'];

/** Files that a request takes along, also as `name@file`. */
function uploads(call: Call): readonly Access[] {
  const named = optionsNamed(call, NAMED).flatMap(({ names, value, index }): readonly Access[] => {
    const mark = names.includes('--data-urlencode') ? /^[^=@]*@/ : /^@/;
    const found = value === undefined ? undefined : mark.exec(leadOf(value))?.[0];
    if (value === undefined || found === undefined) return [];
    const word = dropLead(value, found.length);
    return leadOf(word) === '-' || leadOf(word) === '' ? [] : [{ word, access: 'read', index }];
  });
  return [...attachments(call.parsed), ...named];
}

function methodAsks(call: Call): boolean | undefined {
  const option = effective(call.parsed, '--request') ?? effective(call.parsed, '--method');
  if (option === undefined) return undefined;
  const method = wordValue(option.value);
  return method !== undefined && ASKING.has(method.toUpperCase());
}

export function curl(call: Call): Behaviour | undefined {
  if (call.parsed.operands.length === 0 && !given(call, '--url', '--config')) return undefined;
  const hasBody = given(call, '--data', '--data-ascii', '--data-binary', '--data-raw', '--data-urlencode');
  const sends =
    (hasBody && !given(call, '--get')) ||
    given(call, '--form', '--form-string', '--json', '--upload-file', '--mail-from', '--mail-rcpt', '--quote') ||
    methodAsks(call) === false;
  const paths = [...accesses(call.parsed), ...uploads(call), ...localFiles(call)];
  const reached = addresses(call).length > 0 || given(call, '--config');
  const operations = !reached ? [] : requests(sends ? 'write_external' : 'read_external', call, sends ? [] : ['web']);
  const saves = given(call, '--remote-name', '--remote-name-all');
  return { operations: saves ? [...operations, saved(call)] : operations, paths };
}

function saved({ program }: Call): Operation {
  return { type: 'write_local', categories: [], confidence: 1, why: `\`${program}\` saves a file` };
}

const NOT_A_FILE = new Set(['-', '/dev/null', '/dev/stdout']);

/** wget saves what it gets, unless it is told where else to put it or not to get it at all. */
export function wget(call: Call): Behaviour | undefined {
  if (call.parsed.operands.length === 0 && !given(call, '--input-file')) return undefined;
  const sends = given(call, '--post-data', '--post-file', '--body-data', '--body-file') || methodAsks(call) === false;
  const operations = requests(sends ? 'write_external' : 'read_external', call, sends ? [] : ['web']);
  const output = effective(call.parsed, '--output-document');
  const discards = given(call, '--spider') || NOT_A_FILE.has(wordValue(output?.value) ?? '');
  const known = output !== undefined || given(call, '--directory-prefix');
  return {
    operations: discards || known ? operations : [...operations, saved(call)],
    paths: [...accesses(call.parsed), ...localFiles(call)],
  };
}

/** HTTPie: `http POST host name=value file@path`; data without a method makes it a POST. */
export function httpie(call: Call): Behaviour | undefined {
  const [first, ...rest] = call.words;
  if (first === undefined) return undefined;
  const method = /^[A-Z]+$/.test(first) ? first : undefined;
  const items = method === undefined ? rest : rest.slice(1);
  const hasData = items.some((item) => item !== undefined && /^[^=:@/]+(:?=|@)(?!=)/.test(item)) || call.fed;
  const sends = method === undefined ? hasData : !ASKING.has(method);
  const paths = call.parsed.operands.flatMap(({ word, index }): readonly Access[] => {
    const mark = /^[^=:@/]+(=|:=)?@/.exec(leadOf(word))?.[0];
    return mark === undefined ? [] : [{ word: dropLead(word, mark.length), access: 'read', index }];
  });
  const host = items === rest ? first : rest[0];
  const resource = host === undefined ? undefined : (hostOf(host) ?? bareHost(host));
  const type = sends ? ('write_external' as const) : ('read_external' as const);
  const categories = sends ? [] : ['web'];
  const operation = {
    type,
    categories,
    ...(resource && { resource }),
    confidence: 1 as const,
    why: `\`${call.program}\``,
  };
  return { operations: [operation], paths };
}
