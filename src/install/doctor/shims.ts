import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../store/atomic-file.ts';
import { findProgram } from '../programs.ts';
import { SHIM_MARK, shQuote } from '../shim-template.ts';
import { isStale, type ShimLayout } from '../shims.ts';
import { type Finding, ok, problem } from './finding.ts';

const REFRESH = 'safeshell refresh';
/** A shim may stand for a program that only other shells of the same person have in their PATH. */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface ShimChecks {
  readonly layout: ShimLayout;
  /** see ShimPlan.sources */
  readonly sources: readonly string[];
  /** with the folder of the launcher */
  readonly path: string;
  /** folder of our dist/ */
  readonly product: string;
}

export function shimDirectory({ layout, sources, path, product }: ShimChecks): readonly Finding[] {
  const { shims } = layout;
  const texts = shimTexts(shims);
  const own = [...texts].filter(([, text]) => text.startsWith(SHIM_MARK));
  if (own.length === 0) return [problem('shims', `there are no shims in ${shims}`, REFRESH)];
  const [[, sample]] = own as [[string, string]];
  const node = /^__ss_node='(.*)'$/m.exec(sample)?.[1]?.replaceAll("'\\''", "'") ?? '';
  const strangers = [...texts.keys()].filter((name) => !own.some(([mine]) => mine === name));
  const everywhere = `${path}:${SYSTEM_PATH}`;
  const gone = own.map(([name]) => name).filter((name) => findProgram(name, everywhere, shims) === undefined);
  const isForeign = !sample.includes(`__ss_main=${shQuote(join(product, 'dist', 'shim.cjs'))}`);
  return [
    isStale({ layout, sources, path })
      ? problem('shims', 'the shims are older than the rules or programs that they stand for', REFRESH)
      : ok('shims', `${own.length} programs have a shim`),
    ...(existsSync(node) ? [] : [problem('node', `the shims start Node.js as ${node}, which is gone`, REFRESH)]),
    ...(isForeign ? [problem('duplicates', 'the shims belong to another installation', REFRESH)] : []),
    ...strangers.map((name) =>
      problem('shims', `${join(shims, name)} is no shim of ours`, `rm '${join(shims, name)}'`),
    ),
    ...(gone.length > 0
      ? [problem('programs', `shims of programs that are not there: ${gone.join(', ')}`, REFRESH)]
      : []),
  ];
}

function shimTexts(shims: string): ReadonlyMap<string, string> {
  try {
    const names = readdirSync(shims).filter((name) => !name.startsWith('.'));
    return new Map(names.map((name) => [name, readIfThere(join(shims, name)) ?? '']));
  } catch {
    return new Map();
  }
}
