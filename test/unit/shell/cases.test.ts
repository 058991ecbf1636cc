import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ShellName } from '../../../src/model/request.ts';
import { analyze, showStarts } from './analysis.ts';

interface ShellCase {
  readonly line: string;
  readonly shell?: ShellName;
  readonly files?: Record<string, string>;
  readonly raw?: boolean;
  readonly starts?: readonly string[];
  readonly programs?: readonly (string | null)[];
  readonly cwd?: readonly (string | null)[];
  readonly via?: readonly (readonly string[])[];
  /** the directories that unknown words are said to be below, in order */
  readonly within?: readonly string[];
  /** the patterns of names that unknown words are said to match, in order */
  readonly names?: readonly string[];
  readonly unsure?: readonly string[];
}

function casesOf(name: string): ShellCase[] {
  return parse(readFileSync(new URL(`../../tables/shell/${name}.yaml`, import.meta.url), 'utf8')) as ShellCase[];
}

describe.each(['words', 'flow', 'refused', 'listings', 'doubts', 'mentions'])('%s', (name) => {
  it.each(casesOf(name))('$line', ({ line, shell, files, raw, starts, programs, cwd, via, within, names, unsure }) => {
    const text = raw === true ? line.replaceAll('\\\\', '\\').replaceAll('\\n', '\n') : line;
    const analysis = analyze(text, {
      ...(shell === undefined ? {} : { shell }),
      ...(files === undefined ? {} : { files }),
    });
    const { invocations } = analysis;
    if (starts !== undefined) expect(showStarts(analysis)).toEqual(starts);
    if (programs !== undefined)
      expect(new Set(invocations.map(({ program }) => program ?? null))).toEqual(new Set(programs));
    if (cwd !== undefined) expect(invocations.map((one) => one.cwd ?? null)).toEqual(cwd);
    if (via !== undefined) expect(invocations.map((one) => one.via.map((wrapper) => wrapper.name))).toEqual(via);
    if (within !== undefined)
      expect(
        invocations.flatMap(({ argv }) => argv.flatMap((word) => ('within' in word ? [word.within] : []))),
      ).toEqual(within);
    if (names !== undefined)
      expect(
        invocations.flatMap(({ argv }) => argv.flatMap((word) => ('names' in word ? (word.names ?? []) : []))),
      ).toEqual(names);
    expect([...new Set(analysis.unsure.map(({ code }) => code))]).toEqual(unsure ?? []);
  });
});
