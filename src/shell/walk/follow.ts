import type { Facts } from '../../model/facts.ts';
import type { Analysis } from '../../model/invocation.ts';
import type { Environment, ShellName } from '../../model/request.ts';
import { knownWord } from '../../model/word.ts';
import { shLine } from '../../util/sh-quote.ts';
import { shellCodeOf } from '../../wrappers/shells.ts';
import { Frame } from '../state/frame.ts';
import { Scope } from '../state/scope.ts';
import { endShell } from './exit-trap.ts';
import { LineWalker } from './line-walker.ts';
import { refusedSyntax } from './refused.ts';

export interface AnalyzeContext {
  /** absolute */
  readonly cwd: string;
  readonly env: Environment;
  readonly facts: Facts;
  /** the shell that will read the line; absent = bash */
  readonly shell?: ShellName;
}

export function followLine(line: string, context: AnalyzeContext): Analysis {
  const { facts, shell } = context;
  if (shell === 'powershell') return followPowershell(line, context);
  const analysis = analyze(line, context, (walker, frame) => walker.runCode(line, frame, { shell: shell ?? 'bash' }));
  const refused = refusedSyntax(line, analysis.unsure, facts, shell);
  return refused === undefined ? analysis : { ...analysis, unsure: [refused] };
}

/** PowerShell is a language of `code/`: its reader translates it to shell code, which is walked. */
function followPowershell(line: string, context: AnalyzeContext): Analysis {
  return analyze(line, context, (walker, frame) =>
    walker.start({
      argv: ['pwsh', '-Command', line].map((value) => knownWord(value)),
      assignments: [],
      redirects: [],
      frame: frame.with({ spans: false }),
      lookup: 'programs',
      text: line,
    }),
  );
}

export function followArgv(argv: readonly string[], context: AnalyzeContext): Analysis {
  const text = shLine(argv);
  return analyze(text, context, (walker, frame) => {
    if (argv.length === 0) return;
    walker.start({
      argv: argv.map((value) => knownWord(value)),
      assignments: [],
      redirects: [],
      frame: frame.with({ spans: false }),
      lookup: 'programs',
      text,
    });
  });
}

/** The line in `sh -c line`; for any other arguments of a shell, these quoted as a line. */
export function lineOfShell(argv: readonly string[]): string {
  return shellCodeOf(argv.map((value) => knownWord(value))) ?? shLine(argv);
}

function analyze(text: string, context: AnalyzeContext, run: (walker: LineWalker, frame: Frame) => void): Analysis {
  const walker = new LineWalker(context.facts);
  const frame = new Frame({
    scope: new Scope({ env: context.env, cwd: context.cwd }),
    stdin: { kind: 'inherit' },
    stdout: undefined,
    via: [],
    depth: 0,
    nesting: 0,
    text,
    spans: true,
    dialect: 'bash',
    isFish: false,
    assumeUnset: false,
    inFile: false,
    region: undefined,
    mayNotRun: false,
    empty: [],
    source: undefined,
    turns: 1,
    inLoop: false,
    locals: undefined,
    leaving: undefined,
    calls: [],
  });
  try {
    run(walker, frame);
    endShell(frame, walker);
  } catch (error) {
    // LIMITS.nesting bounds the stack; an overflow all the same is reported as a doubt
    if (!(error instanceof RangeError)) throw error;
    walker.record.doubt('too-deep', 'commands that are nested too deeply');
  }
  const { partlyRead } = walker.scripts;
  const found = { text, invocations: walker.record.found(), unsure: walker.record.doubts };
  return partlyRead.length === 0 ? found : { ...found, partlyRead };
}
