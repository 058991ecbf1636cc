import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { compileGates } from '../../../src/gate/gate.ts';

/** One mistake that somebody could make in the gate compiler. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const EMIT = 'src/gate/emit.ts';
const TESTS = 'src/gate/reason-tests.ts';
const MARKS = 'src/gate/word-marks.ts';
const SPELLINGS = 'src/grammar/spellings.ts';
const ARGS = 'src/conditions/args-signs.ts';
const PATHS = 'src/conditions/path/path-signs.ts';
const CODE = 'src/gate/code.ts';
const SIGNS = 'src/conditions/signs.ts';

export const MUTANTS: readonly Mutant[] = [
  { name: 'joins words by another character', file: EMIT, from: `__ss_ifs=$IFS IFS=' '`, to: `__ss_ifs=$IFS IFS=','` },
  {
    name: 'lets other first words pass',
    file: EMIT,
    from: `...branches, 'esac'`,
    to: `...branches, '*) __ss_way=run ;;', 'esac'`,
  },
  { name: 'follows no symlink', file: MARKS, from: `[ -h "$__ss_at" ]`, to: `[ -h "$__ss_at/" ]` },
  {
    name: 'takes `..` for a name',
    file: MARKS,
    from: '.. | ../* | */.. | */../*) ${INDIRECT}',
    to: '...) ${INDIRECT}',
  },
  { name: 'follows no value of an unknown option', file: MARKS, from: ' && __ss_path "${value}"', to: '' },
  { name: 'sees no value of an unknown option', file: MARKS, from: '$__ss_words ${value} "', to: '$__ss_words"' },
  { name: 'looks past no option for its path', file: MARKS, from: `lead, '='] }`, to: `lead, '=='] }` },
  { name: 'looks past no letter for its path', file: MARKS, from: '[...attached.letters].map(', to: '[].map(' },
  { name: 'trusts every working directory', file: MARKS, from: '...(outside ? [PROJECT] : [])', to: '' },
  { name: 'knows no directory', file: MARKS, from: `wanted.has('directory')`, to: 'false' },
  { name: 'looks for whole options only', file: SPELLINGS, from: 'found?.spec === entry.spec', to: 'false' },
  { name: 'knows no cluster', file: SPELLINGS, from: 'return flag.length === 2 ?', to: 'return flag.length === 1 ?' },
  {
    name: 'forgets negated negations',
    file: SPELLINGS,
    from: `if (isOpposite && value !== 'none')`,
    to: 'if (isOpposite)',
  },
  { name: 'knows no alias', file: SPELLINGS, from: 'full === canonical ? [alias]', to: 'full === alias ? [alias]' },
  { name: 'takes one way for all', file: SIGNS, from: 'best.flatMap((clause) => clause ?? [])', to: '(best[0] ?? [])' },
  { name: 'looks for segments behind a slash only', file: PATHS, from: ', ` ${text}`] :', to: '] :' },
  {
    name: 'thinks that nobody writes',
    file: PATHS,
    from: 'return ANYTHING;\n      signs',
    to: 'continue;\n      signs',
  },
  { name: 'looks for quotes', file: 'src/conditions/command-text.ts', from: `text.split(/['\\\\]/)`, to: '[text]' },
  { name: 'thinks that globs are whole words', file: ARGS, from: '` ${first}`, ...rest', to: '` ${first} `, ...rest' },
  { name: 'looks for other values', file: TESTS, from: '`=${sign.equals}`', to: '`=${sign.equals}x`' },
  { name: 'takes what cannot be told for another branch', file: TESTS, from: ', shWord(UNKNOWN_BRANCH)]', to: ']' },
  { name: 'reads one line of HEAD', file: 'src/gate/branch.ts', from: '! IFS= read -r __ss_more', to: ':' },
  {
    name: 'takes the HEAD of a shared repository',
    file: 'src/gate/branch.ts',
    from: '[ ! -e "$__ss_up/commondir" ] && ',
    to: '',
  },
  { name: 'lets sed run what it made', file: CODE, from: '[gpiIMm0-9]*)', to: '[gpiIMme0-9]*)' },
  { name: 'forgets code behind -e', file: CODE, from: 'case $__ss_rest in *e) __ss_want=next ;; esac ;;', to: ';;' },
  { name: 'lets awk pipe', file: CODE, from: `code*print*['|>']*`, to: `code*print*['>']*` },
  {
    name: 'knows no names in code',
    file: CODE,
    from: '*/} "*) return 0 ;; esac ;; esac',
    to: '*/} "*) ;; esac ;; esac',
  },
  { name: 'knows no option that makes paths of words', file: PATHS, from: '(isPassed ? [] : given.flat())', to: '[]' },
  {
    name: 'takes the opposite of anything for impossible',
    file: 'src/gate/plan.ts',
    from: '? NEVER : ANYTHING',
    to: '? NEVER : NEVER',
  },
  { name: 'knows one variable of settings', file: EMIT, from: `, 'GIT_CONFIG_PARAMETERS'`, to: '' },
  { name: 'takes /root for a project', file: 'src/conditions/path/system-folders.ts', from: '/root ', to: '' },
  { name: 'knows no -ok', file: 'src/gate/starters.ts', from: `texts(' -exec', ' -ok')`, to: `texts(' -exec')` },
];

/** The gate compiler with one mistake in it. Throws where the place of the mistake is not there any more. */
export async function compilerWith(mutant: Mutant): Promise<typeof compileGates> {
  const folder = mkdtempSync(join(tmpdir(), 'temporary-mutant-'));
  const outfile = join(folder, 'gate.cjs');
  let isApplied = false;
  const plugin: Plugin = {
    name: 'mutant',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== resolve(mutant.file)) return undefined;
        const text = readFileSync(path, 'utf8');
        const contents = text.replace(mutant.from, () => mutant.to);
        isApplied = contents !== text;
        return { contents, loader: 'ts' };
      });
    },
  };
  try {
    const options = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' } as const;
    await build({ ...options, entryPoints: ['src/gate/gate.ts'], outfile, plugins: [plugin] });
    if (!isApplied) throw new Error(`nothing to break: ${mutant.file} has no ${mutant.from}`);
    return (createRequire(import.meta.url)(outfile) as { compileGates: typeof compileGates }).compileGates;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
