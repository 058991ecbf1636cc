import { addToList, create, upper } from './edits.mjs';

export const usage = 'NAME, as the program is called: systemd-run';
export const pattern = /^[a-z][a-z\d]*(-[a-z\d]+)*$/;

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
  `src/wrappers/${name}.ts: its options, as its manual has them; \`source\` names manual and version`,
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
