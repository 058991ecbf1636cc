import type { Covered } from '../../box/covered.ts';
import { baseName } from '../../util/path.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { fill } from '../hook-template.ts';

export interface BoxedShims {
  /** text of shims/boxed.sh */
  readonly template: string;
  /** reads the shims: has `exec -a` */
  readonly bash: string;
  /** where the real programs are */
  readonly root: string;
  /** folder of the shims that judge, as it is in the box */
  readonly shims: string;
  /** the file that has the agent's process id */
  readonly agent: string;
  /** beginnings of paths: scripts of the guard, which nobody in the box can write */
  readonly own: readonly string[];
}

/** Shells: what they run of the guard's own is its own. */
const SHELLS: readonly string[] = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh'];

/** The text of what lies over each program, by its path. */
export function boxedShims(covered: readonly Covered[], shims: BoxedShims): ReadonlyMap<string, string> {
  const gits = covered.filter(({ names }) => names.includes('git')).map(({ path }) => shims.root + path);
  return new Map(covered.map((one) => [one.path, boxedShim(one, gits, shims)]));
}

function boxedShim({ path, names }: Covered, gits: readonly string[], shims: BoxedShims): string {
  const isGit = names.includes('git');
  const shells = names.filter((name) => SHELLS.includes(name));
  return fill(shims.template, {
    SHELL: shims.root + shims.bash,
    WHAT: path.replace(/[^\x20-\x7e]/g, '?'),
    PROGRAM: shQuote(shims.root + path),
    PASS: isGit ? passWhere(startedByOneOf(gits)) : shells.length > 0 ? passOwn(shells, shims) : '',
    NAMES: names.map(shQuote).join(' | '),
    NAME: shQuote(names[0] ?? baseName(path)),
    SUBCOMMAND: isGit ? SUBCOMMAND : '',
    SHIMS: shQuote(shims.shims),
  }).replace(/^\n/gm, '');
}

const BECOME = 'exec -a "$0" "$__ss_program" "$@"';
/** `git-push` is `git push`. Source: git(1) */
const SUBCOMMAND = 'case ${0##*/} in git-*) set -- "${0##*/git-}" "$@"; __ss_as=git ;; esac';

/** git was judged when it was started; what it starts of its own is part of that. No other program can have this file as its own. */
function startedByOneOf(programs: readonly string[]): string {
  return programs.map((path) => `[ "/proc/$PPID/exe" -ef ${shQuote(path)} ]`).join(' || ');
}

function passWhere(test: string): string {
  return `if ${test}; then\n  ${BECOME}\nfi`;
}

/**
 * What the guard's own scripts are run by; and the shell of the agent's tool, whose whole line is for the agent's hook: one that the agent
 * starts, or its own sandbox as the first process in a namespace, where nobody sees the agent. What these start is judged.
 */
function passOwn(shells: readonly string[], { own, agent, root }: BoxedShims): string {
  const patterns = own.map((one) => (one.endsWith('/') ? `${shQuote(one)}*` : shQuote(one))).join(' | ');
  const isAgents = `read -r __ss_agent 2>/dev/null <${shQuote(agent)} && [ "$__ss_agent" = "$PPID" ]`;
  const isFirst = `[ "$PPID" = 1 ] && [ -e /proc/self ] && [ ! /proc -ef ${shQuote(`${root}/proc`)} ]`;
  return `case \${0##*/} in
${shells.join(' | ')})
  case \${1-} in
  */../*) ;;
  ${patterns}) ${BECOME} ;;
  esac
  if { ${isAgents}; } || { ${isFirst}; }; then
    ${BECOME}
  fi
  ;;
esac`;
}

/** What sh reads in the box: see shims/box.sh. `bundles`: the folder that Node's bundles are in, as it is in the box. */
export function boxMarkerText(root: string, node: string, bundles: string): string {
  return [
    `__ss_boxed=yes __ss_root=${shQuote(root)} __ss_node=${shQuote(root + node)}`,
    `[ -z "\${__ss_main-}" ] || [ "$__ss_main" -ef ${shQuote(bundles)}/"\${__ss_main##*/}" ] || __ss_main=`,
    '',
  ].join('\n');
}
