import { flags, longs } from './reading.ts';

/** How the words behind `uv run` or `bundle exec` are a command. */
export interface RunnerCommand {
  readonly options?: readonly string[];
  /** operands before the command */
  readonly skip?: number;
  /** the first word is a package, whose program has the package's name without its version */
  readonly package?: boolean;
  /** the command only begins behind `--` */
  readonly dashesOnly?: boolean;
  /** with one of these there is no command */
  readonly noneIf?: readonly string[];
  /** options whose value is shell code; with one of them there is no other command */
  readonly code?: readonly string[];
  readonly assignments?: boolean;
  /** one word alone is shell code */
  readonly line?: boolean;
  /** what is left is one more command line of the tool: `yarn workspace a exec ..` */
  readonly again?: boolean;
  /** the first word may name an environment in front of the program: `hatch run test:pytest` */
  readonly environment?: boolean;
  /** without a command it starts a shell */
  readonly shell?: boolean;
}

/** A tool with subcommands, of which some run a command; the subcommand '' is the tool itself. */
export interface RunnerSpec {
  readonly names: readonly string[];
  /** options in front of the subcommand */
  readonly options?: readonly string[];
  readonly commands: Readonly<Record<string, RunnerCommand>>;
  readonly source: string;
}

const NPM_EXEC = {
  options: [
    '--package =text',
    '-c --call =code',
    '-w --workspace =text',
    ...flags('yqh'),
    ...longs('yes no workspaces include-workspace-root quiet silent no-install ignore-existing'),
    ...longs('prefix registry cache', '=text'),
  ],
  code: ['--call'],
  package: true,
  shell: true,
};
/** Only npx and its kin take `-p` for `--package`. `npm -p` is `--parseable`. */
export const NPX = { ...NPM_EXEC, options: [...NPM_EXEC.options, '-p --package =text'] };
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
const SECRETS_RUN = { options: [...SECRETS, '--command =code'], code: ['--command'], dashesOnly: true };
const DOTENV = [
  '-e --env =text',
  '-f --file --env-file =path',
  '-c =text',
  '-v =text',
  '-k --env-keys-file =path',
  ...flags('opq'),
  ...longs('override no-override overload quiet debug'),
];
/** Package managers, version managers, secret stores and profilers that run what stands behind their subcommand. */
export const RUNNERS: readonly RunnerSpec[] = [
  {
    names: ['npm'],
    options: [...longs('prefix workspace loglevel registry cache', '=text'), '-C =path', '-w =text'],
    commands: { exec: NPM_EXEC, x: NPM_EXEC, explore: { skip: 1 } },
    source: 'npm exec --help 11',
  },
  {
    names: ['npx', 'bunx', 'pnpx'],
    commands: { '': { ...NPX, options: [...NPX.options, '--bun', '-v --version', '-h --help'] } },
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
    commands: {
      exec: {},
      dlx: { options: ['-p --package =text', '-q --quiet'], package: true },
      workspace: { skip: 1, again: true },
      workspaces: { again: true },
      foreach: {
        options: ['--from =text', '--include =text', '--exclude =text', '-j --jobs =text', '--since [=text]'],
        again: true,
      },
    },
    source: 'yarn 4 reference, online',
  },
  {
    names: ['uv'],
    options: UV,
    commands: { run: { options: [...UV, '--module', '--from =text'] }, tool: { again: true } },
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
    names: ['poetry', 'pipenv', 'pdm', 'rye', 'pixi'],
    options: ['-C --directory =path', '-P --project =text', '-e --env =text', '-p =text'],
    commands: {
      run: { options: ['-e --environment =text', '-p --project =text', '-s --site-packages', '-v --verbose', '-q'] },
      shell: { shell: true },
    },
    source: 'their run and shell --help, online',
  },
  {
    names: ['hatch'],
    options: ['-e --env =text', '-p --project =text'],
    commands: { run: { environment: true }, shell: { skip: 1, shell: true } },
    source: 'hatch run --help 1.9, online',
  },
  {
    names: ['lerna'],
    commands: {
      exec: {
        options: [
          ...longs('scope ignore since concurrency include-merged-tags', '=text'),
          ...longs('stream parallel no-bail no-prefix no-private profile no-sort'),
        ],
        line: true,
      },
    },
    source: 'lerna exec README 8, online',
  },
  { names: ['nx'], commands: { exec: { dashesOnly: true } }, source: 'nx exec --help, online' },
  {
    names: ['foreman', 'honcho'],
    options: ['-f =path', '-e --env =path', '-d =path'],
    commands: { run: { options: ['-e --env =path'] } },
    source: 'foreman(1), honcho --help, online',
  },
  {
    names: ['gum'],
    commands: { spin: { options: ['-s --spinner =text', '--title =text', '--show-output'] } },
    source: 'gum spin --help, online',
  },
  {
    names: ['pueue'],
    commands: {
      add: { options: ['-w --working-directory =path', ...flags('gadopl', '=text'), ...flags('ise')], line: true },
    },
    source: 'pueue add --help 3, online',
  },
  {
    names: ['railway', 'envchain', 'summon', 'saml2aws'],
    commands: { run: {}, exec: { dashesOnly: true } },
    source: 'their --help, online',
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
    names: ['dotenv', 'dotenv-cli'],
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
  { names: ['cross-env'], commands: { '': { assignments: true } }, source: 'cross-env README' },
  { names: ['cross-env-shell'], commands: { '': { assignments: true, line: true } }, source: 'cross-env README' },
  {
    names: ['op', 'teller', 'infisical', 'doppler'],
    options: SECRETS,
    commands: { run: SECRETS_RUN },
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
  {
    names: ['sops'],
    commands: { 'exec-env': { skip: 1, line: true }, 'exec-file': { skip: 1, line: true } },
    source: 'sops --help, online',
  },
  {
    names: ['nix-shell'],
    commands: {
      '': {
        options: [
          '--run --command =code',
          '-p --packages =text',
          '-A --attr =text',
          '-E --expr =text',
          ...flags('Ij', '=text'),
          ...longs('keep include exclude max-jobs cores log-format', '=text'),
          ...longs('pure impure keep-failed keep-going verbose quiet no-build-output fallback'),
          '-i =path',
          ...flags('vQkK'),
        ],
        code: ['--run'],
        dashesOnly: true,
        shell: true,
      },
    },
    source: 'nix-shell(1), online',
  },
  {
    names: ['devbox', 'guix', 'flox'],
    options: ['-q'],
    commands: {
      run: { options: ['-c =path', '-e =text', '-q'] },
      shell: { dashesOnly: true, shell: true },
      environment: { dashesOnly: true, shell: true },
      activate: { dashesOnly: true, shell: true },
    },
    source: 'their --help, online',
  },
  {
    names: ['tox'],
    commands: { exec: { dashesOnly: true }, e: { dashesOnly: true } },
    source: 'tox exec --help 4, online',
  },
  {
    names: ['safeshell', 'safeshell.cjs'],
    commands: {
      run: { options: longs('wall dry-run json help'), noneIf: ['--dry-run', '--help'] },
      confine: { options: ['--write =path', ...longs('dry-run json help')], noneIf: ['--dry-run', '--help'] },
    },
    source: 'ours',
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
