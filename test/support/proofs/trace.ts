import { HOME, PROJECT } from './home.ts';

/** Calls of the system that start, write, send or change something; what they are asked for is looked at, not whether it succeeds. */
export const TRACED = [
  'execve,execveat,open,openat,openat2,creat,truncate,ftruncate',
  'unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,symlink,symlinkat,link,linkat,mknod,mknodat',
  'chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,utime,utimes,futimesat,utimensat,setxattr,lsetxattr,fsetxattr,removexattr',
  'mount,umount2,kill,tkill,ptrace,reboot,sethostname,settimeofday,clock_settime',
  '%network',
].join(',');

/** Programs that a program starts as a part of itself, each looked at. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  egrep: ['grep'],
  fgrep: ['grep'],
  zcat: ['gzip'],
  zgrep: ['grep', 'gzip', 'sed', 'zcat'],
  bat: ['batcat'],
  fd: ['fdfind'],
};
const SHELL = ['bash', 'sh'];
const WRITTEN_ANYWAY = new Set([
  '/dev/null',
  '/dev/tty',
  '/dev/stdout',
  '/dev/stderr',
  '/proc/self/fd/1',
  '/proc/self/fd/2',
]);
/** `git status` and `git diff` write down what they learned about files; see jail.ts for what must not change. */
const INDEX = /^(?:.*\/)?\.git\/index(?:\.lock)?$/;
/** Below HOME, outside of the project: settings at which programs look by themselves. */
const SETTINGS =
  /^\/home\/u\/\.(?:gitconfig|gitmore|hostile-git|hostile-rg|config\/|jq|less|terminfo|inputrc|magic|npmrc|ackrc|digrc)/;
const SECRETS =
  /^\/etc\/(?:shadow|gshadow|sudoers)|^\/home\/u\/\.(?:ssh|aws)|^\/home\/u\/app\/(?:\.env|.*\/credentials\.json)$/;

/** What a traced line did that no proof allows, in words. */
export function misdeeds(trace: string, programs: readonly string[], changes = false): readonly string[] {
  const allowed = new Set([...programs, ...SHELL, ...programs.flatMap((program) => PARTS[program] ?? [])]);
  const found = new Set<string>();
  for (const text of wholeCalls(trace)) {
    const [, call = '', rest = ''] = /^\d+\s+(\w+)\((.*)$/.exec(text) ?? [];
    const misdeed = misdeedOf(call, rest, { allowed, changes });
    if (misdeed !== undefined) found.add(misdeed);
  }
  return [...found];
}

/** A call during which another process made one is written in two lines. */
function wholeCalls(trace: string): readonly string[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, process = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (text.endsWith(' <unfinished ...>')) {
      begun.set(process, text.slice(0, -' <unfinished ...>'.length));
      return [];
    }
    const [all, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    return [all === undefined ? line : `${process} ${begun.get(process) ?? ''}${rest}`];
  });
}

interface Allowed {
  readonly allowed: ReadonlySet<string>;
  /** files may be changed: which, is seen on the disk */
  readonly changes: boolean;
}

/** What is made, renamed or taken away; not what it is (links, devices, owners). */
const CHANGING =
  /^(?:unlink|rename|mkdir|rmdir|truncate|chmod|fchmod|utime|futimes|utimens|chown|fchown|lchown|fsetxattr|setxattr)/;

function misdeedOf(call: string, rest: string, { allowed, changes }: Allowed): string | undefined {
  if (call === '') return undefined;
  const [path = ''] = /(?<=")[^"]*(?=")/.exec(rest) ?? [];
  if (call.startsWith('exec')) return misstart(path, rest, allowed);
  if (call.startsWith('open')) return misopening(path, rest, changes);
  if (/^(?:socket|connect|bind|sendto|sendmsg|listen|accept)/.test(call)) return missending(call, rest);
  if (/^(?:socketpair|shutdown|recv|getsock|setsock|getpeer|sendmmsg)/.test(call)) return undefined;
  if (changes && CHANGING.test(call)) return undefined;
  if (/^(?:unlink|rename|link)/.test(call) && (INDEX.test(path) || SORTED.test(path))) return undefined;
  if (/^(?:kill|tkill)$/.test(call) && /SIG0|, 0\)/.test(rest)) return undefined;
  if (call === 'ftruncate') return undefined;
  return `${call}(${rest.slice(0, 160)}`;
}

function misstart(path: string, rest: string, allowed: ReadonlySet<string>): string | undefined {
  if (!/= 0$/.test(rest)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isSystem = /^\/(?:usr\/)?(?:local\/)?s?bin\//.test(path) || path.startsWith('/usr/lib/git-core/');
  return isSystem && allowed.has(name) ? undefined : `starts ${rest.slice(0, 160)}`;
}

/** `sort` of more than fits into memory: new files of its own, which it deletes. Source: sort(1) GNU coreutils 9.1, -T */
const SORTED = /^\/tmp\/sort\w{6}$/;

function isOfSort(path: string, rest: string): boolean {
  return SORTED.test(path) && rest.includes('O_CREAT|O_EXCL');
}

function misopening(path: string, rest: string, changes: boolean): string | undefined {
  if (
    !changes &&
    /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(rest) &&
    !WRITTEN_ANYWAY.has(path) &&
    !INDEX.test(path) &&
    !isOfSort(path, rest)
  ) {
    return `opens for writing ${rest.slice(0, 160)}`;
  }
  // where it leads, relative paths and links followed
  const [, opened = ''] = /= \d+<(\/[^>]*)>$/.exec(rest) ?? [];
  if (SECRETS.test(opened)) return `reads a secret: ${opened}`;
  const isOutside = opened === HOME || (opened.startsWith(`${HOME}/`) && !`${opened}/`.startsWith(`${PROJECT}/`));
  return isOutside && !SETTINGS.test(opened) ? `reads outside of the project: ${opened}` : undefined;
}

/** Users and groups are asked for over a socket of the machine's own, where there is one. */
function missending(call: string, rest: string): string | undefined {
  if (/AF_UNIX|nscd/.test(rest)) return undefined;
  return call === 'socket' || call === 'connect' || call === 'bind' ? `${call}(${rest.slice(0, 160)}` : undefined;
}
