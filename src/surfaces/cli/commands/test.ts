import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseSummary } from '../../../cases/run-cases.ts';
import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly json?: boolean;
  readonly rules?: string[];
  readonly installed?: boolean;
}

export const test: CliCommand = {
  name: 'test',
  summary: 'Check test cases against the rules, executing nothing',
  define: (command) =>
    command
      .argument('<paths...>', 'Case files (.jsonl, .yaml, .yml) or folders of them')
      .option('--json', 'Print the result as one JSON object')
      .option('--rules <file...>', 'Rules for cases that bring none (default: the shipped rules)')
      .option('--installed', 'Use the policy in force here for cases that bring none'),
  async run(paths, given, context) {
    const options = given as Options;
    const { policy, problems } = await fallbackPolicy(options, context);
    if (tellProblems(problems, context)) return EXIT.data;
    const { parseCaseFile } = await import('../../../cases/case-file.ts');
    const { runCases } = await import('../../../cases/run-cases.ts');
    const files = paths.flatMap(caseFiles).map((file) => parseCaseFile(readFileSync(file, 'utf8'), file));
    const broken = tellProblems(
      files.flatMap((file) => file.problems),
      context,
    );
    const summary = runCases(files, policy);
    if (options.json) context.out(JSON.stringify(summary));
    else printSummary(summary, context);
    if (broken) return EXIT.data;
    return summary.failed > 0 ? EXIT.denied : EXIT.ok;
  },
};

async function fallbackPolicy({ rules, installed }: Options, context: CliContext) {
  const { policyFromFiles, policyInForce, shippedPolicy } = await import('../../../policy/load.ts');
  if (rules !== undefined) return policyFromFiles(rules);
  return installed ? policyInForce({ cwd: context.cwd, env: context.env }) : shippedPolicy();
}

function caseFiles(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`no such file or folder: \`${path}\``);
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(jsonl|ya?ml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function printSummary({ passed, failed, skipped, unsure, failures }: CaseSummary, { out, paint }: CliContext): void {
  for (const one of failures) {
    out(`${paint.verdict('deny', 'failed')}  ${one.file}: ${one.id}${one.step > 0 ? ` step ${one.step + 1}` : ''}`);
    if (one.expected === 'a case') {
      out('  cannot be read; see the error above');
      continue;
    }
    out(`  expected ${JSON.stringify(one.expected)}, got ${one.actual}${one.rule === null ? '' : ` by ${one.rule}`}`);
    if (one.why !== '') out(paint.dim(`  ${one.why}`));
  }
  const notes = [skipped > 0 ? `${skipped} skipped` : '', unsure > 0 ? `${unsure} passed as unsure` : ''].filter(
    Boolean,
  );
  out(`${passed} passed, ${failed} failed${notes.length > 0 ? `, ${notes.join(', ')}` : ''}`);
}
