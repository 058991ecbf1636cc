import { isFor, permittedIn } from '../confine/permitted.ts';
import type { Facts } from '../model/facts.ts';
import type { Permits } from '../model/permits.ts';
import type { Environment } from '../model/request.ts';
import type { Layout } from '../store/layout.ts';
import { openOncePermits } from '../store/once-permits.ts';

/** What a person lets confined programs write beside their project, where they are started: absolute paths, `~/x`, `./x`. */
export interface Permitted {
  /** permits for one start stay */
  look(cwd: string): PermittedPaths;
  /** the start that asks uses them up */
  use(cwd: string): PermittedPaths;
}

export interface PermittedPaths {
  readonly always: readonly string[];
  /** for one start */
  readonly once: readonly string[];
}

export interface PermittingWorld {
  readonly layout: Layout;
  readonly facts: Facts;
  /** of the installation */
  readonly env: Environment;
  /** of the settings */
  always(): Permits;
}

export function permittedHere({ layout, facts, env, always }: PermittingWorld): Permitted {
  const once = openOncePermits(layout.state.permits);
  const withOnce = (cwd: string, found: ReturnType<typeof once.all>): PermittedPaths => ({
    always: permittedIn(cwd, always(), { facts, env }),
    once: found.flatMap(({ paths }) => paths),
  });
  return {
    look: (cwd) =>
      withOnce(
        cwd,
        once.all().filter((permit) => isFor(cwd, permit, facts)),
      ),
    use: (cwd) =>
      withOnce(
        cwd,
        once.take((permit) => isFor(cwd, permit, facts)),
      ),
  };
}
