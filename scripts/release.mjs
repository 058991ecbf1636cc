// Makes a release from a clean checkout: checks, package, archives, smoke test, `npm publish`. `--dry-run` publishes nothing.
// Leaves the files in release/, with notes.md. See docs/releasing.md.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const OUT = 'release';

const { name, version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const show = { stdout: 'inherit', stderr: 'inherit' };
const outputOf = async (program, ...args) => (await execa(program, args)).stdout.trim();
function fail(message) {
  process.stderr.write(`release: ${message}\n`);
  process.exit(1);
}

// ---- checks ----

if ((await outputOf('git', 'status', '--porcelain')) !== '') fail('commit your changes first');
if (JSON.parse(readFileSync('package-lock.json', 'utf8')).version !== version)
  fail(`package-lock.json is not of version ${version}: run \`npm version ${version} --no-git-tag-version\``);

const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}] - `));
if (section === undefined) fail(`CHANGELOG.md has no section "[${version}] - YYYY-MM-DD"`);

const tag = process.env.GITHUB_REF_NAME ?? (await outputOf('git', 'tag', '--points-at', 'HEAD'));
if (!values['dry-run'] && tag !== `v${version}`) fail(`this commit is not tagged v${version}`);

const view = await execa('npm', ['view', name, '--json'], { reject: false });
const published = JSON.parse(view.stdout || '{}');
if (view.failed && published.error?.code !== 'E404') fail(`npm view ${name} failed: ${view.stderr}`);
const from = published.repository?.url ?? published.repository;
if (!view.failed && from !== repository.url) fail(`${name} on npm is not from ${repository.url}`);
if (published.versions?.includes(version)) fail(`${name} ${version} is already published`);

// ---- files ----

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
await execa('npm', ['pack', '--silent', '--pack-destination', OUT], show);
const packed = join(OUT, `${name}-${version}.tgz`);
for (const [platform, arch] of PLATFORMS.map((target) => target.split('-')))
  await execa(
    'npm',
    ['run', '--silent', 'archive', '--', '--package', packed, '--out', OUT, '--platform', platform, '--arch', arch],
    show,
  );
writeFileSync(join(OUT, 'notes.md'), section.slice(section.indexOf('\n')).trim());

// The smoke test uses these very files.
const archive = join(OUT, `${name}-${version}-${process.platform}-${process.arch}.tar.gz`);
await execa('bash', ['.ci/smoke'], { ...show, env: { PACKAGE: packed, ARCHIVE: archive } });

// ---- publish ----

// npm attests provenance for builds of a CI service alone
const publish = ['publish', packed, '--access', 'public', ...(process.env.GITHUB_ACTIONS ? ['--provenance'] : [])];
if (values['dry-run']) process.stdout.write(`would run: npm ${publish.join(' ')}\n`);
else await execa('npm', publish, show);
