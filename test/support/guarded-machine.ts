import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsOf } from '../../src/policy/compile.ts';
import { readRules } from '../../src/policy/read-rules.ts';
import { refreshShims } from '../../src/refresh/shims.ts';
import { removePatiently } from '../../src/store/patience.ts';

const REPOSITORY = new URL('../..', import.meta.url).pathname;

/** What `npm run build` made, with rules of its own as packs, in a temp HOME, guarding recorder stubs. */
export class GuardedMachine {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-installed-')));
  readonly home = join(this.root, 'home');
  readonly bin = join(this.root, 'bin');
  readonly product = join(this.root, 'product');
  readonly rules = join(this.product, 'rules', 'p.yaml');
  readonly shims = join(this.home, '.local', 'share', 'safeshell', 'shims');
  readonly state = join(this.home, '.local', 'state', 'safeshell');
  readonly userRules = join(this.home, '.config', 'safeshell', 'rules');
  readonly ran = join(this.root, 'ran');
  readonly env = {
    HOME: this.home,
    PATH: `${this.shims}:${this.bin}:/usr/bin:/bin`,
    TERM: 'dumb',
    SAFESHELL_CONTEXT: 'human',
  };

  constructor(rules: string, stubs: Readonly<Record<string, string>>) {
    for (const folder of ['home', 'bin', 'product/rules', 'product/shims', 'work']) {
      mkdirSync(join(this.root, folder), { recursive: true });
    }
    cpSync(join(REPOSITORY, 'shims'), join(this.product, 'shims'), { recursive: true });
    copyFileSync(join(REPOSITORY, 'package.json'), join(this.product, 'package.json'));
    writeFileSync(this.rules, rules);
    for (const [name, body] of Object.entries(stubs)) {
      writeFileSync(join(this.bin, name), `#!/bin/sh\necho ${name} "$@" >>'${this.ran}'\n${body}\n`);
      chmodSync(join(this.bin, name), 0o755);
    }
    const dist = join(REPOSITORY, 'dist');
    if (!existsSync(join(dist, 'cli.cjs'))) throw new Error('dist/ is missing: npm run build');
    cpSync(dist, join(this.product, 'dist'), { recursive: true });
    this.refresh();
  }

  refresh(): void {
    const { policy, problems } = readRules([{ file: this.rules, tier: 'pack' }]);
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    const { product, env, rules } = this;
    const agents = { variables: ['CLAUDECODE'], programs: ['claude'] };
    refreshShims({
      env,
      commands: commandsOf(policy.modules),
      product,
      agents,
      sources: [rules],
      startedMs: Date.now(),
    });
  }

  /** What really ran since the last look, one line each. */
  takeRan(): readonly string[] {
    try {
      const lines = readFileSync(this.ran, 'utf8').split('\n').slice(0, -1);
      rmSync(this.ran);
      return lines;
    } catch {
      return [];
    }
  }

  /** The outcomes on record. */
  audit(): readonly Record<string, unknown>[] {
    const folder = join(this.state, 'audit');
    return readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ type }) => type === 'outcome'),
    );
  }

  remove(): void {
    removePatiently(this.root);
  }
}
