import { HOLE_VARIABLE } from '../model/hole.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import { shQuote } from '../util/sh-quote.ts';
import { holedCode } from './holes.ts';
import { type PackageJson, packageOf, workspacesNamed } from './package-json.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { type CallWords, readCall } from './words.ts';

/** Scripts that a subcommand runs, in order; `args` go to the last script named by `main`. */
interface Plan {
  readonly scripts: readonly string[];
  readonly main?: string;
}

interface Manager {
  readonly name: string;
  /** subcommands that are no scripts, where any other word is one */
  readonly own?: ReadonlySet<string>;
  /** options may stand behind the name of the script */
  readonly optionsAnywhere?: true;
  /** no pre and post scripts */
  readonly alone?: true;
}

const VALUED = new Set(
  `--prefix -C --dir --cwd -w --workspace -F --filter --loglevel --registry --cache --userconfig --script-shell --reporter
  --tag --otp --access --omit --include --network-timeout --modules-folder --env-file`.split(/\s+/),
);

const INSTALL = new Set(
  `install i in ins inst insta instal isnt isnta isntal ci clean-install ic install-clean isntall-clean`.split(' '),
);
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
const PACK_SCRIPTS = ['prepack', 'prepare', 'postpack'];
const RUN = new Set(['run', 'run-script', 'rum', 'urn']);
const SHORT: Readonly<Record<string, string>> = { t: 'test', tst: 'test', test: 'test', start: 'start', stop: 'stop' };

/** Source: npm help scripts 11, pnpm run and yarn run online, bun run 1.1. */
const MANAGERS: readonly Manager[] = [
  { name: 'npm', optionsAnywhere: true },
  {
    name: 'pnpm',
    own: new Set(
      `add audit bin config create dedupe deploy dlx env exec fetch import init licenses link list ls outdated patch
      pack prune publish rebuild remove rm root server setup store unlink update up why x uninstall un`.split(/\s+/),
    ),
  },
  {
    name: 'yarn',
    own: new Set(
      `add audit autoclean bin cache check config constraints create dedupe dlx exec explain generate-lock-entry global
      help import info init licenses link list login logout node npm outdated owner pack patch plugin policies publish
      rebuild remove search set tag team unlink unplug up upgrade version versions why workspace workspaces`.split(
        /\s+/,
      ),
    ),
  },
  {
    name: 'bun',
    own: new Set(
      'add audit build create exec help info init link outdated patch pm publish remove repl test unlink update upgrade why x'.split(
        ' ',
      ),
    ),
  },
];

function planFor(manager: Manager, { operands, has }: CallWords): Plan | undefined {
  const [first, second] = operands;
  if (first === undefined) return manager.name === 'yarn' ? { scripts: INSTALL_SCRIPTS } : undefined;
  if (RUN.has(first)) return second === undefined ? undefined : withHooks(second, manager, has('--ignore-scripts'));
  if (INSTALL.has(first)) {
    const isProject = second === undefined && !has('-g', '--global', '--ignore-scripts');
    return isProject ? { scripts: INSTALL_SCRIPTS } : undefined;
  }
  if (manager.name === 'npm' && has('--ignore-scripts') && !(first in SHORT)) return undefined;
  if (first === 'publish') return { scripts: ['prepublishOnly', ...PACK_SCRIPTS, 'publish', 'postpublish'] };
  if (first === 'pack') return { scripts: PACK_SCRIPTS };
  if (first === 'version' && manager.name !== 'bun') return { scripts: ['preversion', 'version', 'postversion'] };
  if (manager.own?.has(first) === true) return undefined;
  const script = Object.hasOwn(SHORT, first) ? SHORT[first] : undefined;
  if (script !== undefined) return withHooks(script, manager, has('--ignore-scripts'));
  if (first === 'restart') return withHooks(first, manager, false);
  return manager.own === undefined ? undefined : withHooks(first, manager, false);
}

function withHooks(script: string, { alone }: Manager, isAlone: boolean): Plan {
  return { scripts: alone || isAlone ? [script] : [`pre${script}`, script, `post${script}`], main: script };
}

/** Behind the name of its script all words are the script's own; npm reads options behind it as well. */
function endsOptions({ own, optionsAnywhere }: Manager, operands: readonly string[]): boolean {
  const [first, second] = operands;
  if (optionsAnywhere === true || first === undefined) return false;
  if (RUN.has(first)) return second !== undefined;
  return own !== undefined && !own.has(first) && !INSTALL.has(first);
}

function runManager(manager: Manager, call: RunnerCall): readonly RunnerFinding[] {
  const words = readCall(call.argv, { valued: VALUED, last: (operands) => endsOptions(manager, operands) });
  if (words === undefined || call.cwd === undefined) return [];
  if (manager.name === 'yarn' && words.operands[0] === 'workspace') return runYarnWorkspace(manager, call, words);
  const plan = planFor(manager, words);
  return plan === undefined ? [] : packagesOf(words, call).flatMap((one) => runPlan(plan, one, words, call));
}

/** `yarn workspace NAME run x`: the words behind the name are a call of their own. */
function runYarnWorkspace(manager: Manager, call: RunnerCall, words: CallWords): readonly RunnerFinding[] {
  const root = packageOf(call.cwd as string, call.files);
  const [found] = root === undefined ? [] : workspacesNamed(root, words.operands.slice(1, 2), call.files);
  const at = call.argv.findIndex((word) => wordValue(word) === words.operands[1]);
  if (found === undefined || at < 0) return [];
  const argv = [call.argv[0] as Word, ...call.argv.slice(at + 1)];
  return runManager(manager, { ...call, argv, cwd: found.folder });
}

function packagesOf(words: CallWords, { cwd, files }: RunnerCall): readonly PackageJson[] {
  const folder = words.valueOf('--prefix', '-C', '--dir', '--cwd');
  const root = packageOf(folder === undefined ? (cwd as string) : resolvePath(cwd as string, folder), files);
  if (root === undefined) return [];
  const named = words.valuesOf('-w', '--workspace', '-F', '--filter');
  if (named.length === 0 && !words.has('--workspaces', '-ws')) return [root];
  return workspacesNamed(root, named, files);
}

function runPlan({ scripts, main }: Plan, from: PackageJson, words: CallWords, call: RunnerCall): RunnerFinding[] {
  const isInstall = main === undefined;
  if (isInstall && /^\s*ignore-scripts\s*=\s*true/m.test(call.files.read(`${from.folder}/.npmrc`) ?? '')) return [];
  const missing = main !== undefined && !Object.hasOwn(from.scripts, main);
  const wanted =
    missing && main === 'restart' ? ['prestop', 'stop', 'poststop', 'prestart', 'start', 'poststart'] : scripts;
  if (missing && main !== 'restart') return [];
  return wanted.flatMap((script): RunnerFinding[] => {
    const text = Object.hasOwn(from.scripts, script) ? from.scripts[script] : undefined;
    if (text === undefined) return [];
    const args =
      script === main
        ? [...words.operands.slice(operandsBefore(words, main)).map((one) => knownWord(one)), ...words.rest]
        : [];
    return [scriptFinding(text, args, from, script), ...shellFinding(text, from, words, call)];
  });
}

/** Another shell than sh, which an option, a variable or the project's settings name, is given the script with `-c`. */
function shellFinding(text: string, from: PackageJson, words: CallWords, call: RunnerCall): readonly RunnerFinding[] {
  const shell =
    words.valueOf('--script-shell') ??
    call.variable('npm_config_script_shell') ??
    call.variable('NPM_CONFIG_SCRIPT_SHELL') ??
    /^\s*script-shell\s*=\s*(\S+)/m.exec(call.files.read(`${from.folder}/.npmrc`) ?? '')?.[1];
  if (shell === undefined || /^(?:\/(?:usr\/)?bin\/)?(?:ba|da)?sh$/.test(shell)) return [];
  const argv = [shell, '-c', text].map((word) => knownWord(word));
  return [{ kind: 'argv', argv, effects: { cwd: knownWord(from.folder) }, file: from.file }];
}

/** `npm test x`, `npm run test x`: x is the script's. */
function operandsBefore({ operands }: CallWords, main: string): number {
  return operands[0] === main || !RUN.has(operands[0] ?? '') ? 1 : 2;
}

function scriptFinding(text: string, args: readonly Word[], from: PackageJson, script: string): RunnerFinding {
  const words = args.filter((word, at) => at > 0 || wordValue(word) !== '--');
  const quoted = words.map((word) => (word.kind === 'known' ? ` ${shQuote(word.value)}` : ` ${HOLE_VARIABLE}`));
  const line = from.lineOf(script);
  return {
    kind: 'code',
    language: 'shell',
    shell: 'sh',
    code: holedCode(text + quoted.join('')),
    effects: { cwd: knownWord(from.folder) },
    file: from.file,
    ...(line === undefined ? {} : { line }),
  };
}

/** Own subcommands that run scripts all the same. */
const RUNNING = new Set(['pack', 'publish', 'version', 'workspace', ...RUN, ...INSTALL, ...Object.keys(SHORT)]);

const WITH_SCRIPTS = [...RUN, ...INSTALL, ...Object.keys(SHORT), 'publish', 'pack', 'version', 'restart'];

function argumentsOf({ own }: Manager): Pick<Runner, 'onlyWith' | 'never'> {
  if (own === undefined) return { onlyWith: Object.fromEntries(WITH_SCRIPTS.map((name) => [name, ['']])) };
  return { never: [...own].filter((name) => !RUNNING.has(name)) };
}

/** Package managers of JavaScript: the scripts of package.json. */
export const PACKAGE_RUNNERS: readonly Runner[] = [
  ...MANAGERS.map((manager) => ({
    programs: manager.name === 'yarn' ? ['yarn', 'yarnpkg'] : [manager.name],
    ...argumentsOf(manager),
    codeIn: { names: ['package.json'], options: ['-'] },
    run: (call: RunnerCall) => runManager(manager, call),
  })),
];

/** `node --run x`: the script alone. */
export function runNodeScript(call: RunnerCall): readonly RunnerFinding[] {
  const words = readCall(call.argv, { last: (operands) => operands.length > 0 });
  const name = words?.valueOf('--run');
  if (words === undefined || name === undefined || call.cwd === undefined) return [];
  const given = ['run', name, ...words.operands].map((one) => knownWord(one));
  const argv = [...call.argv.slice(0, 1), ...given, ...words.rest];
  return runManager({ name: 'node', alone: true, own: new Set() }, { ...call, argv });
}
