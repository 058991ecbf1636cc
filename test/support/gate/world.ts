import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hostFacts } from '../../../src/facts/host.ts';
import { guard } from '../../../src/guard.ts';
import type { Facts } from '../../../src/model/facts.ts';
import type { Policy, RuleIndex } from '../../../src/model/policy.ts';
import type { Environment } from '../../../src/model/request.ts';

const FILES = [
  'home/u/.ssh/id_rsa',
  'home/u/.bashrc',
  'home/u/.config/safeshell/rules/mine.yaml',
  'home/u/.aws/credentials',
  'home/u/Documents/letter.txt',
  'home/u/project/.git/hooks/pre-commit',
  'home/u/project/.env',
  'home/u/project/.claude/settings.json',
  'home/u/project/src/a.ts',
  'home/u/project/src/bin/tool',
  'home/u/project/README.md',
  'home/u/project/we ird/x',
  'home/u/project/-f',
  'home/u/other/x',
];

/** Repositories by what their HEAD says. */
const HEADS = {
  project: 'ref: refs/heads/main\n',
  feature: 'ref: refs/heads/feature/x\n',
  blank: 'ref: refs/heads/main \n',
  lines: 'ref: refs/heads/x\n\nmain\n',
  detached: `${'0123456789'.repeat(4)}\n`,
  reftable: 'ref: refs/heads/.invalid\n',
  unended: 'ref: refs/heads/main',
};

const LINKS = [
  ['home/u/linked/.git', '../project/.git'],
  ['home/u/project/to-home', '..'],
  ['home/u/project/to-etc', '/etc'],
  ['home/u/project/src/to-ssh', '../../.ssh'],
  ['home/u/project/notes', '../.bashrc'],
  ['home/u/project/plain', 'src/a.ts'],
  ['home/u/project/nowhere', '../.config/safeshell/new.yaml'],
  ['home/u/project/src/self', '.'],
  ['home/u/alias', 'project'],
] as const;

/** A made-up person's disk in a temp folder, and the guard's real answers about it. */
export class GateWorld {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'gate-world-')));
  readonly home = join(this.root, 'home/u');
  /** as a shell would be in them: by the path that was taken */
  readonly folders: readonly string[];
  private readonly facts = new Map<string, Facts>();

  constructor() {
    for (const file of FILES) this.write(file, '');
    for (const [folder, head] of Object.entries(HEADS)) {
      const git = `home/u/${folder}/.git`;
      for (const file of ['objects/x', 'refs/x']) this.write(`${git}/${file}`, '');
      this.write(`${git}/HEAD`, head);
    }
    // no repository: what it shares with others is gone, so the one around it counts
    for (const file of ['objects/x', 'refs/x']) this.write(`home/u/project/moved/.git/${file}`, '');
    this.write('home/u/project/moved/.git/HEAD', HEADS.feature);
    this.write('home/u/project/moved/.git/commondir', '../nowhere\n');
    this.write('home/u/worktree/.git', `gitdir: ${join(this.root, 'home/u/project/.git')}\n`);
    mkdirSync(join(this.root, 'home/u/linked'));
    for (const [link, target] of LINKS) symlinkSync(target, join(this.root, link));
    const folders = [
      'project',
      'project/src',
      'alias',
      'alias/src',
      'project/.git',
      'project/src/bin',
      '.ssh',
      'other',
      '.',
      ...Object.keys(HEADS),
      'feature/.git/refs',
      'worktree',
      'project/moved',
      'linked',
    ];
    this.folders = [
      ...folders.map((folder) => join(this.home, folder)),
      join(this.root, 'home'),
      '/',
      '/etc',
      '/usr/lib',
    ];
  }

  private write(file: string, text: string): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  env(extra: Environment = {}): Environment {
    return { HOME: this.home, PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...extra };
  }

  /** Is it plainly allowed, whoever asks, and nothing to be recorded of it? `folder` as in `folders`, or one that is not there. */
  allows(policy: Policy | RuleIndex, argv: readonly string[], folder: string, env: Environment): boolean {
    const cwd = existsSync(folder) ? realpathSync(folder) : folder;
    const facts = this.factsFor(cwd, env);
    return (['ai', 'human'] as const).every((actor) => {
      const request = { action: { kind: 'argv', argv }, cwd, env, actor, at: facts.at } as const;
      const { verdict, watched } = guard(request, { policy, facts });
      return verdict === 'allow' && watched === undefined;
    });
  }

  /** No temp folder: everything here lies in one. */
  private factsFor(cwd: string, env: Environment): Facts {
    const key = JSON.stringify([cwd, env]);
    let facts = this.facts.get(key);
    if (facts === undefined) {
      const { env: own, home, at, ...ask } = hostFacts({ env, cwd });
      facts = { ...ask, env: own, home, at, tmp: [] };
      this.facts.set(key, facts);
    }
    return facts;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
