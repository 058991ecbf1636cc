import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readIfThere, writeFileAtomic } from '../../src/store/atomic-file.ts';
import { withLockInTime } from '../../src/store/lock.ts';
import { hashName } from '../../src/util/fnv.ts';
import { adapt, describeHome, type HomePlace, type Template } from './moved-home.ts';

/** Folder that lists the templates of this test run. */
const VARIABLE = 'VITEST_HOMES';
const ROOTS_FILE = 'roots';

/** Longest wait for another worker that installs the same template. */
const INSTALL_MS = 280_000;

/** Makes a HOME that serves as template. */
export interface TemplateMaker<Home extends HomePlace> {
  readonly empty: () => Home;
  readonly install: (home: Home) => void;
}

/** Starts a test run. Returns a function that removes its templates. */
export function openTemplates(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'temporary-homes-'));
  writeFileSync(join(folder, ROOTS_FILE), '');
  process.env[VARIABLE] = folder;
  return () => {
    const roots = (readIfThere(join(folder, ROOTS_FILE)) ?? '').split('\n').filter((root) => root !== '');
    for (const path of [...roots, folder]) rmSync(path, { recursive: true, force: true });
  };
}

const templates = new Map<string, Template>();

/**
 * Fills an empty HOME with a copy of a template. The first call for a key in a test run installs the template. Caches, gates
 * and freshness stamps of the copy are valid, as after an installation at its place.
 */
export function copyTemplate<Home extends HomePlace>(key: string, to: Home, maker: TemplateMaker<Home>): void {
  // the compiled policy counts bytes, so all paths of a template and its copies are equally long
  const name = hashName([to.root.length, relative(to.root, to.home), key].join(' '));
  const template = templates.get(name) ?? madeOnce(name, maker);
  templates.set(name, template);
  execFileSync('cp', ['-a', `${template.home}/.`, to.home]); // Node.js copies times less exactly
  adapt(template, to);
}

function madeOnce<Home extends HomePlace>(name: string, { empty, install }: TemplateMaker<Home>): Template {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error(`${VARIABLE} is not set: see test/support/own-environment.ts`);
  const file = join(folder, `${name}.json`);
  const template = withLockInTime(join(folder, `${name}.lock`), INSTALL_MS, () => {
    const made = readIfThere(file);
    if (made !== undefined) return JSON.parse(made) as Template;
    const home = empty();
    appendFileSync(join(folder, ROOTS_FILE), `${home.root}\n`);
    install(home);
    const described = describeHome(home);
    writeFileAtomic(file, JSON.stringify(described));
    return described;
  });
  if (template === undefined) throw new Error('another worker does not finish its installation');
  return template;
}
