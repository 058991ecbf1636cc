import type { Grammar } from '../../grammar/grammar.ts';
import type { Word } from '../../model/word.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { NODE_FAMILY } from './interpreters.ts';
import { shellCode, startOf } from './peeled.ts';
import { afterDashes, lookPastDynamic, takeAssignments } from './prefix.ts';
import { flags, longs, optionValues, readOptions } from './reading.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** How the words behind `uv run` or `bundle exec` are a command. */
interface RunnerCommand {
  readonly options?: readonly string[];
  /** operands before the command */
  readonly skip?: number;
  /** the first word is a package, whose program has the package's name without its version */
  readonly package?: boolean;
  /** the command only begins behind `--` */
  readonly dashesOnly?: boolean;
  /** options whose value is shell code; with one of them there is no other command */
  readonly code?: readonly string[];
  readonly assignments?: boolean;
}

/** A tool with subcommands, of which some run a command; the subcommand '' is the tool itself. */
interface RunnerSpec {
  readonly names: readonly string[];
  /** options in front of the subcommand */
  readonly options?: readonly string[];
  readonly commands: Readonly<Record<string, RunnerCommand>>;
  readonly source: string;
}

/** `rimraf@5` -> `rimraf`. */
function withoutVersion(word: Word): Word {
  const value = wordValue(word);
  const at = value === undefined ? -1 : value.search(/(?<=.)@|(?<=.)[=<>~]=/);
  return value === undefined || at < 0 ? word : knownWord(value.slice(0, at), word.text);
}

const GRAMMARS = new WeakMap<RunnerCommand | RunnerSpec, Grammar>();

/** Kept, because its lookup tables are. */
function grammarOf(table: RunnerCommand | RunnerSpec, anyOption: boolean): Grammar {
  const known = GRAMMARS.get(table);
  if (known !== undefined) return known;
  const grammar: Grammar = { options: table.options ?? [], optionsFirst: true, anyOption };
  GRAMMARS.set(table, grammar);
  return grammar;
}

function peelCommand(command: RunnerCommand, argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(grammarOf(command, false), argv);
  const codes = optionValues(reading, ...(command.code ?? []));
  if (codes.length > 0) return [...codes.map((code) => shellCode(code)), ...reading.doubts];
  const dashed = afterDashes(argv);
  // behind an option that the table does not know only the dashes say where the command begins
  const unclear = command.dashesOnly || (reading.doubts.length > 0 && dashed !== undefined);
  const operands = reading.operands.slice(command.skip ?? 0);
  const undashed = wordValue(operands[0]) === '--' ? operands.slice(1) : operands;
  const words = unclear ? (dashed ?? []) : undashed;
  const { rest, assignments } = command.assignments ? takeAssignments(words) : { rest: words, assignments: [] };
  const [program, ...args] = rest;
  if (program === undefined) return reading.doubts;
  const started = [command.package ? withoutVersion(program) : program, ...args];
  const effects = assignments.length === 0 ? undefined : { assignments };
  return [...startOf(started, effects), ...(unclear ? [] : reading.doubts)];
}

function peelRunner(spec: RunnerSpec, argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(grammarOf(spec, true), argv);
  const name = wordValue(reading.operands[0]) ?? '';
  const command = Object.hasOwn(spec.commands, name) ? spec.commands[name] : undefined;
  const direct = spec.commands[''];
  if (command !== undefined && name !== '') return peelCommand(command, reading.operands);
  return direct === undefined ? [] : peelCommand(direct, argv);
}

const NPM_EXEC = {
  options: [
    '-p --package =text',
    '-c --call =code',
    '-w --workspace =text',
    ...flags('yqh'),
    ...longs('yes no workspaces include-workspace-root quiet silent no-install ignore-existing'),
    ...longs('prefix registry cache', '=text'),
  ],
  code: ['--call'],
  package: true,
};
const PNPM_DLX = {
  options: ['--package =text', '-c --shell-mode', '--silent', '--reporter =text', '--allow-build =text'],
  package: true,
};
const VERSION_MANAGER: Readonly<Record<string, RunnerCommand>> = { exec: {}, run: {} };
const MISE = {
  options: [...flags('qvyr'), '-C --cd =path', '-j --jobs =text', '-c --command =code'],
  code: ['--command'],
  dashesOnly: true,
};
const UV_TEXT =
  'extra no-extra group no-group only-group env-file with with-editable with-requirements package index default-index ' +
  'index-url extra-index-url find-links upgrade-package reinstall-package index-strategy keyring-provider resolution ' +
  'prerelease config-setting exclude-newer link-mode refresh-package directory project config-file cache-dir color';
const UV_NONE =
  'all-extras no-dev only-dev all-groups no-default-groups no-editable inexact exact no-env-file isolated active ' +
  'no-sync locked frozen all-packages no-project no-index upgrade reinstall no-build no-binary refresh no-cache quiet ' +
  'verbose offline no-progress no-config managed-python no-managed-python';
const UV = [
  ...longs(UV_NONE),
  ...longs(UV_TEXT, '=text'),
  '-p --python =text',
  ...flags('wiPC', '=text'),
  ...flags('nqvUm'),
];
const SECRETS = longs('project config env path token domain env-file account vault profile tags', '=text');
const DOTENV = [
  '-e --env =text',
  '-f --file --env-file =path',
  '-c =text',
  '-v =text',
  '-k --env-keys-file =path',
  ...flags('opq'),
  ...longs('override no-override overload quiet debug'),
];
const NIX = [
  '-c --command',
  '-f --file =path',
  ...flags('iL'),
  ...longs('impure pure ignore-environment'),
  '-k --keep =text',
];

const RUNNERS: readonly RunnerSpec[] = [
  {
    names: ['npm'],
    options: [...longs('prefix workspace loglevel registry cache', '=text'), '-C =path', '-w =text'],
    commands: { exec: NPM_EXEC, x: NPM_EXEC, explore: { skip: 1 } },
    source: 'npm exec --help 11',
  },
  {
    names: ['npx', 'bunx', 'pnpx'],
    commands: { '': { ...NPM_EXEC, options: [...NPM_EXEC.options, '--bun'] } },
    source: 'npx --help 11',
  },
  {
    names: ['pnpm'],
    options: ['-C --dir =path', '-F --filter =text', '--reporter =text', '--loglevel =text'],
    commands: {
      exec: { options: ['-c --shell-mode', '-r --recursive', '--parallel', '--no-bail', '--resume-from =text'] },
      dlx: PNPM_DLX,
    },
    source: 'pnpm exec --help 9, online',
  },
  {
    names: ['yarn', 'yarnpkg'],
    options: ['--cwd =path'],
    commands: { exec: {}, dlx: { options: ['-p --package =text', '-q --quiet'], package: true } },
    source: 'yarn 4 reference, online',
  },
  {
    names: ['uv'],
    options: UV,
    commands: { run: { options: [...UV, '--script =path', '--module'] } },
    source: 'uv run --help 0.5, online',
  },
  {
    names: ['uvx'],
    commands: { '': { options: ['--from =text', ...UV], package: true } },
    source: 'uvx --help 0.5, online',
  },
  {
    names: ['pipx'],
    commands: {
      run: {
        options: [
          '--spec =text',
          '--python =text',
          '--pip-args =text',
          '--no-cache',
          '--path',
          '--pypackages',
          '--verbose',
          '-q',
        ],
        package: true,
      },
    },
    source: 'pipx run --help 1.7, online',
  },
  {
    names: ['poetry', 'pipenv', 'pdm', 'rye', 'hatch', 'pixi'],
    options: ['-C --directory =path', '-P --project =text', '-e --env =text', '-p =text'],
    commands: {
      run: { options: ['-e --environment =text', '-p --project =text', '-s --site-packages', '-v --verbose', '-q'] },
    },
    source: 'their run --help, online',
  },
  {
    names: ['bundle', 'bundler'],
    commands: { exec: { options: ['--keep-file-descriptors', '--gemfile =path'] } },
    source: 'bundle-exec(1), online',
  },
  {
    names: ['conda', 'mamba', 'micromamba'],
    commands: {
      run: {
        options: [
          '-n --name =text',
          '-p --prefix =text',
          '--cwd =path',
          ...flags('v'),
          ...longs('verbose dev debug-wrapper-scripts no-capture-output live-stream'),
          '-a --attach =text',
          '-e --env =text',
        ],
      },
    },
    source: 'conda run --help 24, online',
  },
  {
    names: ['mise', 'rtx'],
    options: ['-C --cd =path'],
    commands: { exec: MISE, x: MISE },
    source: 'mise exec --help, online',
  },
  { names: ['asdf'], commands: VERSION_MANAGER, source: 'asdf --help, online' },
  {
    names: ['rbenv', 'pyenv', 'nodenv', 'jenv', 'goenv', 'plenv', 'phpenv'],
    commands: { exec: {} },
    source: 'rbenv(1), online',
  },
  {
    names: ['volta'],
    commands: {
      run: { options: [...longs('node npm pnpm yarn env', '=text'), ...longs('bundled-npm no-pnpm no-yarn')] },
    },
    source: 'volta run --help, online',
  },
  {
    names: ['fnm'],
    options: longs('node-dist-mirror fnm-dir log-level arch', '=text'),
    commands: { exec: { options: ['--using =text', '--using-file'] } },
    source: 'fnm exec --help, online',
  },
  {
    names: ['nvm'],
    commands: { exec: { options: ['--silent'], skip: 1 }, run: { skip: 1 } },
    source: 'nvm --help, online',
  },
  { names: ['rustup'], commands: { run: { options: ['--install'], skip: 1 } }, source: 'rustup run --help, online' },
  { names: ['direnv'], commands: { exec: { skip: 1 } }, source: 'direnv(1), online' },
  {
    names: ['dotenv'],
    options: DOTENV,
    commands: { run: { options: DOTENV }, '': { options: DOTENV } },
    source: 'dotenv-cli, python-dotenv and ruby dotenv README',
  },
  { names: ['dotenvx'], options: DOTENV, commands: { run: { options: DOTENV } }, source: 'dotenvx README' },
  {
    names: ['env-cmd'],
    commands: {
      '': {
        options: [
          '-f --file =path',
          '-e --environments =text',
          ...longs('fallback no-override silent verbose use-shell'),
        ],
      },
    },
    source: 'env-cmd README',
  },
  { names: ['cross-env', 'cross-env-shell'], commands: { '': { assignments: true } }, source: 'cross-env README' },
  {
    names: ['op', 'teller', 'infisical', 'doppler'],
    options: SECRETS,
    commands: { run: { options: SECRETS, dashesOnly: true } },
    source: 'op run --help and others, online',
  },
  {
    names: ['aws-vault'],
    commands: {
      exec: {
        options: [
          ...longs('duration region mfa-token', '=text'),
          ...flags('nsj'),
          '-d =text',
          '-t =text',
          ...longs('no-session server ecs-server lazy stdout'),
        ],
        skip: 1,
      },
    },
    source: 'aws-vault exec --help, online',
  },
  {
    names: ['chamber'],
    options: ['-b =text', '-r =text'],
    commands: { exec: { dashesOnly: true } },
    source: 'chamber exec --help, online',
  },
  { names: ['sops'], commands: { 'exec-env': { skip: 1 }, 'exec-file': { skip: 1 } }, source: 'sops --help, online' },
  {
    names: ['nix-shell'],
    commands: {
      '': {
        options: ['--run --command =code', ...flags('pAEI', '=text'), '--pure', '--impure', '-i =path'],
        code: ['--run'],
        dashesOnly: true,
      },
    },
    source: 'nix-shell(1), online',
  },
  {
    names: ['devbox', 'guix', 'flox'],
    options: ['-q'],
    commands: {
      run: { options: ['-c =path', '-e =text', '-q'] },
      shell: { dashesOnly: true },
      environment: { dashesOnly: true },
      activate: { dashesOnly: true },
    },
    source: 'their --help, online',
  },
  {
    names: ['tox'],
    commands: { exec: { dashesOnly: true }, e: { dashesOnly: true } },
    source: 'tox exec --help 4, online',
  },
  {
    names: ['perf'],
    commands: {
      stat: perfOptions('eptrCGIxoDM', 'iaBdnvTASgj'),
      record: perfOptions('eptrcfoFmjCGuWD', 'agvqdsnNPR'),
      trace: perfOptions('eoptuFm', 'ahvsSTI'),
      lock: perfOptions('i', 'v'),
      mem: perfOptions('et', 'v'),
      kmem: perfOptions('i', 'v'),
    },
    source: 'perf-stat(1), perf-record(1) 6.1',
  },
  {
    names: ['ssh-agent'],
    commands: { '': { options: [...flags('cDdks'), ...flags('aEtPO', '=text')] } },
    source: 'ssh-agent(1) OpenSSH 9.2',
  },
];

function perfOptions(valued: string, plain: string): RunnerCommand {
  const text =
    'event pid tid repeat cpu output delay cgroup field-separator count freq interval-count timeout per-thread';
  return {
    options: [
      ...flags(plain),
      ...flags(valued, '=text'),
      ...longs(text, '=text'),
      ...longs('all-cpus all-kernel all-user null detailed verbose no-inherit append'),
      '--call-graph =text',
    ],
  };
}

const NIX_GRAMMAR: Grammar = { options: NIX, optionsFirst: true, anyOption: true };

/** `nix develop [flake] -c command`: everything behind -c. */
const NIX_FAMILY: WrapperFamily = {
  names: ['nix'],
  peel: ({ argv }) => {
    const { operands } = readOptions(NIX_GRAMMAR, argv);
    if (!/^(develop|shell|env)$/.test(wordValue(operands[0]) ?? '')) return [];
    const at = operands.findIndex((word) => /^(-c|--command)$/.test(wordValue(word) ?? ''));
    return at < 0 ? [] : startOf(operands.slice(at + 1));
  },
};

const BUN: RunnerSpec = {
  names: ['bun'],
  options: ['--cwd =path'],
  commands: { x: NPM_EXEC, exec: {} },
  source: 'bun --help 1.1, online',
};

/** bun is node with the subcommands of npm. */
const BUN_FAMILY: WrapperFamily = {
  names: BUN.names,
  peel: (start) => {
    const runsCode = /^(-e|--eval|-p|--print|-|run|.*\.[cm]?[jt]sx?)$/.test(wordValue(start.argv[1]) ?? '');
    if (!runsCode) return peelRunner(BUN, start.argv);
    const words = wordValue(start.argv[1]) === 'run' ? start.argv.slice(1) : start.argv;
    return words.length < 2 ? [] : NODE_FAMILY.peel({ ...start, argv: words });
  },
};

/** Package managers, version managers and secret stores that run what stands behind their subcommand. */
export const RUNNER_FAMILIES: readonly WrapperFamily[] = [
  BUN_FAMILY,
  NIX_FAMILY,
  ...RUNNERS.map((spec) => ({
    names: spec.names,
    peel: ({ argv }: { readonly argv: readonly Word[] }) => lookPastDynamic(argv, (words) => peelRunner(spec, words)),
  })),
];
