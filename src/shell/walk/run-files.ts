import { wordValue } from '../../model/word.ts';
import type { Runner, RunnerCall, RunnerFiles, RunnerFinding } from '../../runners/runner.ts';
import { isThere } from '../origin/written-file.ts';
import type { FileView } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { inProject } from './executed-script.ts';
import { inFile, runFile } from './in-file.ts';
import { type Peeling, runPeeled } from './peel.ts';
import { isChanged, scriptOf } from './script-file.ts';
import { variableOf } from './variable-of.ts';

/** Follows what a program runs from files that its words do not name. */
export function runRunner(runner: Runner, peeling: Peeling, walker: Walker): void {
  const { start } = peeling;
  for (const finding of runner.run(callOf(start, walker))) {
    if (!walker.record.step()) return;
    const code = pieceOf(finding);
    const { file: _, line: __, ...peeled } = finding;
    const follow = (frame: Frame) => runPeeled([peeled], { ...peeling, start: { ...start, frame } }, walker);
    // its output is the program's, of which nothing is known
    const frame = start.frame.with({ stdout: undefined });
    // doubts in what the line itself wrote are its own
    if (!isChanged(finding.file, walker, start.frame) || scriptOf(finding.file, walker, start.frame)?.onDisk === true)
      runFile(code, walker, frame, follow);
    else {
      const inner = inFile(code, frame);
      if (inner !== undefined) follow(inner);
    }
  }
}

function pieceOf(finding: RunnerFinding): Parameters<typeof inFile>[0] {
  const { file, line } = finding;
  return { file, line, text: finding.kind === 'code' ? wordValue(finding.code) : undefined };
}

function callOf(start: ProgramStart, walker: Walker): RunnerCall {
  const variable = (name: string) => variableOf(name, start, walker);
  return {
    argv: start.argv,
    cwd: start.frame.scope.cwd,
    variable,
    changed(name) {
      const value = variable(name);
      return value === walker.facts.env[name] ? undefined : value;
    },
    files: filesOf(walker, start.frame),
    inProject: (name) => inProject(name, start, walker),
  };
}

/** What the line wrote comes before what is on disk. */
function filesOf(walker: Walker, view: FileView): RunnerFiles {
  return {
    read(path) {
      if (!isChanged(path, walker, view)) return walker.scripts.read(path);
      const script = scriptOf(path, walker, view);
      return script?.content.known === true ? script.content.text : undefined;
    },
    exists: (path) => isThere(path, walker),
    matching: (glob, folder) => walker.facts.expandGlob(glob, folder, MAX_MATCHES) ?? [],
  };
}

const MAX_MATCHES = 200;
