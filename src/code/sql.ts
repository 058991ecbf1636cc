import { knownWord } from '../model/word.ts';
import { standIn } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { analyzeMysql, analyzePsql } from './lines.ts';
import { analyzeSqlite } from './sqlite.ts';
import { textValue, valueOfWord } from './value.ts';

interface Statement {
  /** without comments */
  readonly text: string;
  /** without quoted texts either: bodies of functions are no statements, those of `do` are */
  readonly bare: string;
  /** from 1 */
  readonly line: number;
}

/** What may lose data, in any dialect; rules tell which of it does. */
const MAY_LOSE = /\b(?:drop|truncate|delete|reset|shutdown|purge|terminate_backend)/i;
const MAX_STATEMENTS = 100;
/** Longer ones hold data. */
const MAX_STATEMENT_LENGTH = 2_000;

/**
 * A file of SQL for a client: each statement that may lose data, as the client would be given it as an option, then what the lines
 * make the client start or read. A table that is dropped `if exists` and made again is a schema that is loaded.
 */
function sqlFile(words: readonly string[], language: string, lines: CodeAnalyzer): CodeAnalyzer {
  return (source, args, inFile) => {
    const [client = '', ...option] = words;
    const losing = statementsOf(source).filter(({ bare }) => MAY_LOSE.test(bare));
    const made = losing.length === 0 ? new Set<string>() : namesMade(source);
    const found = losing
      .filter(({ text }) => !isMadeAgain(text, made))
      .slice(0, MAX_STATEMENTS)
      .map(({ text, line }): CodeFinding => {
        const given = [...args.map(valueOfWord), ...option, textValue(text)];
        return { ...standIn([client, ...given], client), line };
      });
    const included = [...source.matchAll(INCLUDED)].map(
      ([, path = '']): CodeFinding => ({
        kind: 'script-file',
        language,
        path: knownWord(path),
        positional: [knownWord('-'), ...args],
      }),
    );
    return [...found, ...included, ...lines(source, args, inFile)];
  };
}

const INCLUDED = /^[ \t]*(?:\\(?:ir?|include|include_relative)|\.read|\\\.|source)[ \t]+["']?([^\s"'|;]+)/gim;

export const analyzePsqlFile = sqlFile(['psql', '-c'], 'psql-file', analyzePsql);
export const analyzeMysqlFile = sqlFile(['mysql', '-e'], 'mysql-file', analyzeMysql);
export const analyzeSqliteFile = sqlFile(['sqlite3'], 'sqlite-file', analyzeSqlite);

/** Cuts at semicolons outside of quotes and comments. What is not closed ends with the text. */
function statementsOf(source: string): readonly Statement[] {
  const found: Statement[] = [];
  let [text, bare, line, begun] = ['', '', 1, 0];
  let isRun = false; // the body of `do` is
  const end = () => {
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed.length <= MAX_STATEMENT_LENGTH) found.push({ text: trimmed, bare, line: begun });
    [text, bare, begun] = ['', '', 0];
  };
  for (let at = 0; at < source.length; ) {
    const piece = pieceAt(source, at);
    const blank = /^\s*/.exec(piece.text)?.[0] ?? '';
    if (piece.text === ';') end();
    else if (piece.isComment) [text, bare] = [`${text} `, `${bare} `];
    else {
      if (begun === 0 && blank !== piece.text) {
        begun = line + linesIn(blank);
        isRun = /^\s*do\b/i.test(piece.text);
      }
      text += piece.text;
      if (isRun || !/^['$]/.test(piece.text)) bare += piece.text;
    }
    line += linesIn(piece.text);
    at += piece.text.length;
  }
  end();
  return found;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** A comment, a quoted text, a semicolon, or what stands up to the next of them. */
function pieceAt(source: string, at: number): { readonly text: string; readonly isComment: boolean } {
  const upTo = (closing: string, from: number, isComment = false) => {
    const end = source.indexOf(closing, from);
    return { text: source.slice(at, end < 0 ? source.length : end + closing.length), isComment };
  };
  if (source.startsWith('--', at)) return upTo('\n', at, true);
  if (source.startsWith('/*', at)) return upTo('*/', at + 2, true);
  const dollar = /\$\w*\$/y;
  dollar.lastIndex = at;
  const tag = dollar.exec(source)?.[0];
  if (tag !== undefined) return upTo(tag, at + tag.length);
  const first = source[at] as string;
  if (/['"`]/.test(first)) return upTo(first, at + 1);
  if (first === ';') return { text: ';', isComment: false };
  NEXT.lastIndex = at + 1;
  const next = NEXT.exec(source)?.index ?? source.length;
  return { text: source.slice(at, next), isComment: false };
}

const NEXT = /['"`;$]|--|\/\*/g;

const KIND =
  '(?:table|view|materialized\\s+view|index|sequence|type|function|procedure|trigger|schema|extension|policy)';
const MADE = new RegExp(
  `\\bcreate\\s+(?:or\\s+replace\\s+|unlogged\\s+|temp(?:orary)?\\s+|virtual\\s+|unique\\s+)*${KIND}\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?([\\w."\`]+)`,
  'gi',
);
const DROPPED = new RegExp(
  `^drop\\s+${KIND}\\s+(?:concurrently\\s+)?if\\s+exists\\s+([\\w."\`\\s,]+?)(?:\\s+(?:cascade|restrict)|\\s+on\\s.*|\\s*\\(.*)?$`,
  'is',
);

function namesMade(source: string): ReadonlySet<string> {
  return new Set([...source.matchAll(MADE)].map(([, name = '']) => plainName(name)));
}

function isMadeAgain(text: string, made: ReadonlySet<string>): boolean {
  const names = DROPPED.exec(text)?.[1]?.split(',') ?? [];
  return names.length > 0 && names.every((name) => made.has(plainName(name)));
}

function plainName(name: string): string {
  return name.replace(/["`\s]/g, '').toLowerCase();
}
