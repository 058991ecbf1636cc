import type { Action, Json, JsonObject } from '../model/request.ts';
import { argumentsIn, commandInFields, objectsIn } from '../util/command-fields.ts';
import { isString, isStrings } from '../util/guards.ts';
import { wordsOf } from '../util/name-words.ts';

/** What a tool's text would run, as a start of the program that reads such text. */
export interface CodeStart {
  readonly action: Action;
  /** nobody says which language it is: where it is none of this one, nothing follows */
  readonly isGuess?: true;
}

/** By the names that fields and tools have for a language. */
const INTERPRETERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(python\d*|py\d?|ipython|jupyter|pyodide)$/, ['python3', '-c']],
  [/^(bash|sh|shell|zsh|terminal|command|commandline)$/, ['bash', '-c']],
  [/^(javascript|js|mjs|cjs|node|nodejs|deno|bun)$/, ['node', '-e']],
  [/^(typescript|ts|tsx)$/, ['tsx', '-e']],
  [/^(powershell|pwsh|ps1?)$/, ['pwsh', '-Command']],
  [/^(ruby|rb)$/, ['ruby', '-e']],
  [/^perl$/, ['perl', '-e']],
  [/^php$/, ['php', '-r']],
  [/^(applescript|osascript)$/, ['osascript', '-e']],
  [/^(r|rscript)$/, ['Rscript', '-e']],
  [/^lua$/, ['lua', '-e']],
  [/^(sql|psql|postgres|postgresql|plpgsql|mysql|mariadb|sqlite|sqlite3|duckdb|tsql|mssql)$/, ['psql', '-c']],
];

const SQL = ['psql', '-c'] as const;
const SHELL = ['bash', '-c'] as const;
/** What text of an unknown language most often is. */
const GUESSES = [SHELL, ['python3', '-c'], ['node', '-e']] as const;

const LANGUAGE_FIELD = /^(programming_)?(language|lang|runtime|interpreter|kernel)$/;
const CODE_FIELD = /^((source|python|js|javascript|shell|bash)_)?(code|script|snippet)s?$/;
const SQL_FIELD = /^(raw_)?(sql|sql_(query|queries|text|statements?|commands?))$/;
const QUERY_FIELD = /^(query|queries|statements?)$/;

const RUNS =
  /^(run|runs|runner|exec|execute|executor|eval|evaluate|interpreter|interpret|repl|sandbox|shell|terminal|console)$/;
/** Tools that do something else with code: they write it down, look at it, or look for it. */
const HANDLES =
  /^(write|edit|create|insert|save|update|put|set|add|append|replace|format|lint|highlight|review|analy[sz]e|explain|translate|convert|check|validate|parse|search|find|read|get|list|describe|generate|lookup|count|diff|complete)$/;
const SEARCHES =
  /^(search|find|docs?|documentation|ask|web|google|bing|brave|lookup|browse|retrieve|recall|memory|knowledge|semantic|context|wiki|help|suggest|resolve|symbols?)$/;

/** SQL begins with its verb; `how to drop a table` is a question. */
const SQL_TEXT =
  /^(?:\s|--[^\n]*\n|\/\*.*?\*\/|\()*(?:select|with|insert|update|delete|drop|truncate|alter|create|replace|merge|grant|revoke|begin|start|commit|set|call|do|copy|explain|analyze|use|show|reset|purge|shutdown|vacuum|attach|pragma|exec)\b/is;

/** Programs whose arguments stand in a field of their own. */
const PROGRAM_FIELDS = ['program', 'executable', 'executable_path', 'binary'];
/** What is typed in a terminal, or handed to something that runs it. */
const TYPED_FIELD = /^(input|chars|text|keys|stdin|data)$/;
const TERMINAL = /^(stdin|term|terminal|tty|pty|console|tmux|screen|session)$/;

/**
 * The starts that would run what stands in the input of a tool which is no agent's own shell, at any depth: words of a command
 * (`command: [git, push]`), lines (`commands`), code whose language a field or the tool's name tells, SQL.
 */
export function codeStarts(tool: string, input: JsonObject): readonly CodeStart[] {
  const words = wordsOf(tool);
  return objectsIn(input).flatMap((one) => [
    ...commandStarts(tool, one),
    ...languageStarts(words, one),
    ...typedStarts(words, one),
    ...sqlStarts(words, one),
  ]);
}

function commandStarts(tool: string, input: JsonObject): readonly CodeStart[] {
  const { command, cmd, argv, commands } = input;
  const args = argumentsIn(input);
  const listed = Array.isArray(commands) ? commands : [];
  const argvs = [
    ...[command, cmd, argv, ...listed].flatMap((value) => (isStrings(value) && value.length > 0 ? [value] : [])),
    ...PROGRAM_FIELDS.map((field) => input[field]).flatMap((program) =>
      isString(program) ? [[program, ...args]] : [],
    ),
  ];
  const lines = [
    ...[commandInFields(tool, input), commands, ...listed].filter(isString),
    // a list that begins with a whole line is a list of lines
    ...argvs.flatMap((words) => (/\s/.test(words[0] ?? '') ? words : [])),
  ];
  return [
    ...argvs.map((words): CodeStart => ({ action: { kind: 'argv', argv: words } })),
    ...lines.map((line): CodeStart => ({ action: { kind: 'line', line, shell: 'unknown' } })),
  ];
}

function typedStarts(words: readonly string[], input: JsonObject): readonly CodeStart[] {
  if (!words.some((word) => RUNS.test(word) || TERMINAL.test(word))) return [];
  return textsOf(input, TYPED_FIELD).map(([, line]) => ({
    action: { kind: 'line', line, shell: 'unknown' },
    isGuess: true,
  }));
}

function languageStarts(words: readonly string[], input: JsonObject): readonly CodeStart[] {
  const texts = textsOf(input, CODE_FIELD);
  const isRun = words.some((word) => RUNS.test(word));
  if (texts.length === 0 || (!isRun && words.some((word) => HANDLES.test(word)))) return [];
  const told = toldLanguage(words, input);
  return texts.flatMap(([field, text]): readonly CodeStart[] => {
    const interpreter = interpreterOf(field.split('_')[0] ?? '') ?? told;
    if (interpreter !== undefined) return [startOf(interpreter, text)];
    // one word is the name of a file, of a language or of an error
    if (!/\S[\s(;]+\S/.test(text)) return [];
    const guesses = isRun ? GUESSES : field.includes('script') ? [SHELL] : [];
    return guesses.map((guess) => ({ ...startOf(guess, text), isGuess: true }));
  });
}

function sqlStarts(words: readonly string[], input: JsonObject): readonly CodeStart[] {
  const isSearch = words.some((word) => SEARCHES.test(word));
  const queries = isSearch ? [] : textsOf(input, QUERY_FIELD).filter(([, text]) => SQL_TEXT.test(text));
  return [...textsOf(input, SQL_FIELD), ...queries].map(([, text]) => startOf(SQL, text));
}

function startOf(interpreter: readonly string[], text: string): CodeStart {
  return { action: { kind: 'argv', argv: [...interpreter, text] } };
}

/** A field says more than the name of the tool, the last word of a name more than its first. */
function toldLanguage(words: readonly string[], input: JsonObject): readonly string[] | undefined {
  const fields = textsOf(input, LANGUAGE_FIELD).map(([, text]) => text.trim().toLowerCase());
  const told = [...fields.flatMap((text) => [text, text.replace(/[^a-z].*$/s, '')]), ...words.toReversed()];
  for (const name of told) {
    const found = interpreterOf(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function interpreterOf(name: string): readonly string[] | undefined {
  return INTERPRETERS.find(([names]) => names.test(name))?.[1];
}

/** Texts in the fields of that name, and in lists there. */
function textsOf(input: JsonObject, field: RegExp): readonly (readonly [string, string])[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const key = wordsOf(name).join('_');
    if (!field.test(key)) return [];
    const texts = [value].flat().filter((one: Json): one is string => typeof one === 'string' && one.trim() !== '');
    return texts.map((text) => [key, text] as const);
  });
}
