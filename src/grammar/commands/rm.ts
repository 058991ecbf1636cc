// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { type LossRow, NOTHING_LOST } from '../loss-row.ts';

function removers(): Readonly<Record<string, Grammar>> {
  const REMOVED: readonly LossRow[] = [{ given: ['-r'] }, { deletes: 'entry' }];

  return {
    rm: {
      source: 'rm(1) GNU coreutils 9.1; FreeBSD 14 rm(1) for -P -W -x',
      losses: REMOVED,
      options: `
        -f --force, -i, -I, --interactive [=text], -x --one-file-system, --no-preserve-root, --preserve-root [=text]
        -r -R --recursive, -d --dir, -v --verbose, -P, -W, --help, --version
      `,
      effects: 'plain',
      operands: 'delete*',
    },
    rmdir: {
      source: 'rmdir(1) GNU coreutils 9.1',
      losses: NOTHING_LOST,
      options: '--ignore-fail-on-non-empty, -p --parents, -v --verbose, --help, --version',
      operands: 'delete*',
    },
    unlink: {
      source: 'unlink(1) GNU coreutils 9.1',
      losses: [{ deletes: 'entry' }],
      options: '--help, --version',
      operands: 'delete*',
    },
    shred: {
      source: 'shred(1) GNU coreutils 9.1',
      // the bytes go, by whatever name they are found
      losses: [{ given: ['-u --remove'], deletes: 'entry' }, { deletes: 'content' }],
      options: `
        -f --force, -n --iterations =text, --random-source =path, -s --size =text, -u, --remove [=text], -v --verbose
        -x --exact, -z --zero, --help, --version
      `,
      operands: 'delete*',
    },
    srm: {
      source: 'srm(1) 1.2.15',
      losses: REMOVED,
      options: '-d --directory, -f --force, -i --interactive, -r -R --recursive, -s --simple, -v --verbose, -z --zero',
      operands: 'delete*',
    },
    rimraf: {
      source: 'rimraf 6.0 README',
      options: `
        -h --help, --preserve-root, --no-preserve-root, -G --no-glob, -g --glob, -v --verbose, -V --no-verbose
        -i --interactive, -I --no-interactive, --impl =text, -t --tmp =path, --max-retries =text, --retry-delay =text
        --backoff =text
      `,
      operands: 'delete*',
    },
    'del-cli': {
      source: 'del-cli 6.0 README',
      losses: [{ given: ['-d'], loses: 'nothing' }],
      options: '-f --force, -d --dry-run',
      operands: 'delete*',
    },
    trash: { losses: NOTHING_LOST, anyOption: true, operands: 'delete*' },
  };
}

/** Programs that remove files. */
export const REMOVERS = family('rm rmdir unlink shred srm rimraf del-cli trash', removers, 'deletes');
