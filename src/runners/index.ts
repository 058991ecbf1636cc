import { CARGO_RUNNER } from './cargo.ts';
import { CMAKE_RUNNER } from './cmake/cmake.ts';
import { CTEST_RUNNER } from './cmake/ctest.ts';
import { COMPOSER_RUNNER } from './composer.ts';
import { CONFIG_RUNNERS } from './config-files.ts';
import { DIRENV_RUNNER } from './direnv.ts';
import { GIT_RUNNER } from './git-hooks.ts';
import { GO_RUNNER } from './go.ts';
import { JUST_RUNNER } from './just.ts';
import { MAKE_RUNNER } from './make.ts';
import { NINJA_RUNNER } from './ninja.ts';
import { NODE_RUNNER } from './node.ts';
import { PACKAGE_RUNNERS } from './package-scripts.ts';
import { PIP_RUNNER } from './pip.ts';
import { PYTEST_RUNNER } from './pytest.ts';
import { RAKE_RUNNER } from './rake.ts';
import { RUN_PARTS_RUNNER } from './run-parts.ts';
import type { Runner } from './runner.ts';
import { STARTUP_RUNNER } from './startup-files.ts';
import { TASK_RUNNER } from './task.ts';
import { ERB_RUNNER, TROFF_RUNNER } from './templates.ts';
import { UNITTEST_RUNNER } from './unittest.ts';

/** One line for each way to run files. No program twice. */
const ALL: readonly Runner[] = [
  CARGO_RUNNER,
  COMPOSER_RUNNER,
  CMAKE_RUNNER,
  ...CONFIG_RUNNERS,
  CTEST_RUNNER,
  DIRENV_RUNNER,
  ERB_RUNNER,
  GIT_RUNNER,
  GO_RUNNER,
  JUST_RUNNER,
  MAKE_RUNNER,
  NINJA_RUNNER,
  NODE_RUNNER,
  ...PACKAGE_RUNNERS,
  PIP_RUNNER,
  PYTEST_RUNNER,
  RAKE_RUNNER,
  RUN_PARTS_RUNNER,
  STARTUP_RUNNER,
  TASK_RUNNER,
  TROFF_RUNNER,
  UNITTEST_RUNNER,
];

/** By base name of the program. */
export const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  ALL.flatMap((runner) => runner.programs.map((program) => [program, runner] as const)),
);
