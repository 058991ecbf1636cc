// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { plumbing } from './git-plumbing.ts';
import { porcelain } from './git-porcelain.ts';
import { scripted } from './git-scripted.ts';

function git(): Readonly<Record<string, Grammar>> {
  const everyday = porcelain();
  const STASH: Grammar = everyday.stash ?? {};

  return {
    git: {
      source: 'git(1) 2.39, options of 2.40 to 2.51 from their manuals',
      effects: [{ given: ['-v -h --html-path --man-path --info-path'], does: 'reads' }],
      options: `
        -C =path, -c =text, --config-env =text, --exec-path [=path], --html-path, --man-path, --info-path
        -p --paginate, -P --no-pager, --no-replace-objects, --no-lazy-fetch, --no-optional-locks, --no-advice, --bare
        --git-dir =path, --work-tree =path, --namespace =text, --super-prefix =text, --attr-source =text
        --literal-pathspecs, --no-literal-pathspecs, --glob-pathspecs, --noglob-pathspecs, --icase-pathspecs
        --list-cmds =text, --shallow-file =path, -v --version, -h --help
      `,
      subcommands: {
        ...plumbing(),
        ...everyday,
        ...scripted(),
        // `git stash` alone is `git stash push`, and takes its options
        stash: { ...STASH, options: STASH.subcommands?.push?.options ?? [] },
      },
      aliases: { stage: 'add', 'init-db': 'init', 'fsck-objects': 'fsck', pickaxe: 'blame' },
    },
  };
}

/** git and its subcommands. */
export const GIT = family('git', git);
