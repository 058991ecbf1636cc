import { type Access, accesses } from '../../grammar/accesses.ts';
import { copyHosts, hostOf } from '../../grammar/address.ts';
import { leadOf } from '../../grammar/words.ts';
import type { Operation } from '../../model/operation.ts';
import type { Word } from '../../model/word.ts';
import type { Behaviour, Call } from '../behaviour.ts';

export type RemoteTest = (word: Word) => boolean;

/** `host:path`, `host::module`, `rsync://host/..`; a slash before the colon makes it a local name. */
export const isHostPath: RemoteTest = (word) => {
  const text = word.kind === 'unknown' ? `${word.prefix}\0${word.suffix}` : leadOf(word);
  return /^[^/]*:/.test(text);
};

function isOpen(word: Word): boolean {
  return word.kind === 'unknown' && word.prefix === '' && word.suffix === '';
}

/** Where each end of a copy is: paths here, operations on the far side. */
export function splitCopy(call: Call, all: readonly Access[], isRemote: RemoteTest): Behaviour {
  const operations: Operation[] = [];
  const paths: Access[] = [];
  for (const access of all) {
    const remote = isRemote(access.word);
    if (!remote) paths.push(access);
    // a word of which nothing is known may be either
    if (remote || isOpen(access.word)) operations.push(...farSide(call, access, remote));
  }
  return { operations, paths };
}

function farSide(call: Call, { word, access, index }: Access, certain: boolean): readonly Operation[] {
  const host = hostOf(leadOf(word), copyHosts);
  const types = access === 'read' ? (['read_external'] as const) : (['write_external'] as const);
  return types.map((type) => ({
    type,
    categories: [],
    ...(host !== undefined && { resource: host }),
    confidence: certain && word.kind !== 'unknown' ? 1 : 0.7,
    why: `argument ${index} of \`${call.program}\``,
  }));
}

/** scp and rsync: their grammars tell sources from the destination. The key that a login uses is not data that is read. */
export function remoteCopy(call: Call): Behaviour | undefined {
  const { operands } = call.parsed;
  if (operands.length === 0) return undefined;
  const all = accesses(call.parsed).filter(
    ({ access, index }) => access !== 'read' || operands.some((operand) => operand.index === index),
  );
  return splitCopy(call, all, isHostPath);
}

export interface CopyForm {
  /** words that lead to a copy; one of them, or several that follow each other: 's3 cp' */
  readonly verbs: readonly string[];
  readonly isRemote: RemoteTest;
  /** verbs that remove what they copied */
  readonly moves?: readonly string[];
}

/** `VERB SOURCE.. DESTINATION`, for clients whose operands are words of any meaning. */
export function copyBehaviour(call: Call, { verbs, isRemote, moves = [] }: CopyForm): Behaviour | undefined {
  const verb = verbs.find((one) => one.split(' ').every((word, at) => call.words[at] === word));
  if (verb === undefined) return undefined;
  const named = call.parsed.subcommand.length + (call.parsed.unknownSubcommand === undefined ? 0 : 1);
  const operands = call.parsed.operands.slice(Math.max(0, verb.split(' ').length - named));
  const all = operands.map(({ word, index }, at): Access => {
    const isTarget = at > 0 && at === operands.length - 1;
    return { word, index, access: isTarget ? 'write' : moves.includes(verb) ? 'delete' : 'read' };
  });
  const options = accesses(call.parsed).filter(({ index }) => !call.parsed.operands.some((one) => one.index === index));
  const standard = all.filter(({ word }) => !(word.kind === 'known' && word.value === '-'));
  return splitCopy(call, [...options, ...standard], isRemote);
}
