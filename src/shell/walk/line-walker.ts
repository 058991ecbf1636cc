import type { Facts } from '../../model/facts.ts';
import { type Ast, errorsOf } from '../parse/parse.ts';
import { dataFeed, Sink } from '../state/feed.ts';
import type { Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import { Recorder } from '../state/recorder.ts';
import { ScriptFiles } from '../state/script-files.ts';
import { known, likely, unknown, type Value } from '../state/value.ts';
import type { CodeOptions, ProgramStart, Walker } from '../state/walker.ts';
import { runText } from './code.ts';
import { runCommand, startNothing } from './command.ts';
import { runCompound } from './compound.ts';
import { endShell } from './exit-trap.ts';
import { printedText } from './file-text.ts';
import { forwardOutput, runAndOr, runPipeline, runStatements } from './list.ts';
import { applyRedirects, runRedirected } from './redirects.ts';
import { startProgram } from './start.ts';

/** The abstract interpreter: walks a syntax tree as a shell would run it, and records instead of starting anything. */
export class LineWalker implements Walker {
  readonly record = new Recorder();
  readonly facts: Facts;
  readonly scripts: ScriptFiles;

  constructor(facts: Facts) {
    this.facts = facts;
    this.scripts = new ScriptFiles(facts);
  }

  runList(statements: Iterable<Ast.Statement>, frame: Frame): void {
    runStatements(statements, this, frame);
  }

  runNode(node: Ast.Statement['command'] | Ast.CompoundList, outer: Frame): void {
    if (outer.nesting > LIMITS.nesting) {
      this.record.doubt('too-deep', 'commands that are nested too deeply');
      return;
    }
    switch (node.type) {
      case 'Command':
        runCommand(node, this, outer);
        return;
      case 'AndOr':
        runAndOr(node, this, outer);
        return;
      case 'Pipeline':
        runPipeline(node, this, outer);
        return;
      case 'CompoundList':
        this.runList(node.commands, outer.with({ nesting: outer.nesting + 1 }));
        return;
      case 'Redirected':
        this.runRedirected(node, outer.with({ nesting: outer.nesting + 1 }));
        return;
      default:
        runCompound(node, this, outer.with({ nesting: outer.nesting + 1 }));
    }
  }

  runCode(text: string, frame: Frame, options?: CodeOptions): void {
    runText(text, this, frame, options);
  }

  start(start: ProgramStart): void {
    startProgram(start, this);
  }

  substitute(script: Ast.ParsedScript | undefined, frame: Frame): Value {
    const sink = new Sink();
    this.runNested(script, frame.with({ stdout: sink }));
    const value = readsFile(script) ? unknown('command-output', { from: sink.from }) : sink.collected();
    if (value.known) {
      const text = known(withoutLineEnds(value.text.replaceAll('\0', '')));
      return sink.mayBeMissing
        ? likely(text, unknown('command-output', { alternatives: [''], from: sink.from }))
        : text;
    }
    // the unknown part may be empty, so that the known part is what ends in a newline
    const [prefix, suffix] = [withoutLineEnds(value.prefix), withoutLineEnds(value.suffix)];
    const pattern = value.pattern === undefined ? undefined : withoutLineEnds(value.pattern);
    const read = frame.inLoop ? undefined : printedText(value, this, frame);
    const fileText = read === undefined ? undefined : withoutLineEnds(read.replaceAll('\0', ''));
    return { ...value, reason: 'command-output', prefix, suffix, pattern, fileText };
  }

  processSubstitution(part: Ast.ProcessSubstitutionPart, frame: Frame): Value {
    if (part.operator === '<') {
      const sink = new Sink();
      this.runNested(part.script, frame.with({ stdout: sink }));
      return sink.collected();
    }
    const from: number[] = [];
    const input = { kind: 'process-substitution', from } as const;
    const stdin = dataFeed(unknown('stdin', { from }), input);
    // its output goes where the command's goes, at any time
    const sink = new Sink();
    this.runNested(part.script, frame.with({ stdout: frame.stdout === undefined ? undefined : sink, stdin }));
    forwardOutput(sink, frame);
    return unknown('stdin', { from });
  }

  private runNested(script: Ast.ParsedScript | undefined, frame: Frame): void {
    if (script === undefined || !this.record.step()) return;
    if (frame.nesting > LIMITS.nesting) {
      this.record.doubt('too-deep', 'substitutions that are nested too deeply');
      return;
    }
    const text = script.source ?? frame.text;
    const spans = frame.spans && script.source === undefined;
    const scope = frame.scope.child();
    const statements = beforeError(script, text);
    const [depth, nesting] = [frame.depth + 1, frame.nesting + 1];
    const inner = frame.with({ scope, text, spans, depth, nesting, leaving: undefined });
    this.runList(statements, inner);
    endShell(inner, this, frame.scope.onExit);
  }

  private runRedirected(node: Ast.Redirected, frame: Frame): void {
    const redirected = applyRedirects(node.redirects, this, frame);
    if (redirected.redirects.length > 0)
      startNothing(node, this, frame.with({ stdout: undefined }), redirected.redirects);
    runRedirected(redirected, false, redirected.frame, (inner) => this.runNode(node.command, inner));
    redirected.finish();
  }
}

function withoutLineEnds(text: string): string {
  let { length } = text;
  while (text[length - 1] === '\n') length--;
  return text.slice(0, length);
}

/** A shell reads a substitution line by line: the line with a syntax error does not run, nor do those after it. */
function beforeError(script: Ast.ParsedScript, text: string): readonly Ast.Statement[] {
  const [error] = errorsOf(script, text);
  if (error === undefined) return script.commands;
  const line = text.lastIndexOf('\n', error.pos - 1);
  return script.commands.filter((statement) => statement.end <= line);
}

/** `$(< file)` prints the file. */
function readsFile(script: Ast.ParsedScript | undefined): boolean {
  const command = script?.commands.length === 1 ? script.commands[0]?.command : undefined;
  return (
    command?.type === 'Command' &&
    command.name === undefined &&
    command.redirects.some(({ operator }) => operator === '<')
  );
}
