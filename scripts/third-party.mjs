import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Up to the innermost: a package may bring another version of one that is there. */
const PACKAGE = /^(?:[\w-]+:)?(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Folders below node_modules whose code is in a bundle, by esbuild's own account of it. */
export function bundledPackages(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => PACKAGE.exec(path)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

const HEAD = `Code of these packages is part of the files in this folder. Each stands under the terms that follow its name.
`;

/** One text for all of them, by name. Throws an Error where a package says nothing of its terms. */
export function notices(folders) {
  const texts = new Set(folders.map((folder) => noticeOf(folder)));
  return [HEAD, ...[...texts].sort()].join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const { name, version, license, author, homepage, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const url = homepage ?? repository?.url ?? repository ?? '';
  const terms = termsIn(folder) ?? standardTerms(license, author);
  if (terms === undefined) throw new Error(`${folder} has no file with its licence (${license})`);
  return `${name} ${version} (${license})\n${url}\n\n${terms.trim()}\n`;
}

/** Its files with terms, one after the other. */
function termsIn(folder) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** What the name of the licence stands for, where a package leaves the text out. */
function standardTerms(license, author) {
  if (license !== 'MIT' || !existsSync('LICENSE')) return undefined;
  const holder = typeof author === 'string' ? author : author?.name;
  const own = readFileSync('LICENSE', 'utf8'); // the same licence
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${holder ?? 'its authors'}`);
}
