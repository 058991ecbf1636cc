import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const COMPILER = 'node_modules/typescript-native/bin/tsc';
/** `import ... from '...';` and `export { ... } from '...';`, each a whole line as the compiler prints it. */
const IMPORT = /^import .*? from '(.+)';\n/gm;
const REEXPORT = /^(export (?:type )?\{.*?\}) from '(.+)';\n/gm;
/** One declaration with the comment above it, up to the next. */
const DECLARATION =
  /(?:^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^(?:type|interface|class|const|function) (\w+)[\s\S]*?(?=^\/\*\*|^(?:type|interface|class|const|function) |(?![\s\S]))/gm;

/** Writes the types of a module and of all that they name into one file. `config`: a tsconfig with src/ as its root. */
export function declare({ config, module, file }) {
  const folder = mkdtempSync(join(tmpdir(), 'safeshell-types-'));
  try {
    execFileSync(process.execPath, [COMPILER, '-p', config, '--outDir', folder], { stdio: 'inherit' });
    writeFileSync(file, bundled(join(folder, module)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bundled(main) {
  const texts = new Map();
  const collect = (path) => {
    if (texts.has(path)) return;
    const text = readFileSync(path, 'utf8');
    texts.set(path, text);
    for (const pattern of [IMPORT, REEXPORT])
      for (const match of text.matchAll(pattern)) collect(join(dirname(path), match.at(-1).replace(/\.ts$/, '.d.ts')));
  };
  collect(main);
  const reexports = [...texts.get(main).matchAll(REEXPORT)].map(([, names]) => `${names};\n`);
  const rest = [...texts].filter(([path]) => path !== main).map(([, text]) => text);
  const body = rest.map((text) => text.replace(IMPORT, '').replace(/^export (?:declare )?/gm, '')).join('');
  const declarations = namedFrom(reexports.join(''), declarationsIn(body));
  // in a file of types alone, what is no type has to say that it is only declared
  return [...declarations.map((text) => text.replace(/^(class|const|function) /m, 'declare $1 ')), ...reexports].join(
    '',
  );
}

/** One file has one scope: a name that is declared twice is refused. */
function declarationsIn(text) {
  const byName = new Map();
  for (const [declaration, name] of text.matchAll(DECLARATION)) {
    if (byName.has(name)) throw new Error(`two types are called ${name}`);
    byName.set(name, declaration);
  }
  return byName;
}

/** Those that a text names, and those that these name. */
function namedFrom(text, declarations) {
  const kept = new Set();
  const visit = (part) => {
    for (const [name] of part.replace(/\/\*\*[\s\S]*?\*\//g, '').matchAll(/\w+/g)) {
      const declaration = declarations.get(name);
      if (declaration === undefined || kept.has(declaration)) continue;
      kept.add(declaration);
      visit(declaration);
    }
  };
  visit(text);
  return [...kept];
}
