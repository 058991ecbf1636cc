import { createSubject } from '../conditions/subject.ts';
import { effectOf } from '../grammar/effect-of.ts';
import { exactGrammarOf } from '../grammar/index.ts';
import type { Decision } from '../model/decision.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import { type Word, wordValue } from '../model/word.ts';
import { isWithin, resolvePath } from '../util/path.ts';
import { actsElsewhere, isBuild } from './builds.ts';
import { expansionOf, type ProofContext, type ProofStart, startsOther } from './context.ts';
import { secretIn } from './environment.ts';
import { pathsObstacle } from './paths.ts';

/** Starts that are confined for certain, by index; none below `project`, nor where a rule confines the line as a whole. */
export function confinedStarts({ confinement, trace }: Decision, { level }: ProofContext): ReadonlySet<number> {
  if (level !== 'project' || confinement === undefined) return new Set();
  const certain = trace.filter((one) => one.end === 'matched' && one.verdict === 'confine' && one.certainty === 'yes');
  const named = new Set(certain.map(({ invocation }) => invocation));
  return new Set(confinement.invocations.filter((index) => named.has(index)));
}

/** A confined start starts it, or a file that one runs. */
export function isBehindWall({ via }: Invocation, confined: ReadonlySet<number>): boolean {
  return via.some(({ invocation }) => confined.has(invocation));
}

/** Programs that look the next one up as the shell does, so that its shim is found. */
const LOOKS_UP = /^(?:env|timeout|nice|nohup|stdbuf|time)$/;

/**
 * Why what is confined may do harm that no wall stops; undefined = its words say that it builds, tests or checks, and name no secret and
 * no other machine. A wall stops no reading and no network: what its words do not call a build is left to people.
 */
export function confinedObstacle(start: ProofStart): string | undefined {
  const { invocation, subject, program, context } = start;
  const { argv, via, role, standsFor, code, inputs, cwd } = invocation;
  const isFound = argv[0]?.kind === 'known' && !argv[0].value.includes('/') && role === 'program';
  if (!isFound || standsFor !== undefined || via.some(({ name }) => !LOOKS_UP.test(name)))
    return `it is not known that the shim of \`${program}\` starts it`;
  if (code !== undefined || inputs.some(({ kind }) => kind !== 'pipe')) return `\`${program}\` runs code of the line`;
  const parsed = subject.parsed();
  const words = [...parsed.subcommand, ...parsed.operands.map(({ word }) => wordValue(word) ?? word.text)];
  if (!isBuild(program, words, argv.slice(1).map(wordValue)))
    return `no word says that \`${program}\` builds, tests or checks`;
  if (parsed.options.some(({ kind }) => kind === 'code' || (kind === 'command' && !startsOther(start))))
    return `\`${program}\` runs code of the line`;
  if (cwd === undefined || !isOfProject(cwd, context)) return `\`${program}\` does not run in the project`;
  const written = new Set(parsed.options.map(({ kind, value }) => (kind === 'write' ? value : undefined)));
  for (const word of argv.slice(1)) {
    const isWritten = written.has(word); // see pathsObstacle
    const obstacle = wordObstacle(word, cwd, context) ?? (isWritten ? undefined : placeObstacle(word, cwd, context));
    if (obstacle !== undefined) return obstacle;
  }
  return pathsObstacle(start, 'starts');
}

/** Options that have it run something else, and standard input in the place of a file. */
const RUNS_ELSE =
  /^--?(?:[\w-]+-)?(?:exec|toolexec|vettool|eval|config|remote|host|publish|deploy|upload)(?:=|$)|^(?:-f?-?|\/dev\/.*|\/proc\/.*)$/;

function wordObstacle(word: Word, cwd: string, context: ProofContext): string | undefined {
  const secret = secretIn(word);
  if (secret !== undefined) return `\`$${secret}\` may be a secret`;
  if (word.kind === 'unknown') return `it is not known what \`${word.text}\` is`;
  if (/:\/\/|@/.test(word.text)) return `\`${word.text}\` may name another machine`;
  const value = wordValue(word);
  if (value === undefined) return undefined;
  if (RUNS_ELSE.test(value) && value !== '--') return `\`${word.text}\` may run something else`;
  return isSecretPath(value, cwd, context) ? `\`${word.text}\` may hold secrets` : undefined;
}

/** Every word counts as a path: which of them the program runs is not known of most. */
function placeObstacle(word: Word, cwd: string, context: ProofContext): string | undefined {
  const text = word.kind === 'glob' ? word.pattern : wordValue(word);
  const files = word.kind === 'glob' ? expansionOf(word.pattern, cwd, context) : [];
  const isInside =
    text !== undefined &&
    files !== undefined &&
    !LEADS_AWAY.test(text) &&
    [...pathsIn(text), ...files].every((path) => isOfProject(resolvePath(cwd, path), context));
  return isInside ? undefined : `\`${word.text}\` may be outside the project`;
}

/** A folder above, and what programs themselves may take for a home directory or a variable; `./...` of Go is neither. */
const LEADS_AWAY = /(?<!\.)\.\.(?!\.)|~|\$[\w{(]/;

/** `--file=PATH`, `-CPATH`, `-kC/PATH`, `PATH::name`, `PATH:PATH` */
function pathsIn(text: string): readonly string[] {
  return text.split(/[=:,;]/).flatMap((part) => {
    if (!part.startsWith('-')) return [part];
    return [/^-\w(.+)/s.exec(part)?.[1] ?? [], /\/.*/s.exec(part) ?? []].flat();
  });
}

/** Of the project itself, links followed: nobody's code lies in a temp folder for this project to run. */
function isOfProject(path: string, { project, facts }: ProofContext): boolean {
  return [path, facts.realpath(path)].every((one) => project().some((root) => isWithin(one, root)));
}

/** Also behind `--env-file=`. */
function isSecretPath(value: string, cwd: string, { isSecret }: ProofContext): boolean {
  const path = value.slice(value.indexOf('=') + 1);
  return path !== '' && !path.startsWith('-') && isSecret(resolvePath(cwd, path));
}

/** Of what files behind the wall start, as far as they are read: why it reaches past the wall. */
export function behindWallObstacle(
  invocation: Invocation,
  analysis: Analysis,
  context: ProofContext,
): string | undefined {
  const { program } = invocation;
  if (program === undefined || actsElsewhere(program))
    return `\`${program ?? 'a program'}\` may act outside of the wall`;
  const grammar = exactGrammarOf(program);
  const subject = createSubject({ analysis, invocation, cwd: context.cwd, env: context.facts.env });
  const effect = grammar && effectOf(grammar, subject.parsed());
  return effect === 'sends' || effect === 'network' || effect === 'installs'
    ? `\`${program}\` talks to another machine`
    : undefined;
}
