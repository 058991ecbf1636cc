import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const REPOSITORY = new URL('../..', import.meta.url);

test('the map names every room, and no other', () => {
  const [map = ''] = readFileSync(new URL('docs/architecture.md', REPOSITORY), 'utf8').split('| in `shims/`');
  const named = [...map.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, room]) => room);
  expect(named.sort()).toEqual(readdirSync(new URL('src', REPOSITORY)).sort());
});

test('every source file that the map, a record of a decision or CONTRIBUTING.md names is there', () => {
  const files = ['src', 'scripts', 'shims', 'test'].flatMap((folder) =>
    readdirSync(new URL(folder, REPOSITORY), { recursive: true, encoding: 'utf8' }).map((name) => `/${folder}/${name}`),
  );
  const records = readdirSync(new URL('docs/adr', REPOSITORY)).map((name) => `docs/adr/${name}`);
  const gone = ['docs/architecture.md', 'CONTRIBUTING.md', ...records].flatMap((doc) => {
    const text = readFileSync(new URL(doc, REPOSITORY), 'utf8');
    // shorter paths begin at a room: `gate/plan.ts`, `plan.ts`
    return [...text.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !path.includes('NAME') && !files.some((file) => file.endsWith(`/${path}`)))
      .map((path) => `${doc}: ${path}`);
  });
  expect(gone).toEqual([]);
});

test('folders are made in one place: what Node does with `recursive` never ends in /proc', () => {
  const files = readdirSync(new URL('src', REPOSITORY), { recursive: true, encoding: 'utf8' });
  const making = files.filter((name) => {
    const text = name.endsWith('.ts') ? readFileSync(new URL(`src/${name}`, REPOSITORY), 'utf8') : '';
    return /\bmkdir(Sync)?\([^;]*recursive/.test(text);
  });
  expect(making).toEqual([]);
});

test('rule languages are named by the room rules alone; others read the traits of a rule file', () => {
  const outside = readdirSync(new URL('src', REPOSITORY), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(rules|surfaces|text)\//.test(name))
    // the list of the names that a rule file and a case may give
    .filter((name) => name !== 'model/policy.ts');
  const naming = outside.filter((name) => {
    const code = readFileSync(new URL(`src/${name}`, REPOSITORY), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return /'(carapace|claudecube|policyshield)'|\bdialect(\.name)? ?(===|!==|:) ?'safeshell'/.test(code);
  });
  expect(naming).toEqual([]);
});

interface Fence {
  readonly name: string;
  readonly from: { readonly pathNot?: string };
  readonly to: { readonly path?: string };
}

test('a library is imported in each of the rooms that may import it', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: readonly Fence[];
  };
  const imports = readdirSync(new URL('src', REPOSITORY), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(new URL(`src/${name}`, REPOSITORY), 'utf8');
      return [...text.matchAll(/\b(?:from |import\()'([^.'][^']*)'/g)].map(([, module]) => ({
        name: `src/${name}`,
        module,
      }));
    });
  const stale = forbidden.flatMap(({ name, from, to }) => {
    const homes = /^\^src\/\((.*)\)\/$/.exec(from.pathNot ?? '')?.[1];
    if (!name.startsWith('only-') || homes === undefined || to.path === undefined) return [];
    const library = new RegExp(to.path);
    return homes
      .split('|')
      .filter((home) => !imports.some((one) => one.name.startsWith(`src/${home}/`) && library.test(one.module ?? '')))
      .map((home) => `${name}: ${home}`);
  });
  expect(stale).toEqual([]);
});
