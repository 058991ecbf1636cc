import { canonicalHost } from '../../grammar/address.ts';
import type { Part, PhraseReader, Scene, Subject } from './part.ts';

/** A path or a glob of paths, in the words of a sentence; undefined = it is none. */
function pathOf(word: string): string | undefined {
  return /^(~|\.{1,2})?\/|^~$|^\*\*\//.test(word) ? word.replace(/(.)\/(\*\*)?$/, '$1') : undefined;
}

const HERE = /^(here|this (directory|folder|project|repo|repository))$/;

function pathsIn(words: readonly string[], here: string): readonly string[] | undefined {
  if (HERE.test(words.join(' '))) return [here];
  const paths = words.map(pathOf);
  if (!paths.every((path): path is string => path !== undefined)) return undefined;
  return paths.map((path) => (path.startsWith('.') ? resolved(path, here) : path));
}

function resolved(path: string, here: string): string {
  const parts = here.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/') || '/';
}

/** A folder that the pattern holds, as the examples' world has it. */
function sample(path: string): string {
  const full = path.replace(/^~/, '/home/u').replace(/^\*\*/, '/srv/any');
  return full.replace(/\*+/g, 'any').replace(/\?/g, 'x');
}

const ELSEWHERE = '/mnt/other';

/** `rm in ~/work`: what it names lies there; `make in ~/work`: it is started there. */
export const inLocation: PhraseReader = ({ words }, subject) => {
  const roots = pathsIn(words, subject.here);
  const [first] = roots ?? [];
  if (roots === undefined || first === undefined) return undefined;
  if (!subject.takesPaths) {
    return { conditions: [{ in_directory: roots }], yes: { cwd: sample(first) }, no: { cwd: ELSEWHERE } };
  }
  return {
    conditions: [{ path_within: roots }],
    yes: { words: `${subject.lead}${sample(first)}/x` },
    no: { words: `${subject.lead}${ELSEWHERE}/x` },
  };
};

export const outsideLocation: PhraseReader = (argument, subject) => {
  const roots = pathsIn(argument.words, subject.here);
  const inside = inLocation(argument, subject);
  if (roots === undefined || inside === undefined || typeof inside === 'string') return undefined;
  const conditions = subject.takesPaths ? [{ path_outside: roots }] : [{ not: { in_directory: roots } }];
  return { conditions, yes: inside.no ?? {}, no: inside.yes };
};

/** `cp to /etc`: what it writes lies there. */
export const intoLocation: PhraseReader = ({ words }, subject) => {
  const roots = pathsIn(words, subject.here);
  const [first] = roots ?? [];
  if (roots === undefined || first === undefined || !subject.takesPaths) return undefined;
  return {
    conditions: [{ path_within: { roots, access: 'write' } }],
    yes: { words: `a.txt ${sample(first)}/a.txt` },
    no: { words: `a.txt ${ELSEWHERE}/a.txt` },
  };
};

/** `in repo shop`, `in the shop repository`, `in a git repo`. */
export const repository: PhraseReader = ({ words }) => {
  const names = words.filter((word) => !/^(repo|repos|repository|repositories|git)$/.test(word));
  if (names.length === words.length) return undefined;
  if (names.length === 0) return IN_GIT;
  if (!names.every((name) => /^[\w.-]+$/.test(name))) return undefined;
  const roots = names.map((name) => `**/${name}`);
  return { conditions: [{ in_directory: roots }], yes: { cwd: `/home/u/${names[0]}` }, no: { cwd: ELSEWHERE } };
};

const IN_GIT: Part = { conditions: [{ in_git_repo: true }], yes: { branch: 'main' }, no: { noRepository: true } };

export const outsideRepository: PhraseReader = ({ words }) => {
  const isAny = words.length > 0 && words.every((word) => /^(repo|repos|repository|repositories|git)$/.test(word));
  return isAny
    ? { conditions: [{ in_git_repo: false }], yes: { noRepository: true }, no: { branch: 'main' } }
    : undefined;
};

const OTHER_HOST = 'elsewhere.invalid';

/** `curl to github.com`: whatever connects to it. What restricts means the hosts below it, too. */
export const hosts: PhraseReader = ({ words, negated }, subject) => {
  if (words.length === 0 || !words.every((word) => isHost(word, subject))) return undefined;
  const isWide = !negated && !subject.loosens;
  const named = words.flatMap((word) =>
    isWide && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(word) && !/^[\d.]+$/.test(word) ? [word, `*.${word}`] : [word],
  );
  const [first = ''] = words;
  const here = sceneAt(first.replace('*', 'any'), subject);
  const there = sceneAt(OTHER_HOST, subject);
  // the reader of the list turns a negated one round: it does that better itself
  return negated
    ? { conditions: [{ host_outside: named }], yes: there, no: here }
    : { conditions: [{ host_in: named }], yes: here, no: there };
};

function isHost(word: string, { program, talks }: Subject): boolean {
  if (pathOf(word) !== undefined || canonicalHost(word.replace(/\*/g, 'x').replace(/:\d+$/, '')) === undefined)
    return false;
  if (!talks) return false;
  const isNamed =
    /^(\*\.)?[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?$/i.test(word) || /^(localhost|[\d.]+)(:\d+)?$/.test(word);
  return isNamed || (program !== 'git' && !/^(docker|podman|nerdctl)$/.test(program));
}

function sceneAt(host: string, { program, subcommand }: Subject): Scene {
  if (program === 'git') {
    const url = `https://${host}/a/b`;
    return { words: subcommand.length > 0 ? url : `clone ${url}` };
  }
  if (/^(docker|podman|nerdctl)$/.test(program))
    return { words: subcommand.length > 0 ? `${host}/a/b` : `pull ${host}/a/b` };
  if (/^(scp|rsync|sftp)$/.test(program)) return { words: `a.txt ${host}:a.txt` };
  if (/^(psql|mysql|mariadb|redis-cli|pg_dump|mysqldump)$/.test(program)) return { words: `-h ${host}` };
  if (/^(curl|wget|http|https|xh|aria2c)$/.test(program)) return { words: `https://${host}/x` };
  return { words: host };
}
