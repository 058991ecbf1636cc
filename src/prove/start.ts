import { isOfSystem } from '../classify/of-system.ts';
import { createSubject } from '../conditions/subject.ts';
import { effectOf } from '../grammar/effect-of.ts';
import { exactGrammarOf, grammarOf } from '../grammar/index.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import { changesFiles, mayChange, movedBefore } from './changes.ts';
import { behindWallObstacle, confinedObstacle, isBehindWall } from './confined.ts';
import { type ProofContext, type ProofStart, startsOther } from './context.ts';
import { programObstacle } from './environment.ts';
import { gitObstacle } from './git.ts';
import { pathsObstacle } from './paths.ts';
import { isOnPath } from './search-path.ts';
import { specialObstacle } from './special.ts';
import { redirectObstacle, wordsObstacle } from './words.ts';

/** `changes`: it holds where what the start destroys is kept before it runs. */
export type StepResult =
  | { readonly why: string; readonly changes?: boolean }
  | { readonly obstacle: { readonly why: string } };

const not = (why: string): StepResult => ({ obstacle: { why } });

/** What is known of a start. */
interface Given {
  /** one of the person's own that allows it */
  readonly rule: string | undefined;
  /** see confinedStarts */
  readonly confined: ReadonlySet<number>;
}

/** What one start was shown to do, or what is not shown. */
export function startStep(
  analysis: Analysis,
  index: number,
  context: ProofContext,
  { rule, confined }: Given,
): StepResult {
  const invocation = analysis.invocations[index] as Invocation;
  const { program, role, standsFor, inFile, via } = invocation;
  if (isBehindWall(invocation, confined)) {
    const reached = behindWallObstacle(invocation, analysis, context);
    return reached === undefined ? { why: `\`${program}\` is behind a wall` } : not(reached);
  }
  if (program === undefined) return not('it is not known which program it starts');
  // it may start itself, and what it is named like is not what it does
  if (role === 'function') return not(`\`${program}\` is a function of the line`);
  if (standsFor !== undefined || inFile) return not(`\`${program}\` stands in code that the line runs`);
  const away = via.find((one) => one.elsewhere !== undefined || one.user !== undefined || one.clearsEnv);
  if (away !== undefined) return not(`\`${away.name}\` starts it elsewhere, or as somebody else`);
  const changed = programObstacle(program, context.facts.env, invocation.assignments);
  if (changed !== undefined) return { obstacle: changed };
  if (confined.has(index)) return confinedStep({ analysis, index, invocation, program, context });
  if (!isOfSystem(invocation) || !isOnPath(invocation, context)) {
    return not(`\`${invocation.argv[0]?.text}\` may be a program of the project`);
  }
  const redirected = context.level === 'project' && rule === undefined ? undefined : redirectObstacle(invocation);
  if (redirected !== undefined) return not(redirected);
  return rule === undefined
    ? readingStep({ analysis, index, invocation, program, context })
    : { why: `${rule} allows it` };
}

function confinedStep(input: Omit<ProofStart, 'subject' | 'grammar'>): StepResult {
  const { analysis, invocation, program, context } = input;
  const subject = createSubject({ analysis, invocation, cwd: context.cwd, env: context.facts.env });
  const start: ProofStart = { ...input, subject, grammar: grammarOf(program) };
  const obstacle = movedBefore(start) ?? confinedObstacle(start);
  return obstacle === undefined ? { why: `\`${program}\` is confined to the project`, changes: true } : not(obstacle);
}

function readingStep(input: Omit<ProofStart, 'subject' | 'grammar'>): StepResult {
  const { analysis, invocation, program, context } = input;
  const grammar = exactGrammarOf(program);
  if (grammar === undefined) return not(`it is not known what \`${program}\` does`);
  const subject = createSubject({ analysis, invocation, cwd: context.cwd, env: context.facts.env });
  const start: ProofStart = { ...input, subject, grammar };
  const parsed = subject.parsed();
  const effect = effectOf(grammar, parsed);
  const name = [program, ...parsed.subcommand].join(' ');
  if (mayChange(start)) return changingStep(start, name);
  if (effect === undefined) return not(`it is not known that \`${name}\` only reads`);
  if (effect === 'starts' && !startsOther(start)) return not(`it is not known what \`${name}\` starts`);
  if (effect !== 'reads' && effect !== 'prints' && effect !== 'starts') return not(EFFECT_TEXTS[effect](name));
  const obstacle =
    movedBefore(start) ??
    wordsObstacle(start, effect) ??
    specialObstacle(start) ??
    (program === 'git' ? gitObstacle(start) : undefined) ??
    pathsObstacle(start, effect);
  if (obstacle !== undefined) return not(obstacle);
  return { why: STEP_TEXTS[effect](name), changes: changesFiles(start) };
}

function changingStep(start: ProofStart, name: string): StepResult {
  const obstacle = movedBefore(start) ?? wordsObstacle(start, 'reads') ?? pathsObstacle(start, 'reads');
  return obstacle === undefined ? { why: `\`${name}\` changes files of the project`, changes: true } : not(obstacle);
}

const STEP_TEXTS = {
  reads: (name: string) => `\`${name}\` reads`,
  prints: (name: string) => `\`${name}\` only prints or reckons`,
  starts: (name: string) => `\`${name}\` starts what is proven by itself`,
} as const;

const EFFECT_TEXTS = {
  plain: (name: string) => `it is not known that \`${name}\` only reads`,
  variables: (name: string) => `\`${name}\` shows the environment`,
  indirect: (name: string) => `\`${name}\` touches paths that its words do not name`,
  writes: (name: string) => `\`${name}\` writes`,
  deletes: (name: string) => `\`${name}\` deletes`,
  network: (name: string) => `\`${name}\` talks to another machine`,
  sends: (name: string) => `\`${name}\` sends to another machine`,
  runs: (name: string) => `\`${name}\` runs code`,
  installs: (name: string) => `\`${name}\` installs packages`,
} as const;
