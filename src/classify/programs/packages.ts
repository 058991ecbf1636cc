import type { ProgramFamily, Row } from '../behaviour.ts';

/** Packages are fetched, unpacked here, and may run scripts of their own. */
const INSTALLS = 'read_external write_local execute?';

const npmLike: readonly Row[] = [
  [
    'read_external',
    'view, info, show, search, outdated, audit, ping, whoami, dist-tag ls, owner ls, profile, team, org, token list, fund, doctor, stars, docs, repo, bugs, home, npm info, npm whoami, access',
  ],
  [
    'read_local',
    'ls, list, ll, why, explain, root, prefix, bin, config, config get, config list, help, query, pkg get, get, completion, cache ls, cache dir, store path, store status, find-dupes, sbom, version $, licenses, env',
  ],
  [
    INSTALLS,
    'install, add, ci, update, up, upgrade, dedupe, install-test, install-ci-test, rebuild, create, init *, audit fix, import, global add, global upgrade, deploy, prune, $',
  ],
  [
    'write_local',
    'uninstall, remove, unlink, link, init, pack, version, cache clean, cache add, cache verify, config set, config delete, config edit, set, shrinkwrap, pkg set, pkg delete, pkg fix, store prune, logout, global remove, patch, diff',
  ],
  [
    'write_external',
    'publish, unpublish, deprecate, undeprecate, dist-tag, dist-tag add, dist-tag rm, owner add, owner rm, star, unstar, access grant, access revoke, access set, team add, team rm, team create, team destroy, org set, org rm, token create, token revoke, hook, profile set, npm publish, npm tag, npm unpublish, owner, tag',
  ],
  ['read_external', 'publish --dry-run'],
  ['read_external write_local', 'login, adduser, npm login'],
  ['execute', 'run, test, start, stop, restart, exec, explore, dlx, workspace, workspaces, node, edit'],
  ['read_local', 'run $'],
];

/** Package managers and build tools. Source: their own help texts; see the grammar tables for versions. */
export const PACKAGE_OPERATIONS: ProgramFamily = {
  rows: {
    npm: [
      ['read_local', '$'],
      ...npmLike.filter(([types]) => types !== INSTALLS),
      [INSTALLS, 'install, ci, update, dedupe, install-test, install-ci-test, rebuild, init *, audit fix, prune'],
    ],
    'pnpm yarn': [...npmLike, ['execute', '*']],
    bun: [
      [INSTALLS, 'install, i, add, update, create, upgrade'],
      ['write_local', 'remove, rm, link, unlink, init, build, patch'],
      ['write_external', 'publish'],
      ['read_external', 'info, outdated, audit, pm view'],
      ['read_local', 'pm, pm ls, why, -v|--version'],
      ['execute', 'run, test, x, *, -e|--eval'],
    ],
    'npx bunx pnpx uvx': [['execute read_external?', '**']],
    pipx: [
      [INSTALLS, 'install, upgrade, upgrade-all, inject, reinstall'],
      ['execute read_external?', 'run'],
      ['write_local', 'uninstall, uninstall-all, uninject, ensurepath'],
      ['read_local', 'list, environment'],
    ],
    pip: [
      [INSTALLS, 'install, wheel'],
      ['read_external write_local', 'download'],
      ['read_external', 'search, index, list -o|--outdated, install --dry-run'],
      [
        'read_local',
        'list, show, freeze, check, inspect, debug, hash, help, config, config list, config get, cache dir, cache info, cache list, completion',
      ],
      ['write_local', 'uninstall, config set, config unset, config edit, cache remove, cache purge, lock'],
    ],
    uv: [
      [
        INSTALLS,
        'add, sync, lock, pip install, pip sync, tool install, tool upgrade, python install, self update, build, self',
      ],
      [
        'write_local',
        'init, remove, venv, pip uninstall, pip compile, export, cache clean, cache prune, tool uninstall, python uninstall, python pin, version *',
      ],
      [
        'read_local',
        'tree, pip list, pip show, pip freeze, pip tree, pip check, tool list, tool dir, python list, python find, python dir, cache dir, version, help, self version',
      ],
      ['execute', 'run, tool run'],
      ['write_external', 'publish'],
    ],
    'poetry pdm hatch rye': [
      [INSTALLS, 'install, add, update, lock, sync, self update, build'],
      ['write_local', 'init, new, remove, config *, version *, export, env remove, cache clear'],
      ['read_local', 'show, check, env info, env list, version, config --list, about'],
      ['execute', 'run, shell, env use, test'],
      ['write_external', 'publish'],
      ['read_external', 'search, publish --dry-run'],
    ],
    'conda mamba micromamba': [
      [INSTALLS, 'install, create, update, env create, env update'],
      ['write_local', 'remove, uninstall, clean, env remove, config'],
      ['read_local', 'list, info, env list, config --show'],
      ['read_external', 'search'],
      ['execute', 'run'],
    ],
    'twine flit': [
      ['write_external', 'upload, publish, register'],
      ['read_local', 'check'],
    ],
    cargo: [
      ['execute write_local', 'build, check, test, run, bench, doc, clippy, fix, rustc, rustdoc, miri, nextest, *'],
      [INSTALLS, 'install, update'],
      ['read_external write_local', 'fetch, add, vendor, generate-lockfile, login'],
      ['write_local', 'new, init, clean, remove, fmt, uninstall, logout, package'],
      ['read_local', 'tree, metadata, locate-project, pkgid, version, help, fmt --check, install --list'],
      ['read_external', 'search, info, publish -n|--dry-run, owner -l|--list'],
      ['write_external', 'publish, yank, owner'],
    ],
    rustup: [
      ['read_local', 'show, which, doc, help, toolchain list, target list, component list'],
      [
        'read_external write_local',
        'update, install, toolchain install, target add, component add, self update, default',
      ],
      ['write_local', 'toolchain uninstall, target remove, component remove, override, set'],
      ['execute', 'run'],
      ['read_external', 'check'],
    ],
    go: [
      ['execute', 'run, test, generate, tool'],
      ['execute? write_local', 'build, install'],
      ['read_external write_local', 'get, mod download, mod tidy, mod vendor, work sync, install *'],
      ['write_local', 'fmt, fix, clean, mod init, mod edit, env -w, env -u, work'],
      ['read_local', 'version, env, list, doc, vet, help, bug, mod graph, mod why, mod verify, telemetry'],
    ],
    gem: [
      [INSTALLS, 'install, update, pristine'],
      ['read_external write_local', 'fetch'],
      ['read_external', 'search, info, outdated, list -r|--remote'],
      ['read_local', 'list, environment, env, which, contents, specification, help, dependency'],
      ['write_local', 'uninstall, cleanup, build, sources'],
      ['write_external', 'push, yank, owner'],
    ],
    bundle: [
      [INSTALLS, 'install, update, add, lock, $'],
      ['execute', 'exec'],
      ['write_local', 'init, remove, clean, config *, config set'],
      ['read_local', 'list, show, info, check, config, outdated, platform'],
    ],
    composer: [
      [INSTALLS, 'install, update, require, create-project, global require, self-update, reinstall'],
      ['write_local', 'init, remove, dump-autoload, config, clear-cache'],
      ['read_local', 'show, validate, why, why-not, status, licenses, check-platform-reqs'],
      ['read_external', 'search, outdated, audit, browse'],
      ['execute', 'run-script, run, exec, test, *'],
    ],
    'mvn mvnw gradle gradlew': [
      ['execute write_local', '**'],
      ['execute write_external', '** deploy, ** publish, ** release:perform'],
    ],
    'dotnet nuget': [
      ['execute write_local', '**'],
      ['write_external', 'nuget push, push, nuget delete, delete'],
      [INSTALLS, 'restore, add package, tool install'],
      ['read_local', 'list, --info, --list-sdks, --list-runtimes, help'],
    ],
    'make gmake bmake just task ninja cmake ctest meson scons bazel bazelisk buck buck2 ant rake tox nox invoke inv fab pre-commit lefthook husky lerna nx turbo rush grunt gulp webpack vite rollup esbuild parcel tsc tsup swc babel':
      [['execute', '**']],
    'pytest unittest jest vitest mocha ava jasmine karma cypress playwright phpunit rspec cucumber behave robot nose2 ctest gotestsum':
      [['execute', '**']],
    'eslint prettier ruff mypy pyright flake8 pylint rubocop biome stylelint hadolint golangci-lint clang-tidy': [
      ['execute?', '**'],
    ],
    'gcc g++ cc c++ clang clang++ ld as ar rustc javac kotlinc swiftc ghc ocamlc protoc': [['write_local', '**']],
    brew: [
      [INSTALLS, 'install, upgrade, reinstall, update, tap, bundle'],
      ['write_local', 'uninstall, remove, rm, cleanup, link, unlink, pin, unpin, untap, autoremove'],
      [
        'read_local',
        'list, ls, config, doctor, deps, uses, leaves, --prefix, --cellar, --version, services list, commands, help',
      ],
      ['read_external', 'search, info, outdated, home, cat, desc'],
      ['execute', 'services, test'],
    ],
    'apt apt-get aptitude': [
      [INSTALLS, 'install, upgrade, dist-upgrade, full-upgrade, build-dep, reinstall, safe-upgrade'],
      ['read_external write_local', 'update, source, download'],
      ['write_local', 'remove, purge, autoremove, clean, autoclean, mark, edit-sources'],
      [
        'read_local',
        'list, show, search, policy, depends, rdepends, showsrc, check, help, install -s|--simulate|--dry-run',
      ],
    ],
    'apt-cache apt-mark apt-file dpkg-query dpkg-deb': [['read_local', '**']],
    'apt-key add-apt-repository': [['read_external write_local', '**']],
    'dpkg rpm': [
      [
        'read_local',
        '-l|--list, -L|--listfiles, -s|--status, -S|--search, -q|--query, -qa, -ql, -qi, -V, --print-architecture, --get-selections, -c|--contents, -I|--info',
      ],
      ['write_local execute?', '-i|--install, -U|--upgrade, -F|--freshen, --configure, --unpack'],
      ['write_local', '-r|--remove, -P|--purge, -e|--erase'],
    ],
    'dnf yum microdnf zypper apk pacman xbps-install emerge nix-env snap flatpak port choco scoop winget pkg pkg_add': [
      [
        INSTALLS,
        'install, upgrade, update, add, in, up, dup, localinstall, reinstall, refresh, -S|-Sy|-Su|-Syu|-U, -i',
      ],
      ['write_local', 'remove, erase, autoremove, rm, del, uninstall, clean, purge, -R|-Rs|-Rns, -e'],
      ['read_local', 'list, info, show, repolist, history, version, query, -Q|-Qi|-Ql|-Qs, -q'],
      ['read_external', 'search, check-update, provides, whatprovides, outdated, se, find, -Ss|-Si'],
    ],
    'asdf mise nvm fnm pyenv rbenv nodenv sdk volta': [
      ['read_local', 'list, ls, current, which, where, versions, version, help, prefix, root, doctor'],
      ['read_external', 'ls-remote, list-all, list all, latest, install --list, install -l'],
      [INSTALLS, 'install, plugin add, plugin-add, update, upgrade, pin'],
      ['write_local', 'uninstall, use, global, local, alias, default, reshim, set'],
      ['execute', 'exec, run, x, shell'],
    ],
  },
};
