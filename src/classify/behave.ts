import { hostOf, isLoopback } from '../grammar/address.ts';
import type { Operation } from '../model/operation.ts';
import type { Behaviour, Call } from './behaviour.ts';
import { rawOption } from './call.ts';
import { matchPatterns, type WordMatch } from './pattern-words.ts';
import type { Described } from './programs/index.ts';

/** The behaviour of a described program with these words; `unknown` where no row of its table matches. */
export function behave(call: Call, described: Described): Behaviour | 'unknown' {
  const special = described.special?.(call);
  if (special !== undefined) return special;
  if (isHelpOrVersion(call)) return { operations: [], paths: [] };
  const match = matchPatterns(described.patterns, call);
  if (match === undefined && call.words.length > 0) return 'unknown';
  const operations = match === undefined ? [] : fromMatch(match, call);
  return described.paths === undefined ? { operations } : { operations, paths: described.paths(call) };
}

/** Its only argument is `--help` or `--version`: it prints and exits. */
function isHelpOrVersion({ invocation: { argv }, words }: Call): boolean {
  const [only] = argv.slice(1);
  return argv.length === 2 && words.length === 0 && only?.kind === 'known' && /^--(help|version)$/.test(only.value);
}

function fromMatch(match: WordMatch, call: Call): readonly Operation[] {
  const why = whyOf(match, call);
  return match.pattern.types.map((spec) => {
    if (spec.type === 'credential_access') return { ...spec, ...credentialOf(match, call), why };
    return spec.type.endsWith('_external') ? external({ ...spec, why }, call) : { ...spec, why };
  });
}

/** Fills in the host of an external operation; with a loopback host it is less certain to be external. */
export function external(operation: Operation, { words }: Pick<Call, 'words'>): Operation {
  const resource = operation.resource ?? words.map((word) => hostOf(word)).find((host) => host !== undefined);
  if (resource === undefined) return operation;
  const confidence = isLoopback(resource) && operation.confidence === 1 ? 0.7 : operation.confidence;
  return { ...operation, resource, confidence };
}

function whyOf({ pattern, end }: WordMatch, { program, words }: Call): string {
  const matched = pattern.tokens.some(({ kind }) => kind === 'word') ? words.slice(0, end) : [];
  return `\`${[program, ...matched].join(' ')}\``;
}

function credentialOf({ pattern, end }: WordMatch, call: Call): Pick<Operation, 'credential' | 'anyCredential'> {
  for (const source of pattern.credential?.split(' ') ?? []) {
    const name = sourced(source, end, call);
    if (name !== undefined && name !== '') return { credential: name };
  }
  return { credential: call.program, ...(pattern.credential !== undefined && { anyCredential: true }) };
}

function sourced(source: string, end: number, call: Call): string | undefined {
  if (source.startsWith('=')) return source.slice(1);
  if (source === 'next') return call.words[end];
  return source === 'this' ? call.words[end - 1] : optionOf(call, source);
}

function optionOf(call: Call, names: string): string | undefined {
  for (const name of names.split('|')) {
    const value = rawOption(call, name);
    if (value !== undefined) return value;
  }
  return undefined;
}
