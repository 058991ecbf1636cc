import type { Problem } from '../model/errors.ts';
import { addIssues, problemList } from '../rules/problems.ts';
import { parseYaml } from '../rules/yaml-source.ts';
import { type CaseDocument, caseSchema } from './case-schema.ts';

export interface CaseFile {
  readonly file: string;
  readonly cases: readonly CaseDocument[];
  readonly problems: readonly Problem[];
}

/** `.jsonl`: one case per line; `.yaml`/`.yml`: a list of cases. Every problem of the file at once. */
export function parseCaseFile(text: string, file: string): CaseFile {
  return file.endsWith('.jsonl') ? parseLines(text, file) : parseList(text, file);
}

function parseLines(text: string, file: string): CaseFile {
  const cases: CaseDocument[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const at = { file, line: index + 1, column: 1 };
    try {
      const parsed = caseSchema.safeParse(JSON.parse(line));
      if (parsed.success) cases.push(parsed.data);
      else for (const issue of parsed.error.issues) problems.push(badCase(at, issue.path.join('.'), issue.message));
    } catch (error) {
      problems.push(badCase(at, line.slice(0, 60), (error as Error).message));
    }
  }
  return { file, cases, problems };
}

function badCase(at: Problem['at'], subject: string, expected: string): Problem {
  return { code: 'wrong-value', level: 'error', at, subject, expected };
}

function parseList(text: string, file: string): CaseFile {
  const { source, problems } = parseYaml(text, file);
  if (source === undefined) return { file, cases: [], problems };
  const list = problemList(source);
  const cases: CaseDocument[] = [];
  if (!Array.isArray(source.value)) list.add('wrong-type', [], { expected: 'a list of cases' });
  else {
    for (const [index, value] of source.value.entries()) {
      const parsed = caseSchema.safeParse(value);
      if (parsed.success) cases.push(parsed.data);
      else addIssues(list, parsed.error, [index], Object.keys(caseSchema.shape));
    }
  }
  return { file, cases, problems: list.all };
}
