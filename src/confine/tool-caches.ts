/**
 * Where tools keep what they may fetch or make again: what confined programs may write beside their project. No folder is among them whose
 * files are settings, or are started by their names: a program that could write there would leave its project by way of the next one.
 */
export interface ToolCache {
  /** names of the programs for which what is missing is made first, where one of them is started or installed; separated by blanks */
  readonly programs: string;
  /** `~`, and `${NAME:-FALLBACK}` as in sh */
  readonly folders: readonly string[];
  /** the same; the folder that they are in is not writable */
  readonly files?: readonly string[];
  /** the folder that has to be there: made, it would have the tool look in it instead of elsewhere */
  readonly within?: string;
}

const CACHE = '${XDG_CACHE_HOME:-~/.cache}';
const CONFIG = '${XDG_CONFIG_HOME:-~/.config}';
const DATA = '${XDG_DATA_HOME:-~/.local/share}';
const STATE = '${XDG_STATE_HOME:-~/.local/state}';
const CARGO = '${CARGO_HOME:-~/.cargo}';
const GRADLE = '${GRADLE_USER_HOME:-~/.gradle}';

/** One line for each tool. Source: the documentation of each, by the name of the setting that moves the folder. */
export const TOOL_CACHES: readonly ToolCache[] = [
  { programs: 'npm npx', folders: ['${npm_config_cache:-~/.npm}'] },
  { programs: 'pnpm pnpx', folders: [`\${PNPM_HOME:-${DATA}/pnpm}/store`, `${CACHE}/pnpm`, `${STATE}/pnpm`] },
  {
    programs: 'yarn yarnpkg',
    folders: [`\${YARN_CACHE_FOLDER:-${CACHE}/yarn}`, '${YARN_GLOBAL_FOLDER:-~/.yarn/berry}'],
  },
  { programs: 'bun bunx', folders: ['${BUN_INSTALL_CACHE_DIR:-~/.bun/install/cache}'] },
  { programs: 'deno', folders: [`\${DENO_DIR:-${CACHE}/deno}`] },
  { programs: 'node-gyp', folders: [`${CACHE}/node-gyp`] },
  { programs: 'corepack', folders: [`\${COREPACK_HOME:-${CACHE}/node/corepack}`] },
  { programs: 'turbo', folders: [`${CACHE}/turborepo`] },
  { programs: 'wrangler', folders: [`${CONFIG}/.wrangler/logs`] },
  { programs: 'wrangler', folders: ['~/.wrangler/logs'], within: '~/.wrangler' },
  { programs: '', folders: [`${CACHE}/electron`, `${CACHE}/ms-playwright`, `${CACHE}/puppeteer`, `${CACHE}/Cypress`] },
  { programs: 'pip pip3', folders: [`\${PIP_CACHE_DIR:-${CACHE}/pip}`] },
  { programs: 'uv uvx', folders: [`\${UV_CACHE_DIR:-${CACHE}/uv}`] },
  { programs: 'poetry', folders: [`\${POETRY_CACHE_DIR:-${CACHE}/pypoetry}`] },
  { programs: 'pipenv', folders: [`\${PIPENV_CACHE_DIR:-${CACHE}/pipenv}`, `${DATA}/virtualenvs`] },
  { programs: 'hatch', folders: [`\${HATCH_CACHE_DIR:-${CACHE}/hatch}`] },
  { programs: 'pdm', folders: [`${CACHE}/pdm`] },
  { programs: 'pylint', folders: [`\${PYLINTHOME:-${CACHE}/pylint}`] },
  { programs: 'jupyter jupyter-nbconvert nbconvert', folders: [`\${JUPYTER_RUNTIME_DIR:-${DATA}/jupyter/runtime}`] },
  { programs: 'pre-commit', folders: [`\${PRE_COMMIT_HOME:-${CACHE}/pre-commit}`] },
  {
    programs: '',
    folders: [`\${HF_HOME:-${CACHE}/huggingface}`, `${CACHE}/matplotlib`, `${CACHE}/torch`, `${CACHE}/black`],
  },
  {
    programs: 'cargo',
    folders: [`${CARGO}/registry`, `${CARGO}/git`],
    files: [`${CARGO}/.package-cache`, `${CARGO}/.package-cache-mutate`, `${CARGO}/.global-cache`],
  },
  { programs: 'sccache', folders: [`\${SCCACHE_DIR:-${CACHE}/sccache}`] },
  { programs: 'go gofmt', folders: [`\${GOCACHE:-${CACHE}/go-build}`, '${GOMODCACHE:-${GOPATH:-~/go}/pkg}'] },
  { programs: 'golangci-lint staticcheck', folders: [`${CACHE}/golangci-lint`, `${CACHE}/staticcheck`] },
  {
    programs: 'gradle gradlew',
    folders: ['caches', 'daemon', 'wrapper', 'native', 'notifications', 'workers', '.tmp'].map(
      (name) => `${GRADLE}/${name}`,
    ),
  },
  { programs: 'mvn mvnw', folders: ['~/.m2/repository', '~/.m2/wrapper'] },
  {
    programs: 'sbt scala scala-cli cs',
    folders: ['~/.ivy2/cache', '~/.sbt/boot', `\${COURSIER_CACHE:-${CACHE}/coursier}`],
  },
  { programs: 'composer', folders: [`\${COMPOSER_CACHE_DIR:-${CACHE}/composer}`] },
  { programs: 'bundle', folders: ['${BUNDLE_USER_CACHE:-~/.bundle/cache}'] },
  { programs: 'ccache', folders: [`\${CCACHE_DIR:-${CACHE}/ccache}`] },
  { programs: 'cmake', folders: ['~/.cmake/packages'] },
  { programs: 'conan', folders: ['${CONAN_HOME:-~/.conan2}/p'] },
  { programs: 'vcpkg', folders: [`\${VCPKG_DEFAULT_BINARY_CACHE:-${CACHE}/vcpkg}`] },
  { programs: 'bazel bazelisk', folders: [`${CACHE}/bazel`, `\${BAZELISK_HOME:-${CACHE}/bazelisk}`] },
  { programs: 'zig', folders: [`\${ZIG_GLOBAL_CACHE_DIR:-${CACHE}/zig}`] },
  { programs: 'nim', folders: [`${CACHE}/nim`] },
  { programs: 'dotnet nuget', folders: ['${NUGET_PACKAGES:-~/.nuget/packages}', `${DATA}/NuGet`] },
  { programs: 'mix', folders: ['${HEX_HOME:-~/.hex}/packages', `${CACHE}/rebar3`] },
  { programs: 'cabal', folders: [`${CACHE}/cabal`, `${STATE}/cabal`] },
  { programs: 'cabal', folders: ['~/.cabal/packages', '~/.cabal/store'], within: '~/.cabal' },
  { programs: 'stack', folders: ['${STACK_ROOT:-~/.stack}/pantry', '${STACK_ROOT:-~/.stack}/snapshots'] },
  { programs: 'opam', folders: ['${OPAMROOT:-~/.opam}/download-cache'] },
  {
    programs: 'dart flutter',
    folders: ['hosted', 'hosted-hashes', 'git', '_temp'].map((name) => `\${PUB_CACHE:-~/.pub-cache}/${name}`),
  },
  { programs: 'swift', folders: [`${CACHE}/org.swift.swiftpm`] },
  {
    programs: 'julia',
    folders: ['registries', 'packages', 'artifacts', 'compiled', 'clones', 'logs'].map((name) => `~/.julia/${name}`),
  },
  {
    programs: 'ansible ansible-playbook',
    folders: [
      '${ANSIBLE_LOCAL_TEMP:-${ANSIBLE_HOME:-~/.ansible}/tmp}',
      '${ANSIBLE_SSH_CONTROL_PATH_DIR:-${ANSIBLE_HOME:-~/.ansible}/cp}',
    ],
  },
  { programs: 'helm', folders: [`\${HELM_CACHE_HOME:-${CACHE}/helm}`] },
  { programs: 'terraform tofu', folders: ['${TF_PLUGIN_CACHE_DIR:-~/.terraform.d/plugin-cache}'] },
  { programs: '', folders: [2022, 2023, 2024, 2025, 2026].map((year) => `~/.texlive${year}/texmf-var`) },
  { programs: '', folders: ['${SCREENDIR:-/run/screen}'] }, // sockets of its sessions, as those of tmux in /tmp
  { programs: '', folders: [`${CACHE}/fontconfig`, `${CACHE}/mesa_shader_cache`] },
];
