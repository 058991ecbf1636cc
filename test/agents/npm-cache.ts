import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RealAgent } from './agents/agent.ts';

const CACHE = process.env.AGENTS_CACHE ?? join(tmpdir(), 'safeshell-agents');
const NEWER_NODE = 'node@24';

export interface Installed {
  readonly version: string;
  readonly argv: readonly string[];
  /** what is to stand first in PATH */
  readonly bin: string;
}

/** The agent in a folder of its own outside of the checkout; loaded once. `AGENTS_LATEST=1`: its newest version. */
export function installed({ name, package: wanted, version, program, node = 20 }: RealAgent): Installed {
  const tag = process.env.AGENTS_LATEST ? 'latest' : version;
  const folder = join(CACHE, `${name}-${tag}`);
  const modules = join(folder, 'node_modules');
  const needsNode = Number.parseInt(process.versions.node, 10) < node;
  if (!existsSync(join(folder, 'complete'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const packages = [`${wanted}@${tag}`, ...(needsNode ? [NEWER_NODE] : [])];
    npm([
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--engine-strict=false',
      ...packages,
    ]);
    mkdirSync(join(folder, 'complete'));
  }
  const bin = join(modules, '.bin');
  const found = JSON.parse(readFileSync(join(modules, wanted, 'package.json'), 'utf8')) as { version: string };
  const own = needsNode ? join(bin, 'node') : process.execPath;
  const argv = program.endsWith('.js') ? [own, join(modules, program)] : [join(bin, program)];
  return { version: found.version, argv, bin };
}

function npm(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', timeout: 240_000 });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stdout}${stderr}`);
}
