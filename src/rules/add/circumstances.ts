import type { Argument, Part, PhraseReader, PrintedCondition, Scene } from './part.ts';
import { either } from './part.ts';

const OTHER_BRANCH = 'another-branch';

/** A branch of this name surely, whatever the program. */
const USUAL_BRANCH = /^(main|master|develop|trunk|release\/.*)$/;
const BRANCH = /^[\w*][\w./*-]*$/;

function branchCondition(names: readonly string[]): PrintedCondition {
  const plain = names.filter((name) => !name.includes('*'));
  const globs = names.filter((name) => name.includes('*'));
  return either([
    ...(plain.length > 0 ? [{ git_branch_in: plain }] : []),
    ...globs.map((glob) => ({ git_branch_matches: `^${glob.replace(/[.+]/g, '\\$&').replace(/\*+/g, '.*')}$` })),
  ]);
}

function sampleOf(name: string | undefined): string {
  return (name ?? '').replace(/\*+/g, 'x');
}

/** `on main`, `on branch wip/*`, `on the release branch`. */
export const branch: PhraseReader = ({ words }, { program }) => {
  const names = words.filter((word) => !/^branch(es)?$/.test(word));
  const isSaid = names.length < words.length;
  if (names.length === 0 || !names.every((name) => BRANCH.test(name))) return undefined;
  if (!isSaid && program !== 'git' && !names.every((name) => USUAL_BRANCH.test(name))) return undefined;
  return {
    conditions: [branchCondition(names)],
    yes: { branch: sampleOf(names[0]) },
    no: { branch: OTHER_BRANCH },
  };
};

const REMOTE = /^(origin|upstream|fork)$/;

/** `git push to main`: by the name of the branch on either side of a refspec, or because it is checked out. */
export const pushTarget: PhraseReader = ({ words, negated }, { program, subcommand, loosens }) => {
  if (program !== 'git' || subcommand.join(' ') !== 'push') return undefined;
  const names = words.filter((word) => !/^(branch(es)?|remotes?)$/.test(word));
  if (names.length === 0 || !names.every((name) => BRANCH.test(name))) return undefined;
  const wrong = names.find((name) => /^(origin|upstream)\//.test(name));
  if (wrong !== undefined) return `\`${wrong}\` is a remote's branch: say \`to ${wrong.replace(/^\w+\//, '')}\``;
  const isRemote = words.some((word) => /^remotes?$/.test(word)) || names.every((name) => REMOTE.test(name));
  if (isRemote) {
    const named = { args: { subcommand: 'push', operand: names } };
    const usual = { args: { subcommand: 'push', max_operands: 0 } };
    return {
      conditions: [either([named, usual])],
      yes: { words: names[0] as string },
      no: { words: 'another-remote' },
    };
  }
  const isExact = negated !== loosens;
  return {
    conditions: [isExact ? pushesOnlyTo(names) : mayPushTo(names)],
    yes: { words: `origin ${sampleOf(names[0])}` },
    no: { words: `origin ${OTHER_BRANCH}`, branch: OTHER_BRANCH },
  };
};

function refspecsTo(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, `+${name}`, `*:${name}`, `refs/heads/${name}`, `*:refs/heads/${name}`]);
}

const CHECKED_OUT = ['HEAD', '@'];

/** What restricts: these branches are among those that are pushed. */
function mayPushTo(names: readonly string[]): PrintedCondition {
  const current = branchCondition(names);
  return {
    any_of: [
      { args: { subcommand: 'push', operand: refspecsTo(names) } },
      { args: { subcommand: 'push', any_flag: ['--all', '--branches', '--mirror'] } },
      { all_of: [{ args: { subcommand: 'push', max_operands: 1 } }, current] },
      { all_of: [{ args: { subcommand: 'push', operand: CHECKED_OUT } }, current] },
    ],
  };
}

/** The usual remotes: of another one it is not known here that it is a remote and no branch, and the rule asks. */
const REMOTES = ['origin', 'upstream', 'fork'];

/** What loosens: nothing but these branches is pushed. */
function pushesOnlyTo(names: readonly string[]): PrintedCondition {
  const current = branchCondition(names);
  const among = (refs: readonly string[]) => ({ not: { args: { operand_outside: [...REMOTES, ...refs] } } });
  const refs = refspecsTo(names);
  // `wip/*` would match `wip/x:main`, too, which pushes to main
  const elsewhere = names
    .filter((name) => name.includes('*'))
    .flatMap((name) => [`${name}:*`, `+${name}:*`, `refs/heads/${name}:*`]);
  const named = { subcommand: 'push', min_operands: 2, ...(elsewhere.length > 0 && { no_operand: elsewhere }) };
  return {
    all_of: [
      { args: { subcommand: 'push', no_flag: ['--all', '--branches', '--mirror', '--tags', '--prune', '--repo'] } },
      {
        any_of: [
          { all_of: [{ args: named }, among(refs)] },
          { all_of: [{ args: named }, among([...refs, ...CHECKED_OUT]), current] },
          { all_of: [{ args: { subcommand: 'push', max_operands: 1 } }, among([]), current] },
        ],
      },
    ],
  };
}

const DAYS: Readonly<Record<string, string>> = {
  weekend: 'Sat-Sun',
  weekday: 'Mon-Fri',
  workday: 'Mon-Fri',
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
};

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** 6 January 2025 was a Monday. */
function dayAt(day: string): string {
  return `2025-01-${String(6 + WEEK.indexOf(day)).padStart(2, '0')}T10:00:00`;
}

/** `on weekends`, `on Fridays and Saturdays`. */
export const days: PhraseReader = ({ words }) => {
  const named = words.map((word) => DAYS[word.toLowerCase().replace(/s$/, '')]);
  if (named.length === 0 || !named.every((day): day is string => day !== undefined)) return undefined;
  const held = new Set(named.flatMap(daysOf));
  const free = WEEK.find((day) => !held.has(day));
  if (free === undefined) return 'that is every day';
  return {
    conditions: [{ day_of_week: named.join(',') }],
    yes: { at: dayAt([...held][0] as string) },
    no: { at: dayAt(free) },
  };
};

function daysOf(range: string): readonly string[] {
  const [from = '', to = from] = range.split('-');
  return WEEK.slice(WEEK.indexOf(from), WEEK.indexOf(to) + 1);
}

/** `9`, `9:30`, `18h`, as `HH:MM`. */
function clock(word: string | undefined): string | undefined {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?::(\d\d))?h?$/.exec(word ?? '') ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours as number) * 60 + (minutes as number);
}

function timeOf(minutes: number): string {
  const within = (minutes + 1440) % 1440;
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function timePart(from: string, to: string, isOutside = false): Part {
  const length = (minutesOf(to) - minutesOf(from) + 1440) % 1440;
  const inside: Scene = { at: `2025-01-06T${timeOf(minutesOf(from) + Math.floor(length / 2))}:00` };
  const outside: Scene = { at: `2025-01-06T${timeOf(minutesOf(to) + Math.floor((1440 - length) / 2))}:00` };
  const range = `${isOutside ? '!' : ''}${from}-${to}`;
  return {
    conditions: [{ time_of_day: range }],
    ...(isOutside ? { yes: outside, no: inside } : { yes: inside, no: outside }),
  };
}

function rangeOf({ words }: Argument): readonly [string, string] | undefined {
  const parts = words.length === 1 ? (words[0] ?? '').split('-') : words;
  const [from, to] = parts.map(clock);
  return parts.length === 2 && from !== undefined && to !== undefined && from !== to ? [from, to] : undefined;
}

/** `between 9:00 and 17:00`, `during 22-6`. */
export const time: PhraseReader = (argument) => {
  const range = rangeOf(argument);
  return range && timePart(...range);
};

export const outsideTime: PhraseReader = (argument) => {
  const range = rangeOf(argument);
  return range && timePart(...range, true);
};

/** `at night` */
export const night: PhraseReader = ({ words }) =>
  words.join(' ') === 'night' ? timePart('22:00', '06:00') : undefined;

export const afterTime: PhraseReader = ({ words: [word, ...more] }) => {
  const from = more.length === 0 ? clock(word) : undefined;
  return from && timePart(from, '23:59');
};

export const beforeTime: PhraseReader = ({ words: [word, ...more] }) => {
  const to = more.length === 0 ? clock(word) : undefined;
  return to && to !== '00:00' ? timePart('00:00', timeOf(minutesOf(to) - 1)) : undefined;
};

const AGENTS = /^((coding|ai|llm) )?(agents?|ais?|assistants?|bots?|llms?|models?)$/;
const PEOPLE = /^(people|persons?|humans?|users?|me|us|myself)$/;

/** `for agents`, `for people`. */
export const who: PhraseReader = ({ words }) => {
  const said = words.join(' ').toLowerCase();
  if (AGENTS.test(said)) {
    return { conditions: [], context: 'ai_only', yes: { actor: 'ai' }, no: { actor: 'human' } };
  }
  return PEOPLE.test(said)
    ? { conditions: [], context: 'human_only', yes: { actor: 'human' }, no: { actor: 'ai' } }
    : undefined;
};

const WRAPPERS = /^(sudo|doas)$/;

/** `with sudo`, `through sudo`. */
export const wrapper: PhraseReader = ({ words }) => {
  if (words.length === 0 || !words.every((word) => WRAPPERS.test(word))) return undefined;
  return { conditions: [{ via: words }], yes: { prefix: `${words[0]} ` }, no: {} };
};

/** `as root` */
export const user: PhraseReader = ({ words: [name, ...more] }) => {
  if (name === undefined || more.length > 0 || !/^[a-z_][\w-]*$/.test(name)) return undefined;
  return { conditions: [{ runs_as: name }], yes: { prefix: `sudo -u ${name} ` }, no: {} };
};
