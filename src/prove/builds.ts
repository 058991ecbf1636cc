import { baseName } from '../util/path.ts';

/** Parts of the name of a task that say it builds, tests or checks: `test`, `lint:fix`, `build-docs`. Any other word may say that it deploys. */
const PARTS = new Set(
  `all bench build builds check checks ci clean clippy compile cov coverage dist doc docs e2e fast fix fmt format integration
  js lint py quick rebuild rs spec specs style test tests ts tsc type typecheck types unit verify vet`.split(/\s+/),
);

const isTask = (name: string) => name !== '' && name.split(/[:_.-]/).every((part) => PARTS.has(part));
const isVariable = (word: string) => /^(?:V|VERBOSE|DEBUG)=\w*$/.test(word);

const tasks = (words: readonly string[]) => words.every((word) => isTask(word) || isVariable(word));
const oneOf = (names: string) => (words: readonly string[]) => names.split(' ').includes(words[0] ?? '');
const any = () => true;
/** `test`, `run lint`; behind the name of a script its own words follow. */
const script = ([first = '', second = '']: readonly string[]) =>
  first === 'run' || first === 'run-script' ? isTask(second) : first === 't' || first === 'test';
const scriptByName = (words: readonly string[]) => script(words) || isTask(words[0] ?? '');
/** Source: node(1) 20 */
const NODE_MODES = oneOf('--test --check -c');
const MODULES = oneOf('pytest unittest compileall py_compile doctest mypy ruff flake8 pylint black isort');

/**
 * Programs of which the words say that they build, test or check what is in a project: all of their words, or the first ones. Source: the
 * manual of each
 */
const BUILDS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  ...{
    make: tasks,
    gmake: tasks,
    bmake: tasks,
    ninja: tasks,
    just: tasks,
    task: tasks,
    rake: tasks,
    ant: tasks,
    scons: tasks,
  },
  ...{ gradle: tasks, gradlew: tasks, mvn: tasks, mvnw: tasks },
  ...{ npm: script, pnpm: scriptByName, yarn: scriptByName, bun: scriptByName },
  cargo: oneOf('build b check c test t clippy fmt doc bench'),
  go: oneOf('build test vet fmt'),
  mix: oneOf('test compile format'),
  ...{ swift: oneOf('build test'), dart: oneOf('analyze test format'), flutter: oneOf('analyze test') },
  ...{ pytest: any, jest: any, vitest: any, mocha: any, phpunit: any, rspec: any, tsc: any, ctest: any },
};

/** Do the words behind this program, without its options, say that it builds, tests or checks? `args`: with its options. */
export function isBuild(program: string, words: readonly string[], args: readonly (string | undefined)[]): boolean {
  const [first = '', second = ''] = args;
  if (/^python[\d.]*$/.test(program)) return first === '-m' && MODULES([second]);
  if (program === 'node')
    return NODE_MODES([first]) && args.every((one) => /^(?!-)|^--test|^(?:--check|-c)$/.test(one ?? ''));
  const says = Object.hasOwn(BUILDS, program) ? BUILDS[program] : undefined;
  return says?.(words) ?? false;
}

/** They act through a daemon, or on other machines, wherever they are started. */
const ELSEWHERE =
  /^(?:docker|docker-compose|podman|nerdctl|kubectl|helm|terraform|tofu|aws|gcloud|az|gh|glab|ssh|scp|sftp|rsync|curl|wget|nc|ncat|socat|psql|mysql|redis-cli|mongosh|systemctl|systemd-run|crontab|at|batch|dbus-send|busctl|gdbus|ssh-add|gpg|sudo|doas|su|pkexec)$/;

export const actsElsewhere = (program: string): boolean => ELSEWHERE.test(baseName(program));
