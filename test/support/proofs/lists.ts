import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import type { CaseDocument } from '../../../src/cases/case-schema.ts';
import { runCases } from '../../../src/cases/run-cases.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { isRestrictive } from '../../../src/model/verdict.ts';
import { loadRules } from '../../../src/rules/load.ts';
import { shLine } from '../../../src/util/sh-quote.ts';
import { filesBelow } from '../house/lists.ts';
import { RECORDED_CASES } from '../outside.ts';
import { attemptsOf, type Row, readRows, redFiles } from '../red/rows.ts';
import { HOME, PROJECT, WORLD_FILES } from '../red/world.ts';
import { exampleCases } from '../table-cases.ts';

/** The lines of a list that are proven to only read, each with the programs that it starts. */
export function provenLines(cases: readonly CaseDocument[], policy: Policy): ReadonlyMap<string, string> {
  const proven = new Map<string, string>();
  runCases([{ file: '', cases, broken: [], problems: [] }], policy, ({ proof, analysis }, { steps }) => {
    if (proof?.isProven !== true || proof.level !== 'reads') return;
    const line = steps.map(({ command, argv = [] }) => command ?? shLine(argv)).join('; ');
    const programs = analysis.invocations.map(({ program = '?' }) => program);
    proven.set(line, [...new Set(programs)].join(' '));
  });
  return proven;
}

/** Lists of lines of which each does harm, by name. */
export function harmfulLists(): ReadonlyMap<string, readonly CaseDocument[]> {
  const red = redFiles().map((file) => [file, readRows(file).map(caseOfRow)] as const);
  const packs = filesBelow('rules', '.yaml').map((file) => [file, stoppedExamples(file)] as const);
  return new Map([...red, ...packs, ['destructive-and-harmless', recordedHarm()]]);
}

function caseOfRow(row: Row): CaseDocument {
  const { line, files, modes, links } = attemptsOf(row).harmful;
  const command = row.shell === 'bash' ? line : shLine([row.shell, '-c', line]);
  const git = { branch: 'main', root: PROJECT };
  const facts = { git, files: { ...WORLD_FILES, ...files }, modes, links };
  const env = { HOME, PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };
  return { id: line, steps: [{ command, cwd: PROJECT, env, actor: 'ai', facts }] };
}

/** What rules that stop something give as examples of it. */
function stoppedExamples(file: string): readonly CaseDocument[] {
  const text = readFileSync(file, 'utf8');
  const { examples } = loadRules([{ file, text, tier: 'pack', module: basename(file, '.yaml') }]);
  const stopping = examples.filter(({ rule }) => isRestrictive(rule.action));
  return exampleCases(stopping.map((one) => ({ ...one, noMatch: [] })));
}

/** Those of the recorded sample that are to be stopped; none where it is not at hand. */
function recordedHarm(): readonly CaseDocument[] {
  const file = join(RECORDED_CASES, 'destructive-and-harmless.jsonl');
  if (!existsSync(file)) return [];
  const { cases } = parseCaseFile(readFileSync(file, 'utf8'), file);
  return cases.filter(({ expect }) => !JSON.stringify(expect).includes('"allow"'));
}
