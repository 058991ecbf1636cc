import type { ProgramFamily } from '../behaviour.ts';

/** Packages are fetched, unpacked here, and may run scripts of their own. */
const INSTALLS = 'read_external write_local execute?';

/** Package managers and build tools. Source: their own help texts; see the grammar tables for versions. */
export const PACKAGE_OPERATIONS: ProgramFamily = {
  rows: {
    'bunx pnpx': [['execute read_external?', '**']],
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
    'bmake just task ninja cmake ctest meson scons bazel bazelisk buck buck2 ant rake tox nox invoke inv fab pre-commit lefthook husky lerna nx turbo rush grunt gulp webpack vite rollup esbuild parcel tsc tsup swc babel':
      [['execute', '**']],
    'pytest unittest jest vitest mocha ava jasmine karma cypress playwright phpunit rspec cucumber behave robot nose2 ctest gotestsum':
      [['execute', '**']],
    'eslint prettier ruff mypy pyright flake8 pylint rubocop biome stylelint hadolint golangci-lint clang-tidy': [
      ['execute?', '**'],
    ],
    'gcc g++ cc c++ clang clang++ ld as ar rustc javac kotlinc swiftc ghc ocamlc protoc': [['write_local', '**']],
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
