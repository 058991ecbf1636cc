import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a folder; about as many lines of code as files have: 2.2 kB in the middle. */
const IN_FOLDER = 20;
const textOf = (at) => `// ${at}\n${'const value = 1;\n'.repeat(5 + ((at * 7919) % 250))}`;

/**
 * A repository of so many tracked files as a day of work leaves it: packed, one file in twenty changed, one in fifty new, and one in ten
 * made by a build and ignored. Beside it `copies`, as many files that git does not have.
 */
export function makeWorld(machine, size) {
  const root = machine.at(`files-${size}`);
  const git = (...args) => execFileSync('git', args, { cwd: root, env: machine.plain });
  mkdirSync(root);
  git('init', '-q', '-b', 'feature/x');
  git('config', 'gc.auto', '0');
  writeFileSync(join(root, '.gitignore'), 'build/\ncopies/\n');
  writeFiles(join(root, 'src'), size);
  git('-c', 'core.bigFileThreshold=1', 'add', '-A'); // into one pack
  git('commit', '-q', '-m', 'first');
  for (let at = 0; at < size; at += 20) appendFileSync(join(root, placeOf('src', at)), 'changed\n');
  writeFiles(join(root, 'src/new'), size / 50);
  writeFiles(join(root, 'build'), size / 10);
  writeFiles(join(root, 'copies'), size);
  git('status'); // writes the index as it is after the checkout, as any prompt does
  const repository = { root: realpathSync(root), gitDir: join(realpathSync(root), '.git') };
  return { size, root, repository, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function placeOf(folder, at) {
  const number = Math.floor(at / IN_FOLDER);
  return `${folder}/part${number % 40}/of${number}/file${at}.ts`;
}

function writeFiles(folder, count) {
  for (let at = 0; at < count; at++) {
    const path = placeOf(folder, at);
    if (at % IN_FOLDER === 0) mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, textOf(at));
  }
}
