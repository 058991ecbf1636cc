import { join } from 'node:path';
import { boxMarker } from '../store/box.ts';
import { KEPT_WALLS } from '../store/kept-walls.ts';
import { shQuote } from '../util/sh-quote.ts';
import { freshTest, marksOf } from './freshness.ts';
import { type NodeOptions, optionValues } from './node-options.ts';
import { recentTest } from './sh-clock.ts';

/** What one generated shim is made of. Paths are absolute. */
export interface ShimText {
  readonly name: string;
  readonly shimDir: string;
  readonly node: string;
  readonly nodeOptions: NodeOptions;
  /** the slow path's bundle */
  readonly main: string;
  readonly stamp: string;
  /** where Node leaves the words that confine a program */
  readonly walls: string;
  readonly watched: Watched;
  /** see ShimPlan.projects; '' = none */
  readonly projects: string;
  /** sh lines that set `__ss_way=run` where no rule can match this argv; absent = every call goes to Node */
  readonly gate?: string;
  /** allows everything: for shells that have cached the path of a shim that is no longer needed */
  readonly passThrough: boolean;
  /** /bin/sh has `exec -a` */
  readonly execA: boolean;
  /** a bash, where /bin/sh takes functions that bash has exported out of the environment; absent = it leaves them there */
  readonly bash?: string | undefined;
  /** variables that only an agent's own shell has, and base names of agents' programs */
  readonly agents: AgentNames;
}

/** What a compiled policy was made from. */
export interface Watched {
  /** files and directories; one that has another time than it had makes it stale */
  readonly changing: readonly string[];
  /** one that comes into being makes it stale */
  readonly missing: readonly string[];
}

export interface AgentNames {
  readonly variables: readonly string[];
  readonly programs: readonly string[];
}

/** Is this a shim of ours, and no stranger's file? */
export function isShim(text: string): boolean {
  return /^#![^\n]*\n# safeshell shim\./.test(text);
}

/** The line that makes a shim a pass-through. */
export const PASS_THROUGH = '\n__ss_gate=open __ss_way=run\n';

/** Interpreters that find their home by looking argv[0] up in PATH: they would find the shim. */
const FINDS_ITSELF = /^(python|pypy)/;

/**
 * Programs between one bash and another that uses its functions: `export -f f; timeout 9 bash -c f`, and bats. Their shims are
 * read by bash, with -p so that it imports nothing itself; it starts a millisecond later than dash, so others' are not.
 */
const HANDS_FUNCTIONS_ON = new Set(
  'bash rbash env find xargs parallel timeout nice nohup setsid stdbuf time watch'.split(' '),
);

/** Fills shims/shim.sh, without its comments. One pass, so that no value is read as a placeholder; a line left empty by its value goes. */
export function renderShim(template: string, shim: ShimText): string {
  const bash = HANDS_FUNCTIONS_ON.has(shim.name) ? shim.bash : undefined;
  const values: Readonly<Record<string, string>> = {
    POSIX: bash === undefined ? '' : 'set -o posix',
    NAME: shQuote(shim.name),
    SHIMS: shQuote(shim.shimDir),
    NODE: shQuote(shim.node),
    MAIN: shQuote(shim.main),
    BOX: shQuote(boxMarker()),
    STAMP: shQuote(shim.stamp),
    WALLS: shQuote(shim.walls),
    KEPT: shQuote(join(marksOf(shim.stamp).folder, KEPT_WALLS)),
    FRESH: freshTest(shim.watched),
    RECENT: recentTest(),
    PROJECTS: shQuote(shim.projects),
    GATE: shim.gate ?? ':',
    PASS: shim.passThrough ? PASS_THROUGH.trim() : '',
    KEEP_NAME: (shim.execA || bash !== undefined) && !FINDS_ITSELF.test(shim.name) ? keepName(shim.name) : '',
    ...agentValues(shim.agents),
    ...optionValues(shim.nodeOptions),
  };
  return (bash === undefined ? template : template.replace(/^#!.*/, `#!${bash} -p`))
    .replace(/^ *@([A-Z_]+)@\n/gm, (line, name: string) => (values[name] === '' ? '' : line))
    .replace(/@([A-Z_]+)@/g, (whole, name: string) => values[name] ?? whole);
}

/** What shims/person.sh asks for. */
export function agentValues({ variables, programs }: AgentNames): Readonly<Record<'MARKERS' | 'AGENTS', string>> {
  const isSet = (name: string) => `\${${name}+x}`;
  return {
    MARKERS: variables.filter(isIdentifier).map(isSet).join(''),
    AGENTS: programs.map(shQuote).join(' | ') || "''",
  };
}

/** Strips comments, as sh reads every byte at each call; the lines that mark a shim and its gate remain. */
export function withoutComments(template: string): string {
  const [head = ''] = /^(#.*\n)*/.exec(template) ?? [];
  return head + template.slice(head.length).replace(/^ *#(?! ----).*\n|^\n/gm, '');
}

/** Tests the variables of the running shell: /bin/sh may have been another one when this was generated. */
function keepName(name: string): string {
  return `[ "\${BASH_VERSION-}\${ZSH_VERSION-}\${KSH_VERSION-}" ] && exec -a ${shQuote(name)} "$__ss_real" "$@"`;
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}
