// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function packages(): Readonly<Record<string, Grammar>> {
  const ANY: Grammar = { anyOption: true, operands: 'text*' };
  const named = (names: string) => Object.fromEntries(names.split(/\s+/).map((name): [string, Grammar] => [name, ANY]));
  const VERSION: Grammar = { ...ANY, effects: [{ atMost: 0, does: 'plain' }, { does: 'writes' }] };
  const SCRIPT: Grammar['effects'] = [{ atMost: 0, does: 'plain' }, { does: 'runs' }];
  const INIT: Grammar = { ...ANY, effects: [{ atMost: 0, does: 'writes' }, { does: 'installs' }] };
  const PUBLISH: Grammar['effects'] = [{ given: ['--dry-run'], does: 'network' }, { does: 'sends' }];
  const APT: Grammar = { ...ANY, options: '-o =text, -c =path, -t =text, -y --yes --assume-yes, -q --quiet' };
  const RUN: Grammar = { anyOption: true, operands: 'text*', optionsFirst: true };

  /** Options that npm takes in any place; each may be negated by `--no-`. */
  const NPM_CONFIG = `
    -g --[no-]global, --location =text, --prefix =path, -C =path, --registry =text, --tag =text, --access =text
    --otp =text, --[no-]dry-run, -f --[no-]force, -S --[no-]save, -D --save-dev, -P --save-prod, -O --save-optional
    -B --save-bundle, -E --[no-]save-exact, --[no-]save-peer, -w --workspace =text, --workspaces -ws
    --[no-]include-workspace-root, -iwr, --include =text, --omit =text, --only =text, --[no-]ignore-scripts
    --[no-]foreground-scripts, --script-shell =command, --[no-]audit, --audit-level =text, --[no-]fund
    --[no-]package-lock, --package-lock-only, --[no-]legacy-peer-deps, --[no-]strict-peer-deps
    --install-strategy =text, --legacy-bundling, --global-style, --[no-]install-links, --[no-]json, --[no-]long -l
    -p --[no-]parseable, -a --[no-]all, --depth =text, -d, -dd, -ddd, -s --silent, -q --quiet --verbose
    --loglevel =text, --[no-]color [=text], --[no-]progress, -y --[no-]yes, -n, -c --call =code, --package =text
    --[no-]if-present, --cache =path, --userconfig =path, --globalconfig =path, --[no-]offline, --[no-]prefer-offline
    --[no-]prefer-online, --[no-]git-tag-version, -m --message =text, --preid =text, --[no-]commit-hooks
    --scope =text, --[no-]provenance, --provenance-file =path, --auth-type =text, --cidr =text, --read-only
    --node-options =text, --[no-]engine-strict, --[no-]allow-same-version, --[no-]sign-git-tag, --before =text
    --cpu =text, --os =text, --libc =text, --production, --[no-]bin-links, --pack-destination =write, --[no-]unicode
    --usage, -h --help, -v --version, --editor =command, --[no-]expect-results, --expect-result-count =text
    --[no-]strict-ssl, --cafile =path, --proxy =text, --https-proxy =text
  `;

  /** of npm and what is like it */
  const WORDS: Grammar['byWords'] = {
    network: `
      view, info, show, search, outdated, audit, ping, whoami, dist-tag ls, owner ls, profile, team, org, token list, fund, doctor
      stars, docs, repo, bugs, home, npm info, npm whoami, access
    `,
    plain: `
      ls, list, ll, why, explain, root, prefix, bin, config, config get, config list, help, query, pkg get, get, completion
      cache ls, cache dir, store path, store status, find-dupes, sbom, licenses, env
    `,
    writes: `
      uninstall, remove, unlink, link, pack, cache clean, cache add, cache verify, config set, config delete, config edit, set
      shrinkwrap, pkg set, pkg delete, pkg fix, store prune, logout, global remove, patch, diff
    `,
    sends: `
      unpublish, deprecate, undeprecate, dist-tag, dist-tag add, dist-tag rm, owner add, owner rm, star, unstar, access grant
      access revoke, access set, team add, team rm, team create, team destroy, org set, org rm, token create, token revoke, hook
      profile set, npm publish, npm tag, npm unpublish, owner, tag
    `,
    'network writes': 'login, adduser, npm login',
  };
  const RUNS = 'test, start, stop, restart, exec, explore, dlx, workspace, workspaces, node, edit';
  const INSTALLS = 'install, ci, update, dedupe, install-test, install-ci-test, rebuild, audit fix, prune';
  const SCRIPTED: Grammar = {
    effects: [{ atMost: 0, does: 'installs' }],
    byWords: {
      ...WORDS,
      installs: `${INSTALLS}, add, up, upgrade, create, import, global add, global upgrade, deploy`,
      runs: `${RUNS}, *`,
    },
  };

  const NPM: Grammar = {
    source: 'npm(1) and npm-config(7) 11; commands may be cut to a unique prefix',
    effects: [
      { given: ['-v'], alone: true, does: 'prints' },
      { atMost: 0, does: 'plain' },
    ],
    byWords: { ...WORDS, installs: INSTALLS, runs: RUNS },
    options: NPM_CONFIG,
    anyOption: true,
    optionsEverywhere: true,
    abbreviations: true,
    abbreviatedSubcommands: true,
    subcommands: {
      ...named(`access adduser bugs ci completion dedupe deprecate diff docs doctor edit explain find-dupes fund get
        help help-search hook install install-ci-test install-test link ll login logout ls org outdated
        pack ping pkg prefix profile prune query rebuild repo restart root sbom search set shrinkwrap star
        stars start stop team test undeprecate uninstall unpublish unstar update view whoami`),
      audit: { anyOption: true, operands: 'text*' },
      cache: {
        anyOption: true,
        subcommands: { add: ANY, clean: ANY, ls: ANY, verify: ANY, npx: ANY },
        aliases: { clear: 'clean', rm: 'clean' },
      },
      config: {
        anyOption: true,
        subcommands: { set: ANY, get: ANY, delete: ANY, list: ANY, edit: ANY, fix: ANY },
        aliases: { ls: 'list', rm: 'delete' },
      },
      'dist-tag': {
        anyOption: true,
        subcommands: { add: ANY, rm: ANY, ls: ANY },
        aliases: { set: 'add', remove: 'rm', del: 'rm', list: 'ls' },
      },
      exec: RUN,
      explore: RUN,
      owner: {
        anyOption: true,
        subcommands: { add: ANY, rm: ANY, ls: ANY },
        aliases: { remove: 'rm', list: 'ls' },
      },
      init: INIT,
      publish: { anyOption: true, effects: PUBLISH },
      run: { ...ANY, effects: SCRIPT },
      version: VERSION,
      token: {
        anyOption: true,
        subcommands: { create: ANY, list: ANY, revoke: ANY },
        aliases: { ls: 'list', delete: 'revoke', remove: 'revoke', rm: 'revoke' },
      },
    },
    aliases: {
      'add-user': 'adduser',
      add: 'install',
      author: 'owner',
      c: 'config',
      'clean-install': 'ci',
      create: 'init',
      ddp: 'dedupe',
      find: 'search',
      home: 'docs',
      i: 'install',
      in: 'install',
      info: 'view',
      innit: 'init',
      issues: 'bugs',
      it: 'install-test',
      list: 'ls',
      ln: 'link',
      r: 'uninstall',
      rb: 'rebuild',
      remove: 'uninstall',
      rm: 'uninstall',
      rum: 'run',
      'run-script': 'run',
      s: 'search',
      se: 'search',
      show: 'view',
      t: 'test',
      tst: 'test',
      un: 'uninstall',
      unlink: 'uninstall',
      up: 'update',
      upgrade: 'update',
      urn: 'run',
      v: 'view',
      why: 'explain',
      x: 'exec',
      cit: 'install-ci-test',
      'dist-tags': 'dist-tag',
    },
  };

  const PNPM_OPTIONS = `
    -C --dir =path, -r --recursive, -w --workspace-root, --filter -F =text, --filter-prod =text, --reporter =text
    --loglevel =text, --registry =text, --store-dir =path, --config =text, -g --global
  `;
  const YARN_OPTIONS = `
    --cwd =path, --registry =text, --cache-folder =path, --modules-folder =path, --tag =text, --access =text
    --otp =text, --network-timeout =text, --use-yarnrc =path
  `;

  const PIP: Grammar = {
    source: '`pip COMMAND --help` of pip 23.2',
    byWords: {
      installs: 'wheel',
      'network writes': 'download',
      network: 'search, index',
      plain: `
        show, freeze, check, inspect, debug, hash, help, config, config list, config get, cache dir, cache info, cache list
        completion
      `,
      writes: 'uninstall, config set, config unset, config edit, cache remove, cache purge, lock',
    },
    options: `
      -h --help, --debug, --isolated, --require-virtualenv, --python =path, -v --verbose, -V --version, -q --quiet
      --log =write, --no-input, --keyring-provider =text, --proxy =text, --retries =text, --timeout =text
      --exists-action =text, --trusted-host =text, --cert =path, --client-cert =path, --cache-dir =path
      --no-cache-dir, --disable-pip-version-check, --no-color, --no-python-version-warning, --use-feature =text
      --use-deprecated =text
    `,
    optionsEverywhere: true,
    subcommands: {
      ...named('inspect show check search index completion debug help lock'),
      install: {
        effects: [{ given: ['--dry-run'], does: 'network' }, { does: 'installs' }],
        options: `
          -r --requirement =path, -c --constraint =path, --no-deps, --pre, -e --editable =path, --dry-run
          -t --target =write, --platform =text, --python-version =text, --implementation =text, --abi =text, --user
          --root =path, --prefix =path, --src =write, -U --upgrade, --upgrade-strategy =text, --force-reinstall
          -I --ignore-installed, --ignore-requires-python, --no-build-isolation, --use-pep517, --no-use-pep517
          --check-build-dependencies, --break-system-packages, -C --config-settings --config-setting =text
          --global-option =text, --compile, --no-compile, --no-warn-script-location, --no-warn-conflicts
          --no-binary =text, --only-binary =text, --prefer-binary, --require-hashes, --progress-bar =text
          --root-user-action =text, --report =write, --no-clean, -i --index-url --pypi-url =text
          --extra-index-url =text, --no-index, -f --find-links =text, --group =text
        `,
        operands: 'text*',
      },
      uninstall: {
        options: '-r --requirement =path, -y --yes, --root-user-action =text, --break-system-packages',
        operands: 'text*',
      },
      download: {
        anyOption: true,
        options: '-r --requirement =path, -d --dest =write, -c --constraint =path',
        operands: 'text*',
      },
      freeze: {
        anyOption: true,
        options: '-r --requirement =path, --path =path, --exclude =text',
        operands: 'text*',
      },
      list: {
        anyOption: true,
        effects: [{ given: ['-o --outdated'], does: 'network' }, { does: 'plain' }],
        options: '--format =text, --path =path, --exclude =text',
        operands: 'text*',
      },
      config: { anyOption: true, options: '--editor =command', operands: 'text*' },
      cache: { anyOption: true, subcommands: { dir: ANY, info: ANY, list: ANY, remove: ANY, purge: ANY } },
      wheel: { anyOption: true, options: '-r --requirement =path, -w --wheel-dir =write', operands: 'text*' },
      hash: { anyOption: true },
    },
  };

  const CARGO_OPTIONS = `
    -V --version, --list, --explain =text, -v --verbose, -q --quiet, --color =text, -C =path, --locked, --offline
    --frozen, --config =text, -Z =text, -h --help, --manifest-path =path, -p --package =text, --target-dir =write
    --target =text, --features -F =text, -j --jobs =text, --profile =text, --release -r, --registry =text
    --index =text, --token =text, --all-features, --no-default-features, --workspace, --exclude =text, --bin =text
    --example =text, --test =text, --bench =text, --message-format =text, +nightly, +stable, +beta
  `;

  return {
    npm: NPM,
    npx: {
      source: 'npx(1) 11; options end at the package',
      effects: 'runs network?',
      options: `
        -y --yes, --no, -n, -p --package =text, -c --call =code, -w --workspace =text, --workspaces
        --include-workspace-root, -q --quiet, --ignore-existing, --registry =text, --prefix =path
      `,
      anyOption: true,
      operands: 'command text*',
      optionsFirst: true,
    },
    pnpm: {
      source: 'pnpm 9 --help; other words are scripts',
      ...SCRIPTED,
      options: PNPM_OPTIONS,
      anyOption: true,
      optionsEverywhere: true,
      looseSubcommands: true,
      operands: 'text*',
      subcommands: {
        ...named(`add audit config create dedupe env import install link list outdated pack patch prune rebuild
          remove root start test unlink unpublish update why login logout deprecate dist-tag owner`),
        deploy: { anyOption: true, operands: 'write' },
        dlx: RUN,
        exec: RUN,
        init: INIT,
        publish: {
          anyOption: true,
          effects: PUBLISH,
          options: '--tag =text, --access =text, --otp =text, --publish-branch =text',
        },
        run: { ...RUN, effects: SCRIPT },
        version: VERSION,
        store: { anyOption: true, subcommands: { add: ANY, path: ANY, prune: ANY, status: ANY } },
      },
      aliases: {
        i: 'install',
        rm: 'remove',
        uninstall: 'remove',
        un: 'remove',
        up: 'update',
        upgrade: 'update',
        ls: 'list',
        ln: 'link',
        t: 'test',
        'run-script': 'run',
      },
    },
    yarn: {
      source: 'yarn 1.22 and 4 --help; other words are scripts',
      ...SCRIPTED,
      options: YARN_OPTIONS,
      anyOption: true,
      optionsEverywhere: true,
      looseSubcommands: true,
      operands: 'text*',
      subcommands: {
        ...named(`add audit config create info install link list login logout outdated owner pack remove tag
          team test unlink up upgrade why workspaces`),
        init: INIT,
        publish: { ...ANY, effects: PUBLISH },
        run: { ...RUN, effects: SCRIPT },
        version: VERSION,
        cache: { anyOption: true, subcommands: { clean: ANY, dir: ANY, list: ANY } },
        dlx: RUN,
        exec: RUN,
        global: { anyOption: true, subcommands: { add: ANY, bin: ANY, list: ANY, remove: ANY, upgrade: ANY } },
        node: RUN,
        npm: {
          anyOption: true,
          subcommands: { publish: ANY, tag: ANY, login: ANY, logout: ANY, info: ANY, whoami: ANY, audit: ANY },
        },
        workspace: RUN,
      },
    },
    pip: PIP,
    pip3: PIP,
    pipx: {
      ...ANY,
      byWords: {
        installs: 'install, upgrade, upgrade-all, inject, reinstall',
        'runs network?': 'run',
        writes: 'uninstall, uninstall-all, uninject, ensurepath',
        plain: 'list, environment',
      },
    },
    uv: {
      source: 'uv 0.7 --help',
      byWords: {
        installs:
          'add, sync, lock, pip install, pip sync, tool install, tool upgrade, python install, self update, build, self',
        writes: `
          init, remove, venv, pip uninstall, pip compile, export, cache clean, cache prune, tool uninstall, python uninstall
          python pin
        `,
        plain: `
          tree, pip list, pip show, pip freeze, pip tree, pip check, tool list, tool dir, python list, python find, python dir
          cache dir, help, self version
        `,
        runs: 'run, tool run',
        sends: 'publish',
      },
      options: `
        -q --quiet, -v --verbose, --color =text, --native-tls, --offline, --allow-insecure-host =text, --no-progress
        --directory =path, --project =path, --config-file =path, --no-config, -h --help, -V --version, -n --no-cache
        --cache-dir =path, -p --python =text, --managed-python, --no-managed-python, --no-python-downloads
      `,
      anyOption: true,
      optionsEverywhere: true,
      subcommands: {
        ...named('auth add remove sync lock tree self help generate'),
        version: VERSION,
        run: {
          options: `
            --with =text, --with-editable =path, --with-requirements =path, -m --module, -s --script, --env-file =path
            --extra =text, --group =text, --package =text, --index-url -i =text, --isolated, --active, --frozen
            --locked, --no-sync, --all-extras, --no-project, --no-dev, --dev, --only-dev, -U --upgrade, --refresh
            --exact
          `,
          anyOption: true,
          operands: 'command text*',
          optionsFirst: true,
        },
        init: { anyOption: true, operands: 'write' },
        export: { anyOption: true, options: '-o --output-file =write, --format =text', operands: 'text*' },
        tool: {
          anyOption: true,
          subcommands: {
            ...named('install upgrade list uninstall update-shell dir'),
            run: RUN,
          },
        },
        python: {
          anyOption: true,
          subcommands: { list: ANY, install: ANY, find: ANY, pin: ANY, dir: ANY, uninstall: ANY, upgrade: ANY },
        },
        pip: {
          anyOption: true,
          subcommands: {
            ...named('freeze list show tree check'),
            compile: { anyOption: true, options: '-o --output-file =write' },
            sync: { anyOption: true },
            install: {
              anyOption: true,
              options: `
                -r --requirements --requirement =path, -e --editable =path, -c --constraints =path, -t --target =write
              `,
              operands: 'text*',
            },
            uninstall: { anyOption: true, options: '-r --requirements --requirement =path', operands: 'text*' },
          },
        },
        venv: { anyOption: true, operands: 'write' },
        build: { anyOption: true, options: '-o --out-dir =write' },
        publish: {
          anyOption: true,
          options: `
            --index =text, -u --username =text, -p --password =text, -t --token =text, --publish-url =text
            --check-url =text
          `,
        },
        cache: { anyOption: true, subcommands: { clean: ANY, prune: ANY, dir: ANY } },
      },
    },
    uvx: {
      effects: 'runs network?',
      options: '-p --python =text, --from =text, --with =text, --with-editable =path',
      anyOption: true,
      operands: 'command text*',
      optionsFirst: true,
    },
    cargo: {
      source: 'cargo(1) 1.95',
      byWords: {
        installs: 'update',
        'network writes': 'fetch, add, vendor, generate-lockfile, login',
        writes: 'new, init, clean, remove, uninstall, logout, package',
        plain: 'tree, metadata, locate-project, pkgid, version, help',
        network: 'search, info',
        sends: 'yank',
        'runs writes': '*',
      },
      options: CARGO_OPTIONS,
      anyOption: true,
      optionsEverywhere: true,
      abbreviations: false,
      subcommands: {
        ...named(`add bench build check clean clippy doc fetch fix generate-lockfile help info login logout
          locate-project metadata miri nextest package pkgid remove report rustc rustdoc search test tree
          uninstall update version`),
        fmt: { ...ANY, effects: [{ given: ['--check'], does: 'plain' }, { does: 'writes' }] },
        init: { anyOption: true, operands: 'write' },
        install: {
          anyOption: true,
          effects: [{ given: ['--list'], does: 'plain' }, { does: 'installs' }],
          options:
            '--path =path, --git =text, --branch =text, --tag =text, --rev =text, --root =path, --version --vers =text',
          operands: 'text*',
        },
        new: { anyOption: true, operands: 'write' },
        owner: {
          anyOption: true,
          effects: [{ given: ['-l'], does: 'network' }, { does: 'sends' }],
          options: '-a --add =text, -r --remove =text, -l --list',
          operands: 'text*',
        },
        publish: {
          anyOption: true,
          effects: PUBLISH,
          options: '-n --dry-run, --allow-dirty, --no-verify',
          operands: 'text*',
        },
        run: { anyOption: true, operands: 'text*', optionsFirst: true },
        vendor: { anyOption: true, operands: 'write' },
        yank: { anyOption: true, options: '--version --vers =text, --undo', operands: 'text*' },
      },
      aliases: { b: 'build', c: 'check', d: 'doc', r: 'run', t: 'test', rm: 'remove' },
    },
    go: {
      source: '`go help COMMAND` of Go 1.24; one or two dashes',
      byWords: {
        runs: 'run, test, generate, tool',
        'runs? writes': 'build',
        'network writes': 'get, mod download, mod tidy, mod vendor, work sync',
        writes: 'fmt, fix, clean, mod init, mod edit, work',
        plain: 'version, list, doc, vet, help, bug, mod graph, mod why, mod verify, telemetry',
      },
      singleDash: true,
      options: '-C =path',
      subcommands: Object.fromEntries(
        'bug build clean doc env fix fmt generate get help install list mod run telemetry test tool version vet work'
          .split(' ')
          .map((name): [string, Grammar] => [
            name,
            {
              singleDash: true,
              anyOption: true,
              options: `
                -C =path, -o =write, -p =text, -tags =text, -ldflags =text, -gcflags =text, -mod =text, -modfile =path
                -run =text, -exec =command, -toolexec =command, -overlay =path, -pkgdir =path, -count =text
                -timeout =text, -bench =text, -coverprofile =write, -cpuprofile =write, -memprofile =write
                -coverpkg =text, -covermode =text, -asmflags =text, -gccgoflags =text, -buildmode =text
                -compiler =text, -installsuffix =text, -skip =text, -f =text, -vettool =command
              `,
              operands: name === 'run' ? 'path text*' : 'text*',
              ...(name === 'env' && { effects: [{ given: ['-w -u'], does: 'writes' }, { does: 'plain' }] }),
              ...(name === 'install' && { effects: [{ atMost: 0, does: 'runs? writes' }, { does: 'network writes' }] }),
            },
          ]),
      ),
    },
    make: {
      source: 'make(1) GNU Make 4.3',
      effects: 'runs',
      options: `
        -b, -m, -B --always-make, -C --directory =path, -d, --debug [=text], -e --environment-overrides
        -E --eval =code, -f --file --makefile =path, -h --help, -i --ignore-errors, -I --include-dir =path
        -j --jobs [=text], -k --keep-going, -l --load-average --max-load [=text], -L --check-symlink-times
        -n --just-print --dry-run --recon, -o --old-file --assume-old =path, -O --output-sync [=text]
        -p --print-data-base, -q --question, -r --no-builtin-rules, -R --no-builtin-variables, -s --silent --quiet
        --no-silent, -S --no-keep-going --stop, -t --touch, --trace, -v --version, -w --print-directory
        --no-print-directory, -W --what-if --new-file --assume-new =path, --warn-undefined-variables
        --shuffle [=text]
      `,
      operands: 'text*',
    },
    gmake: { ...ANY, effects: 'runs' },
    brew: {
      ...ANY,
      effects: [{ given: ['--prefix --cellar --version'], does: 'plain' }],
      byWords: {
        installs: 'install, upgrade, reinstall, update, tap, bundle',
        writes: 'uninstall, remove, rm, cleanup, link, unlink, pin, unpin, untap, autoremove',
        plain: 'list, ls, config, doctor, deps, uses, leaves, services list, commands, help',
        network: 'search, info, outdated, home, cat, desc',
        runs: 'services, test',
      },
    },
    apt: APT,
    'apt-get': APT,
    dpkg: { anyOption: true, options: '-i --install, -r --remove, -P --purge, --root =path', operands: 'text*' },
    dnf: ANY,
    yum: ANY,
    pacman: ANY,
    apk: ANY,
    gem: ANY,
    poetry: ANY,
  };
}

/** Package managers and build tools. */
export const PACKAGES = family(
  `npm npx pnpm yarn pip pip3 pipx uv uvx cargo go make gmake brew apt apt-get dpkg dnf yum pacman apk gem poetry`,
  packages,
);
