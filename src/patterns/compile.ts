import type { Pattern } from '../model/policy.ts';
import { isExponential } from './ambiguity.ts';
import { searchCost } from './cost.ts';
import { type GlobSource, pathGlobSource, textGlobSource, toolGlobSource } from './glob-source.ts';
import { selectiveLiterals } from './literals.ts';
import { compileProgram } from './program.ts';
import { programText } from './program-text.ts';
import { readJavascriptRegex, translateRegex } from './regex-flavour.ts';
import { parseRegex, refersBack } from './syntax.ts';

export type PatternError<Code extends string> = { readonly error: Code; readonly detail: string };

/** Steps that a test may take to count as linear, for each character. */
const MAX_LINEAR_FACTOR = 1000;
/** Steps that a test may take at all without a watchdog: some 10 to 100 ms in the worst case. */
const MAX_BARE_STEPS = 1e7;

export interface RegexOptions {
  /** one that would take exponential time on some text: refused, or tested by its state machine or under the watchdog */
  readonly exponential?: 'refused' | 'guarded';
  /** `javascript`: exactly as `new RegExp` reads it, without flags; `python`: as `re.search` does, where ASCII is concerned */
  readonly language?: 'lenient' | 'javascript' | 'python';
}

/**
 * A regex as rule authors write it (JavaScript, with Python's spellings), searched anywhere in a text. */
export function compileRegex(
  written: string,
  { exponential = 'refused', language = 'lenient' }: RegexOptions = {},
): Pattern | PatternError<'bad-regex' | 'exponential-regex'> {
  const translated =
    language === 'javascript'
      ? readJavascriptRegex(written)
      : translateRegex(written, { isPython: language === 'python' });
  if ('refused' in translated) return { error: 'bad-regex', detail: translated.refused };
  const compiled = compile(translated.source, translated.flags, written);
  if ('error' in compiled) return compiled;
  if (compiled.exponential && exponential === 'refused')
    return { error: 'exponential-regex', detail: 'a loop in it can take the same text in several ways' };
  return compiled.pattern;
}

/** `path`: pathGlobSource; `text`: textGlobSource; `micromatch`: toolGlobSource. */
export type GlobFlavour = 'path' | 'text' | 'micromatch';

const GLOB_SOURCES: Readonly<Record<GlobFlavour, (written: string) => GlobSource>> = {
  path: pathGlobSource,
  text: textGlobSource,
  micromatch: toolGlobSource,
};

/** A glob over a whole path or a whole text. Neither `~` nor variables are expanded here. */
export function compileGlob(
  written: string,
  { flavour }: { flavour: GlobFlavour },
): Pattern | PatternError<'bad-glob'> {
  const glob = GLOB_SOURCES[flavour](written);
  if ('refused' in glob) return { error: 'bad-glob', detail: glob.refused };
  // file names may hold line breaks, so `.` must match them; micromatch does not care
  const compiled = compile(glob.source, flavour === 'micromatch' ? '' : 's', written);
  if ('error' in compiled) return { error: 'bad-glob', detail: compiled.detail };
  if (compiled.exponential && flavour !== 'micromatch')
    return { error: 'bad-glob', detail: 'its groups can take the same text in several ways' };
  return compiled.pattern;
}

type Compiled = { readonly pattern: Pattern; readonly exponential: boolean };

function compile(source: string, flags: string, written: string): Compiled | PatternError<'bad-regex'> {
  const fault = regexFault(source, flags);
  const alternatives = fault === undefined ? parseRegex(source) : undefined;
  if (alternatives === undefined) return { error: 'bad-regex', detail: fault ?? 'syntax that not every Node knows' };
  const program = compileProgram(alternatives, flags);
  const cost = searchCost(alternatives, flags);
  const linear = cost !== undefined && cost.degree <= 1 && cost.factor <= MAX_LINEAR_FACTOR;
  const bareUpTo = cost === undefined ? 0 : Math.floor((MAX_BARE_STEPS / cost.factor) ** (1 / cost.degree));
  const needs = selectiveLiterals(alternatives, flags);
  const pattern: Pattern = {
    source,
    flags,
    linear,
    ...(needs === undefined ? {} : { needs }),
    ...(linear || bareUpTo === 0 ? {} : { bareUpTo }),
    ...(program === undefined ? {} : { program: programText(program) }),
    written,
  };
  // the machine approximates back references by any text, so its loops prove nothing
  const doubtful = cost === undefined && program !== undefined && !refersBack(alternatives);
  return { pattern, exponential: doubtful && isExponential(program) };
}

function regexFault(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '').toLowerCase();
  }
}
