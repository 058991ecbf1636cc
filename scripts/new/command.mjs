import { addToList, camel, create } from './edits.mjs';

export const usage = 'NAME, one word in small letters: where';
export const pattern = /^[a-z]+$/;

export function steps(name) {
  return [
    [`src/surfaces/cli/commands/${name}.ts`, create(command(name))],
    [
      'src/surfaces/cli/app.ts',
      addToList(`import { ${camel(name)} } from './commands/${name}.ts';`, /uninstall\],\n\};/, `${camel(name)}, `),
    ],
    ['package.json', addManPage(name)],
    ['test/cases/commands.yaml', addCase(name)],
  ];
}

export const left = (name) => [
  `src/surfaces/cli/commands/${name}.ts: arguments, options, examples; import what is heavy inside its run`,
  'src/surfaces/cli/app.ts: the head of --help that it belongs under',
  'test/cases/commands.yaml: may an agent call it? What loosens or answers goes into `own-commands` of rules/self.yaml',
  'a test of its own, and the page of docs/ that it belongs to; npm run generate, once its summary is done',
];

/** npm puts only the named pages where man looks. */
function addManPage(name) {
  return (before) => {
    const manifest = JSON.parse(before);
    const page = `./dist/man/safeshell-${name}.1`;
    if (manifest.man.includes(page)) return undefined;
    manifest.man = [...manifest.man, page].sort();
    return `${JSON.stringify(manifest, null, 2)}\n`;
  };
}

function addCase(name) {
  const entry = `- { id: ${name}, steps: [{ command: safeshell ${name}, actor: ai }], expect: [allow] }\n`;
  return (before) => (before.includes(`id: ${name},`) ? undefined : before + entry);
}

const command = (name) => `import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';

export const ${camel(name)}: CliCommand = {
  name: '${name}',
  summary: 'Print the working directory',
  define: (command) => command.addHelpText('after', HELP),
  run(_args, _options, context) {
    context.out(context.cwd);
    return EXIT.ok;
  },
};

const HELP = \`
For example:
  safeshell ${name}\`;
`;
