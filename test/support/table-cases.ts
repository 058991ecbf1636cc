import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { CaseDocument, CaseStep } from '../../src/cases/case-schema.ts';
import { VERDICTS } from '../../src/model/verdict.ts';
import type { RuleExamples } from '../../src/rules/load.ts';
import { confirmTables } from './confirm-rows.ts';

/** Case lists made of tables that expect no verdict: any is right, only the record of decisions holds them. */
export function tableCases(): ReadonlyMap<string, readonly CaseDocument[]> {
  const lists = new Map<string, readonly CaseDocument[]>();
  for (const [name, rows] of confirmTables()) {
    const steps = rows.map(({ run, env, files }) => ({
      command: run,
      env: { HOME: '/home/u', PATH: '/usr/bin:/bin', ...env },
      facts: { files },
    }));
    lists.set(`test/tables/confirm/${name}.yaml`, steps.map(caseOf));
  }
  for (const file of yamlFiles('test/tables/shell')) {
    const rows = read<{ line: string; files?: Record<string, string> }>(file);
    lists.set(
      file,
      rows.map(({ line, files = {} }) => caseOf({ command: line, facts: { files } })),
    );
  }
  for (const file of yamlFiles('test/tables/wrappers')) {
    lists.set(
      file,
      read<{ start: string }>(file).map(({ start }) => caseOf({ command: start })),
    );
  }
  for (const file of yamlFiles('test/tables/code')) {
    const starts = CODE_STARTS[basename(file, '.yaml')];
    if (starts !== undefined) {
      lists.set(
        file,
        read<{ code: string }>(file).map(({ code }) => caseOf({ argv: [...starts, code] })),
      );
    }
  }
  for (const file of yamlFiles('test/tables/rules').filter((one) => basename(one) === 'sentences.yaml')) {
    const rows = read<{ about?: readonly unknown[]; not?: readonly unknown[] }>(file);
    const lines = rows.flatMap(({ about = [], not = [] }) => [...about, ...not]);
    const commands = lines.filter((line) => typeof line === 'string');
    lists.set(
      file,
      commands.map((command) => caseOf({ command })),
    );
  }
  return lists;
}

/** How a program takes the code of each table as an argument; tables without one are not judged. */
const CODE_STARTS: Readonly<Partial<Record<string, readonly string[]>>> = {
  applescript: ['osascript', '-e'],
  awk: ['awk'],
  elisp: ['emacs', '--batch', '--eval'],
  gdb: ['gdb', '-ex'],
  javascript: ['node', '-e'],
  julia: ['julia', '-e'],
  lua: ['lua', '-e'],
  mysql: ['mysql', '-e'],
  perl: ['perl', '-e'],
  php: ['php', '-r'],
  powershell: ['pwsh', '-Command'],
  psql: ['psql', '-c'],
  python: ['python3', '-c'],
  r: ['Rscript', '-e'],
  ruby: ['ruby', '-e'],
  sed: ['sed'],
  sqlite: ['sqlite3', 'x.db'],
  vim: ['vim', '-c'],
};

const EXAMPLE_CWD = '/home/u/project';

/** The examples of rules as cases, by the file of the rules; all rules judge them, not only their own. */
export function exampleCases(examples: readonly RuleExamples[]): readonly CaseDocument[] {
  return examples.flatMap(({ rule, match, noMatch }) =>
    [...match, ...noMatch].map(({ example }) => {
      const given = typeof example === 'string' ? { command: example } : example;
      const git = { branch: 'main', root: EXAMPLE_CWD };
      const world = { cwd: EXAMPLE_CWD, actor: rule.actor ?? 'human', facts: { git, files: [] } } as const;
      return caseOf({ ...world, ...given } as CaseStep);
    }),
  );
}

/** Named by what it does, so that rows can be added between others. */
function caseOf(step: CaseStep): CaseDocument {
  const digest = createHash('sha256').update(JSON.stringify(step)).digest('hex');
  return { id: digest.slice(0, 6), steps: [step], expect: [[...VERDICTS]] };
}

function yamlFiles(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => join(folder, name));
}

function read<Row>(file: string): readonly Row[] {
  return parse(readFileSync(file, 'utf8')) as readonly Row[];
}
