import { join } from 'node:path';
import { editsFor } from '../../../install/agents/edit-agents.ts';
import { usedAgents } from '../../../install/agents/used-agents.ts';
import { demandPlace } from '../../../install/install-product.ts';
import { type Installation, installationFor, madeFoldersRecord, shellPaths } from '../../../install/installation.ts';
import { installedShells } from '../../../install/shells/installed.ts';
import { areLinesWanted } from '../../../install/shells/interactive.ts';
import { changeStartup } from '../../../install/startup.ts';
import type { Environment } from '../../../model/request.ts';
import { layoutOf } from '../../../store/layout.ts';
import { productRoot, productVersion } from '../../../store/product.ts';
import type { Target } from '../../../text/setup-screen.ts';

export interface SetupPlan {
  readonly version: string;
  /** the version that guards now; undefined = none does */
  readonly before: string | undefined;
  /** the folder to copy; undefined = this is the product that guards already */
  readonly source: string | undefined;
  readonly to: Installation;
  readonly shells: readonly Target[];
  /** whether shells judge typed lines; undefined = as before */
  readonly lines: boolean | undefined;
  /** shells ask about a line before they run it */
  readonly areLinesJudged: boolean;
  readonly agents: readonly (Target & { readonly agent: string })[];
  /** settings that cannot be read or edited */
  readonly failed: readonly { readonly path: string; readonly why: string }[];
}

export interface Wishes {
  readonly shells: boolean;
  readonly agents: boolean;
  /** undefined = as before */
  readonly lines: boolean | undefined;
  /** absolute */
  readonly prefix: string | undefined;
}

/** What would be done, by what is on this machine now. Changes nothing. Throws InstallError where it cannot be done. */
export function planSetup(env: Environment, wishes: Wishes): SetupPlan {
  const now = installationFor(env);
  const to = wishes.prefix === undefined ? (now ?? placeBelow(env)) : placeBelow(env, wishes.prefix);
  demandPlace({ to, env });
  const product = productRoot();
  const isServed = product === join(to.root, 'app');
  const paths = shellPaths(env, to);
  const record = madeFoldersRecord(layoutOf(env));
  const failed: { path: string; why: string }[] = [];
  const shells = (wishes.shells ? installedShells(paths) : []).map((shell) => {
    const report = changeStartup({ shells: [shell], paths, way: 'add', record, dryRun: true });
    failed.push(...report.failed);
    return { name: shell.name, files: report.changed };
  });
  const agents = (wishes.agents ? usedAgents(env) : []).flatMap((agent) => {
    try {
      const edits = editsFor({ agent, env, project: undefined }, 'install');
      return [{ agent: agent.name, name: agent.title, files: edits.map(({ path }) => path) }];
    } catch (error) {
      failed.push({ path: agent.title, why: (error as Error).message });
      return [];
    }
  });
  return {
    version: productVersion(product),
    before: now && versionOf(now),
    source: isServed ? undefined : product,
    to,
    shells,
    lines: wishes.lines,
    areLinesJudged: wishes.lines ?? areLinesWanted(paths),
    agents,
    failed,
  };
}

/** The same folders as ever where no prefix is given. */
function placeBelow(env: Environment, prefix?: string): Installation {
  const { data } = layoutOf(env);
  if (prefix !== undefined) return { root: join(prefix, 'share/safeshell'), launcher: join(prefix, 'bin/safeshell') };
  return { root: data.root, launcher: join(env.HOME ?? '', '.local/bin/safeshell') };
}

function versionOf({ root }: Installation): string | undefined {
  try {
    return productVersion(join(root, 'app'));
  } catch {
    return undefined; // damaged: about to be replaced
  }
}
