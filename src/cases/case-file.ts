import type { Problem } from '../model/errors.ts';
import { addIssues, problemList } from '../rules/problems.ts';
import { parseYaml } from '../rules/yaml-source.ts';
import { type CaseDocument, caseSchema } from './case-schema.ts';

export interface CaseFile {
  readonly file: string;
  readonly cases: readonly CaseDocument[];
  /** those that cannot be run, in their place; the others can */
  readonly broken: readonly BrokenCase[];
  readonly problems: readonly Problem[];
}

export interface BrokenCase {
  /** its own, else where it stands */
  readonly id: string;
  /** what is wrong with it */
  readonly says: string;
}

/** `.jsonl`: one case per line; `.yaml`/`.yml`: a list of cases. Every problem of the file at once. */
export function parseCaseFile(text: string, file: string): CaseFile {
  return file.endsWith('.jsonl') ? parseLines(text, file) : parseList(text, file);
}

function parseLines(text: string, file: string): CaseFile {
  const read = emptyFile(file);
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    const at = { file, line: index + 1, column: 1 };
    const position = `line ${at.line}`;
    try {
      const value: unknown = JSON.parse(line);
      const parsed = caseSchema.safeParse(value);
      if (parsed.success) read.cases.push(parsed.data);
      else {
        const issues = parsed.error.issues.map(({ path, message }) => badCase(at, path.join('.'), message));
        addBroken(read, idOf(value) ?? position, issues);
      }
    } catch (error) {
      addBroken(read, position, [badCase(at, line.slice(0, 60), (error as Error).message)]);
    }
  }
  return read;
}

function badCase(at: Problem['at'], subject: string, expected: string): Problem {
  return { code: 'wrong-value', level: 'error', at, subject, expected };
}

function parseList(text: string, file: string): CaseFile {
  const read = emptyFile(file);
  const { source, problems } = parseYaml(text, file);
  if (source === undefined) addBroken(read, 'the file', problems);
  else if (!Array.isArray(source.value)) {
    const list = problemList(source);
    list.add('wrong-type', [], { expected: 'a list of cases' });
    addBroken(read, 'the file', list.all);
  } else {
    for (const [index, value] of source.value.entries()) {
      const parsed = caseSchema.safeParse(value);
      if (parsed.success) {
        read.cases.push(parsed.data);
        continue;
      }
      const list = problemList(source);
      addIssues(list, parsed.error, [index], Object.keys(caseSchema.shape));
      addBroken(read, idOf(value) ?? `case ${index + 1}`, list.all);
    }
  }
  return read;
}

interface Reading {
  readonly file: string;
  readonly cases: CaseDocument[];
  readonly broken: BrokenCase[];
  readonly problems: Problem[];
}

function emptyFile(file: string): Reading {
  return { file, cases: [], broken: [], problems: [] };
}

function addBroken({ broken, problems }: Reading, id: string, found: readonly Problem[]): void {
  problems.push(...found);
  const says = found.map(({ subject, expected }) => [`\`${subject}\``, expected].filter(Boolean).join(': '));
  broken.push({ id, says: says.join('; ') });
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}
