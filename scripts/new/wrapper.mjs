import { readdirSync, readFileSync } from 'node:fs';
import { addToList, create, upper } from './edits.mjs';

export const usage = 'NAME, as the program is called: mullvad-exclude';
export const pattern = /^[a-z][a-z\d]*(-[a-z\d]+)*$/;

/** The file that already lists a program of this name, in a table or in a family of its own. */
export function taken(name) {
  const names = new RegExp(`\\bnames: \\[[^\\]]*'${name}'`);
  return readdirSync('src/wrappers', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/wrappers/${file}`)
    .find((path) => names.test(readFileSync(path, 'utf8')));
}

export function steps(name) {
  const constant = `${upper(name)}_FAMILY`;
  return [
    [`src/wrappers/${name}.ts`, create(family(name, constant))],
    [
      'src/wrappers/index.ts',
      addToList(`import { ${constant} } from './${name}.ts';`, /^ {2}\.\.\.CLUSTER_FAMILIES,$/m, `  ${constant},\n`),
    ],
    [`test/tables/wrappers/${name}.yaml`, create(cases(name))],
  ];
}

export const left = (name) => [
  `src/wrappers/${name}.ts: its options, as its manual has them (\`=path\`, \`=text\`: takes a value); \`source\` names manual and version`,
  'of the shape `name [options] command` like its first example? Then a line in src/wrappers/plain.ts does, without a file',
  `test/tables/wrappers/${name}.yaml: a line for each option that takes a value, each that runs nothing`,
];

const family = (name, constant) => `import { prefixFamily } from './prefix.ts';

/** \`${name} [options] command\` */
export const ${constant} = prefixFamily({
  names: ['${name}'],
  options: ['-v --verbose', '-o --output =path'],
  source: '${name}(1)',
});
`;

const cases = (name) => `- { start: ${name} rm x, peeled: [{ argv: rm x }] }
- { start: ${name} -v -o log rm x, peeled: [{ argv: rm x }] }
- { start: ${name} --output=log -- rm x, peeled: [{ argv: rm x }] }
- { start: ${name}, peeled: [] }
`;
