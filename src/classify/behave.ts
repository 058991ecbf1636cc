import { hostOf, isLoopback } from '../grammar/address.ts';
import type { Effect } from '../grammar/effect.ts';
import { effectsOf } from '../grammar/effect-of.ts';
import type { Operation } from '../model/operation.ts';
import { type Behaviour, type Call, parseTypes, type TypeSpec } from './behaviour.ts';
import { rawOption } from './call.ts';
import { matchPatterns, type WordMatch } from './pattern-words.ts';
import type { Described } from './programs/index.ts';

/** The behaviour of a described program with these words; `unknown` where neither a row of its table nor its grammar tells. */
export function behave(call: Call, described: Described): Behaviour | 'unknown' {
  const special = described.special?.(call);
  if (special !== undefined) return special;
  if (isHelpOrVersion(call)) return { operations: [], paths: [] };
  const match = matchPatterns(described.patterns, call);
  const operations = match === undefined ? fromGrammar(call) : fromMatch(match, call);
  if (operations === undefined && call.words.length > 0) return 'unknown';
  return { operations: operations ?? [], ...(described.paths !== undefined && { paths: described.paths(call) }) };
}

/** Its only argument is `--help` or `--version`: it prints and exits. */
function isHelpOrVersion({ invocation: { argv }, words }: Call): boolean {
  const [only] = argv.slice(1);
  return argv.length === 2 && words.length === 0 && only?.kind === 'known' && /^--(help|version)$/.test(only.value);
}

/** What is `starts` is a start of its own. */
const OPERATIONS: Readonly<Record<Effect, string>> = {
  reads: 'read_local',
  prints: 'read_local',
  starts: 'read_local',
  plain: 'read_local',
  variables: 'read_local',
  indirect: 'read_local',
  writes: 'write_local',
  deletes: 'write_local',
  network: 'read_external',
  sends: 'write_external',
  runs: 'execute',
  installs: 'read_external write_local execute?',
};

/** What its grammar says that it does. */
function fromGrammar(call: Call): readonly Operation[] | undefined {
  const effects = effectsOf(call.grammar, call.parsed);
  const types = effects?.replace(/[a-z]+/g, (effect) => OPERATIONS[effect as Effect]);
  const why = `\`${[call.program, ...call.parsed.subcommand].join(' ')}\``;
  return types === undefined ? undefined : parseTypes(types).map((spec) => operationOf(spec, call, why));
}

function fromMatch(match: WordMatch, call: Call): readonly Operation[] {
  const why = whyOf(match, call);
  return match.pattern.types.map((spec) => {
    if (spec.type === 'credential_access') return { ...spec, ...credentialOf(match, call), why };
    return operationOf(spec, call, why);
  });
}

function operationOf(spec: TypeSpec, call: Call, why: string): Operation {
  return spec.type.endsWith('_external') ? external({ ...spec, why }, call) : { ...spec, why };
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
