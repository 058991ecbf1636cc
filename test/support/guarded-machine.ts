import { execFileSync } from 'node:child_process';
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
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { commandsOf } from '../../src/policy/compile.ts';
import { readRules } from '../../src/policy/read-rules.ts';
import { refreshShims } from '../../src/refresh/shims.ts';
import { CODE_FOLDER } from '../../src/store/code-cache.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { copyTemplate, type TemplateMaker } from './home-template.ts';
import type { HomePlace } from './moved-home.ts';

const REPOSITORY = new URL('../..', import.meta.url).pathname;

/** A product without rules, and the V8 code that its shims start. */
const PRODUCT: TemplateMaker<HomePlace> = {
  empty() {
    const root = newRoot();
    return { root, home: root };
  },
  install({ root }) {
    const dist = join(REPOSITORY, 'dist');
    if (!existsSync(join(dist, 'cli.cjs'))) throw new Error('dist/ is missing: npm run build');
    const machine = placesIn(root);
    const { product, rules, home, shims, env } = machine;
    mkdirSync(join(product, 'rules'), { recursive: true });
    cpSync(dist, join(product, 'dist'), { recursive: true, filter: (path) => basename(path) !== CODE_FOLDER });
    cpSync(join(REPOSITORY, 'shims'), join(product, 'shims'), { recursive: true });
    copyFileSync(join(REPOSITORY, 'package.json'), join(product, 'package.json'));
    writeFileSync(
      rules,
      'rules: [{ name: no, commands: [env], action: deny, conditions: [{ args: { operand: deny } }] }]',
    );
    refreshMachine(machine);
    execFileSync(join(shims, 'env'), ['true'], { env });
    rmSync(rules);
    const code = readdirSync(shims).filter((name) => name.startsWith(CODE_FOLDER));
    for (const name of code) renameSync(join(shims, name), join(root, name));
    removePatiently(home);
    mkdirSync(shims, { recursive: true });
    for (const name of code) renameSync(join(root, name), join(shims, name));
  },
};

interface Places {
  readonly home: string;
  readonly product: string;
  readonly rules: string;
  readonly shims: string;
  readonly env: Readonly<Record<string, string>>;
}

function placesIn(root: string): Places {
  const home = join(root, 'home');
  const product = join(root, 'product');
  const { shims } = layoutOf({ HOME: home }).data;
  const PATH = [shims, join(root, 'bin'), '/usr/bin', '/bin'].join(':');
  const env = { HOME: home, PATH, TERM: 'dumb', SAFESHELL_CONTEXT: 'human' };
  return { home, product, rules: join(product, 'rules/p.yaml'), shims, env };
}

const HOUR_S = 3600;
/** Longer than the ticks of a disk's clock. */
const TICK_MS = 200;

/** Dates the rules back and the refresh ahead: sources that seem to be young are refreshed again in the background. */
function refreshMachine({ product, rules, env }: Places): void {
  const longAgo = Date.now() / 1000 - HOUR_S;
  for (const path of [rules, dirname(rules)]) utimesSync(path, longAgo, longAgo);
  const { policy, problems } = readRules([{ file: rules, tier: 'pack' }]);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  refreshShims({
    env,
    commands: commandsOf(policy.modules),
    product,
    agents: { variables: ['CLAUDECODE'], programs: ['claude'] },
    sources: [rules],
    startedMs: Date.now() + TICK_MS,
  });
}

function newRoot(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'temporary-installed-')));
}

/** What `npm run build` made, with rules of its own as packs, in a temp HOME, guarding recorder stubs. */
export class GuardedMachine {
  readonly root = newRoot();
  readonly home: string;
  readonly bin = join(this.root, 'bin');
  readonly product: string;
  readonly rules: string;
  readonly shims: string;
  readonly state: string;
  readonly userRules: string;
  readonly ran = join(this.root, 'ran');
  readonly env: Readonly<Record<string, string>>;

  constructor(rules: string, stubs: Readonly<Record<string, string>>) {
    const places = placesIn(this.root);
    const { state, user } = layoutOf(places.env);
    this.home = places.home;
    this.product = places.product;
    this.rules = places.rules;
    this.shims = places.shims;
    this.env = places.env;
    this.state = state.root;
    this.userRules = user.rules;
    copyTemplate('guarded machine', { root: this.root, home: this.root }, PRODUCT);
    for (const folder of ['bin', 'product/rules', 'work']) mkdirSync(join(this.root, folder), { recursive: true });
    writeFileSync(this.rules, rules);
    for (const [name, body] of Object.entries(stubs)) {
      writeFileSync(join(this.bin, name), `#!/bin/sh\necho ${name} "$@" >>'${this.ran}'\n${body}\n`);
      chmodSync(join(this.bin, name), 0o755);
    }
    this.refresh();
  }

  refresh(): void {
    refreshMachine(this);
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
