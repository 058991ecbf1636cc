import { runProgram } from '../../programs/start-program.ts';
import { findProgram, isSameFile, pathEntries, pathWithout } from '../programs.ts';
import { SHELLS } from '../shells/index.ts';
import type { ShellPaths } from '../shells/shell.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { whoPuts } from './path-tools.ts';

const FIX = 'safeshell init --install, then open a new shell';
const TIMEOUT_MS = 10_000;
const MARK = '<safeshell-path>';
/** In fish, too, `"$PATH"` is joined with colons. */
const QUESTION = `printf '\\n${MARK}%s\\n' "$PATH"`;
const WAYS = [
  { flags: '-lc', called: 'login' },
  { flags: '-ic', called: 'interactive' },
] as const;

/** Is the shim directory first in the PATH of this process? */
export function pathHere({ shims, envFile, env }: ShellPaths): Finding {
  const fault = faultOf(env.PATH ?? '', shims, env);
  if (fault === undefined) return ok('path', 'the shims stand first in PATH');
  return problem('path', `in this shell ${fault}`, `. '${envFile}'`);
}

/** Would it be in a shell that opens now? Asks each shell of this machine, started without us in PATH. */
export async function pathInNewShells(paths: ShellPaths): Promise<readonly Finding[]> {
  const { shims, env } = paths;
  const path = pathWithout(env.PATH ?? '', shims);
  const questions = SHELLS.flatMap(({ name }) => {
    const program = findProgram(name, path, shims);
    return program === undefined ? [] : WAYS.map((way) => ({ ...way, name, program }));
  });
  const seen: NewShell[] = [];
  for (const { name, program, flags, called } of questions) {
    const answer = await pathSeenBy(program, flags, { ...env, PATH: path });
    const fault = answer === undefined ? undefined : faultOf(answer, shims, env);
    seen.push({ check: `path-${name}-${called}`, shell: `${called} ${name}`, answer, fault });
  }
  return seen.flatMap((one) => findingOf(one, seen));
}

interface NewShell {
  readonly check: string;
  readonly shell: string;
  /** its PATH; undefined = it did not say */
  readonly answer: string | undefined;
  readonly fault: string | undefined;
}

/** Shells with the same fault share one finding: they have one cause. */
function findingOf({ check, shell, answer, fault }: NewShell, all: readonly NewShell[]): readonly Finding[] {
  if (answer === undefined) return [note(check, `a new ${shell} did not say its PATH in time`)];
  if (fault === undefined) return [ok(check, `a new ${shell} has the shims first in PATH`)];
  const same = all.filter((one) => one.fault === fault);
  if (same[0]?.check !== check) return [];
  return [problem(check, `in a new ${same.map((one) => one.shell).join(', ')} ${fault}`, FIX)];
}

function faultOf(path: string, shims: string, env: ShellPaths['env']): string | undefined {
  const entries = pathEntries(path);
  const at = entries.findIndex((entry) => isSameFile(entry, shims));
  if (at === 0) return undefined;
  if (at < 0) return 'the shims are not in PATH';
  const [first = ''] = entries;
  const tool = whoPuts(first, env);
  return `${first}${tool && ` (${tool})`} stands before the shims in PATH`;
}

/** undefined = no answer. */
async function pathSeenBy(program: string, flags: string, env: ShellPaths['env']): Promise<string | undefined> {
  const call = { args: [flags, QUESTION], env, timeoutMs: TIMEOUT_MS, ownSession: true } as const;
  const { stdout } = await runProgram(program, call);
  const line = stdout.split('\n').find((one) => one.startsWith(MARK));
  return line?.slice(MARK.length);
}
