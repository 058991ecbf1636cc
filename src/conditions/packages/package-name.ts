import type { Facts } from '../../model/facts.ts';
import { type Tri, triAny, triOf } from '../../model/tri.ts';
import { wordValue } from '../../model/word.ts';
import { foldersTo, resolvePath } from '../../util/path.ts';
import { defineCondition } from '../condition.ts';
import { ANYTHING, oneOf, type Signs } from '../signs.ts';
import type { Subject } from '../subject.ts';
import { isReported, isWellKnown, lookAlike, type Registry } from './names.ts';

interface Args {
  is: 'look_alike' | 'unlisted' | 'reported';
  first?: boolean | undefined;
}

const REGISTRIES: Readonly<Record<Registry, RegExp>> = {
  npm: /^(npm|npx|pnpm|pnpx|yarn|yarnpkg|bun|bunx)$/,
  pypi: /^(pip|pip3|pipx|uv|uvx|poetry|pdm|pipenv|rye|hatch|easy_install)$/,
  gems: /^(gem|bundle|bundler)$/,
  crates: /^cargo$/,
};

function registryOf(program: string | undefined): Registry | undefined {
  const names = Object.keys(REGISTRIES) as Registry[];
  return program === undefined ? undefined : names.find((name) => REGISTRIES[name].test(program));
}

/** Of programs that have no subcommands in their grammar. */
const COMMANDS = new Set([
  'add',
  'install',
  'i',
  'inject',
  'run',
  'x',
  'dlx',
  'exec',
  'global',
  'tool',
  'pip',
  'require',
]);

const NAME: Readonly<Record<Registry, RegExp>> = {
  npm: /^(?:(?:@?[^@/]+(?:\/[^@/]+)?@)?npm:)?(@[^@/:]+\/[^@/:]+|[^@/:.~][^@/:]*)(?:@[^:/]*)?$/,
  pypi: /^([a-z0-9][a-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~;@,\s]{1,3}\s*[^/:]*)?$/i,
  gems: /^([\w.-]+)(?::[\w.>=~<\s-]*)?$/,
  crates: /^([\w-]+)(?:@[\w.*^=~<>-]*)?$/,
};

/** The name of a package that a word asks its registry for; undefined = it is an address, a path or a file. */
function nameIn(registry: Registry, word: string): string | undefined {
  if (/\.(whl|tgz|tar\.\w+|zip|gem|txt|toml|json)$/.test(word)) return undefined;
  return NAME[registry].exec(word)?.[1];
}

/** Values of these name packages too, whatever program they are of. */
const PACKAGES = ['--package', '-p', '--from', '--with', '--spec'];

function namesIn(registry: Registry, { first }: Args, { parsed }: Subject): readonly string[] {
  const { operands, options } = parsed();
  const words = operands.map(({ word }) => wordValue(word));
  const from = words.findIndex((word) => word !== undefined && !COMMANDS.has(word));
  const named = from < 0 ? [] : words.slice(from, first ? from + 1 : undefined);
  // of cargo and uv, `-p` is a package of the workspace, or a Python
  const isNaming = (names: readonly string[]) =>
    PACKAGES.some((name) => names.includes(name)) && (registry === 'npm' || !names.includes('-p'));
  const values = options.flatMap(({ names, value }) => (isNaming(names) ? [value && wordValue(value)] : []));
  return [...named, ...values].flatMap((word) => {
    if (word === undefined) return [];
    return isOfForge(word) && registry === 'npm' ? [word] : (nameIn(registry, word) ?? []);
  });
}

/** `github:owner/name` and `owner/name`: whoever owns it is not looked up in a registry. */
function isOfForge(word: string): boolean {
  return /^((github|gitlab|bitbucket|gist):)?[\w-]+\/[\w.-]+(#\S*)?$|^gist:\w+$/.test(word);
}

/** The project has it: it is among the dependencies of a package.json, or installed. */
function isOfProject(name: string, { cwd }: Subject, facts: Facts): boolean {
  if (cwd === undefined) return false;
  return foldersTo(cwd).some((folder) => {
    if (facts.exists(resolvePath(folder, `node_modules/${name}`)) === 'yes') return true;
    return facts.readText(resolvePath(folder, 'package.json'), 1 << 18)?.includes(`"${name}"`) === true;
  });
}

function ofGo({ invocation, parsed }: Subject): Tri {
  const words = invocation?.program === 'go' ? parsed().operands.map(({ word }) => wordValue(word)) : [];
  return triOf(words.some((word) => word !== undefined && isReported(word)));
}

/** An operand that follows another word, but of programs whose first one names a package. */
function signs(program: string): Signs {
  return /^(npx|pnpx|bunx|uvx)$/.test(program) ? ANYTHING : oneOf([{ pattern: `' ${program}  '*' '[!-' ']*` }]);
}

function answer(data: Args, subject: Subject, facts: Facts): Tri {
  const registry = registryOf(subject.invocation?.program);
  if (registry === undefined) return data.is === 'reported' ? ofGo(subject) : 'no';
  return triAny(namesIn(registry, data, subject), (name) => {
    if (data.is === 'reported') return triOf(isReported(name));
    if (data.is === 'look_alike')
      return triOf(!isOfForge(name) && lookAlike(registry, name) !== undefined && !isOfProject(name, subject, facts));
    return triOf(registry === 'npm' && (isOfForge(name) || !isWellKnown(name)) && !isOfProject(name, subject, facts));
  });
}

const SAID: Readonly<Record<Args['is'], string>> = {
  look_alike: 'the name of a package looks like that of a well-known one',
  unlisted: 'a package is not well known, and none of the project',
  reported: 'a package of that name was published to do harm',
};

export const packageName = defineCondition<Args, Args>({
  type: 'package_name',
  summary:
    'A package is asked for by name, from npm, PyPI, RubyGems or crates.io. `look_alike`: its name is one edit from that of a package which is much used, or differs in separators alone (`crossenv`). `unlisted`: it is no package of npm that is much used, and none of the project. `reported`: one of that name was published to do harm, also as a module of Go.',
  primary: 'is',
  schema: (z) =>
    z.strictObject({
      is: z.enum(['look_alike', 'unlisted', 'reported']).describe('what is said of the name'),
      first: z.boolean().optional().describe('only the first operand names a package, as of `npx`'),
    }),
  lower: (args) => args,
  evaluate: answer,
  signs: (_data, { program }) => signs(program),
  says: ({ is }) => SAID[is],
  explain: (data, subject) => {
    const registry = registryOf(subject.invocation?.program);
    const names = registry === undefined ? [] : namesIn(registry, data, subject);
    if (registry === undefined || names.length === 0) return 'no package is named';
    const like = names.flatMap((name) => {
      const other = lookAlike(registry, name);
      return other === undefined ? [] : [`\`${name}\` looks like \`${other}\``];
    });
    return like.length > 0 ? like.join(', ') : `packages ${names.map((name) => `\`${name}\``).join(', ')}`;
  },
});
