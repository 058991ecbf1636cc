import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { StartupFile } from '../../../src/install/shells/shell.ts';
import { addition, applyChange, removal } from '../../../src/install/startup-files.ts';
import { writeEdited } from '../../../src/store/edited-file.ts';
import { CHECKOUT } from '../../support/installed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-rc-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function around(create = true, text = '. /x/é/env.sh\n'): StartupFile {
  return { kind: 'around', path: join(folder, 'rc'), text, create };
}

function apply(change: ReturnType<typeof addition>): boolean {
  if (change) applyChange(change);
  return change !== undefined;
}

const bytes = () => readFileSync(join(folder, 'rc'));

test('a rule names each function of our prompts', () => {
  const shims = join(CHECKOUT, 'shims');
  const texts = readdirSync(shims).map((name) => readFileSync(join(shims, name), 'utf8'));
  const defined = texts.flatMap((text) => [...text.matchAll(/^(?:function )?(__safeshell_\w+)(?: *\(\)|$| --)/gm)]);
  const rule = /name: own-functions[\s\S]*?commands: \[([\s\S]*?)\]/.exec(
    readFileSync(join(CHECKOUT, 'rules/self.yaml'), 'utf8'),
  );
  expect(rule?.[1]?.split(/,\s+/)).toEqual([...new Set(defined.map(([, name]) => name))].sort());
});

const CONTENTS: Readonly<Record<string, Buffer>> = {
  'lines that end': Buffer.from('one\ntwo\n'),
  'no line break at the end': Buffer.from('one\ntwo'),
  'blank lines at both ends': Buffer.from('\n\none\n\n\n'),
  'only a line break': Buffer.from('\n'),
  'nothing at all': Buffer.from(''),
  'bytes that are no UTF-8': Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0xc3]),
  'CR LF': Buffer.from('one\r\ntwo\r\n'),
  'a NUL byte': Buffer.from('one\0two\n'),
};

const made = (program: string, ...args: string[]) => expect(spawnSync(program, args).status).toBe(0);
const isRoot = process.getuid?.() === 0;
/** What can be in the place of a start-up file, and what is said of it. */
const OTHERS: Readonly<Record<string, readonly [make: (path: string) => void, why: RegExp]>> = {
  'a pipe': [(path) => made('mkfifo', path), /rc is not a regular file/],
  'a link to a pipe': [
    (path) => {
      made('mkfifo', `${path}.pipe`);
      symlinkSync(`${path}.pipe`, path);
    },
    /rc is not a regular file/,
  ],
  'a link to nothing': [(path) => symlinkSync('gone', path), /rc is a link that leads nowhere/],
  'a folder': [(path) => mkdirSync(path), /rc is not a regular file/],
  ...(isRoot && { 'a device': [(path) => made('mknod', path, 'c', '1', '3'), /rc is not a regular file/] }),
};

describe('start-up files', () => {
  it.each(Object.entries(CONTENTS))('come back byte by byte: %s', (_name, before) => {
    writeFileSync(join(folder, 'rc'), before);
    expect(apply(addition(around()))).toBe(true);
    expect(bytes().includes('. /x/é/env.sh')).toBe(true);
    expect(apply(addition(around())), 'a second time changes nothing').toBe(false);
    expect(apply(removal(around()))).toBe(true);
    expect(bytes()).toEqual(before);
    expect(apply(removal(around()))).toBe(false);
  });

  it('have our line first and last', () => {
    writeFileSync(join(folder, 'rc'), 'return\n');
    apply(addition(around()));
    const lines = bytes().toString().trim().split('\n');
    expect([lines[1], lines.at(-2)]).toEqual(['. /x/é/env.sh', '. /x/é/env.sh']);
  });

  it('take a changed line in place of the old one', () => {
    writeFileSync(join(folder, 'rc'), 'mine\n');
    apply(addition(around()));
    apply(addition(around(true, '. /new\n')));
    expect(bytes().toString()).not.toContain('/x/');
    expect(bytes().toString().match(/\/new/g)).toHaveLength(2);
    apply(removal(around()));
    expect(bytes().toString()).toBe('mine\n');
  });

  it('keep what a person wrote below our block later, on lines of its own', () => {
    writeFileSync(join(folder, 'rc'), 'one\n');
    apply(addition(around()));
    writeFileSync(join(folder, 'rc'), `${bytes()}two\n`);
    apply(removal(around()));
    expect(bytes().toString()).toBe('one\n\ntwo\n');
  });

  it('leave alone what only looks like a beginning', () => {
    const text = 'a\n# >>> safeshell >>>\nno end\n';
    writeFileSync(join(folder, 'rc'), text);
    expect(removal(around())).toBeUndefined();
    apply(addition(around()));
    apply(removal(around()));
    expect(bytes().toString()).toBe(text);
  });

  it('go again where there were none', () => {
    expect(apply(addition(around()))).toBe(true);
    expect(apply(addition(around()))).toBe(false);
    apply(removal(around()));
    expect(() => bytes()).toThrow(/ENOENT/);
  });

  it('stay where a person has written into the one we made', () => {
    apply(addition(around()));
    writeFileSync(join(folder, 'rc'), `${bytes()}alias x=y\n`);
    apply(removal(around()));
    expect(bytes().toString()).toBe('alias x=y\n');
  });

  it('are not made where they would say nothing', () => {
    expect(addition(around(false))).toBeUndefined();
  });

  it('are written through a symlink, with their mode', () => {
    writeFileSync(join(folder, 'real'), 'x\n');
    chmodSync(join(folder, 'real'), 0o640);
    symlinkSync('real', join(folder, 'rc'));
    apply(addition(around()));
    expect(readFileSync(join(folder, 'real'), 'utf8')).toContain('safeshell');
    expect(statSync(join(folder, 'real')).mode & 0o777).toBe(0o640);
    apply(removal(around()));
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('x\n');
  });

  it.each(Object.entries(OTHERS))('are left alone: %s', (_name, [make, why]) => {
    make(join(folder, 'rc'));
    const { ino, mode } = lstatSync(join(folder, 'rc'));
    expect(() => addition(around())).toThrow(why);
    expect(removal(around())).toBeUndefined();
    const edited = { file: join(folder, 'rc'), before: undefined, text: 'x' };
    expect(() => writeEdited(edited)).toThrow('not a readable file');
    expect(lstatSync(join(folder, 'rc'))).toMatchObject({ ino, mode });
  });

  it.skipIf(!isRoot).each([
    ['of a person', 12_345, 12_345],
    ['of root', 0, 0],
    ['that are new', undefined, 12_345],
  ])('keep their owner if root writes them: %s', (_name, owner, expected) => {
    chownSync(folder, 12_345, 12_346);
    if (owner !== undefined) {
      writeFileSync(join(folder, 'rc'), 'x\n', { mode: 0o640 });
      chownSync(join(folder, 'rc'), owner, owner);
    }
    apply(addition(around()));
    expect(statSync(join(folder, 'rc'))).toMatchObject({
      uid: expected,
      mode: owner === undefined ? 0o100644 : 0o100640,
    });
  });

  it('of our own are replaced whole and removed only where they are ours', () => {
    const own: StartupFile = { kind: 'own', path: join(folder, 'rc'), text: '# ours\nnew\n' };
    writeFileSync(own.path, '# ours\nolder\n');
    expect(apply(addition(own))).toBe(true);
    expect(bytes().toString()).toBe(own.text);
    writeFileSync(own.path, '# a stranger\n');
    expect(removal(own)).toBeUndefined();
  });
});
