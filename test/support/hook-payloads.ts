/** Payloads of Claude Code's shell tool that are plain, nearly plain, or pretend to be. */

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface PayloadPlaces {
  readonly directories: readonly string[];
  readonly paths: readonly string[];
  /** programs that rules name */
  readonly indexed: readonly string[];
}

const PROGRAMS =
  'ls echo pwd true vitest eslint tsc pytest frobnicate wc sleep date which id uname my-tool a_b jest ' +
  'LS Echo l1 x.sh ./x.sh -x :';
const WRAPPERS =
  'sudo env xargs sh bash eval exec command nohup time find git node python3 make npx timeout then fi do { } ! [[';
const WORDS =
  'src a b.ts --fix -la -rf --watch=false -x=y A=1 =x a=b=c @x +x x,y 1 .. . ./a a/ //a a//b /a/../b -C - -- --o=/etc/passwd ' +
  '\'q\' "d" $X `x` $(x) * ? [a] {a,b} ~ ~/x #c !x %1 ^x >o <i 2>&1 \\\\n a\\tb é \u00a0 &';
const OPERATORS = '&& || | ; & ;; |& &&& ( ) \\n \\r';

/** One line of JSON; some have an error or a trap in them. */
export function payloadFrom(random: () => number, places: PayloadPlaces): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = (chance: number) => random() < chance;
  const line = lineFrom(pick, maybe, places);
  const cwd = pick(places.directories);
  const fields: [string, string][] = [
    ['session_id', '"s-1"'],
    ['transcript_path', '"/home/dev/x y.jsonl"'],
    ['cwd', text(cwd)],
    ['permission_mode', '"default"'],
    ['effort', '{"level":"high"}'],
    ['hook_event_name', maybe(0.03) ? '"PostToolUse"' : '"PreToolUse"'],
    ['tool_name', maybe(0.05) ? pick(['"Write"', '"PowerShell"', '1', '"bash"', '"Ba\\u0073h"']) : '"Bash"'],
    [
      'tool_input',
      `{"command":${text(line)}${maybe(0.7) ? ',"description":"Do it"' : ''}${maybe(0.3) ? ',"timeout":120000' : ''}}`,
    ],
    ['tool_use_id', '"t"'],
  ];
  if (maybe(0.25)) trap(fields, pick);
  const whole = `{${fields.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
  return maybe(0.04) ? damaged(whole, random) : whole;
}

type Pick = <Item>(items: readonly Item[]) => Item;

function lineFrom(pick: Pick, maybe: (chance: number) => boolean, { paths, indexed }: PayloadPlaces): string {
  const words: string[] = [];
  for (let command = 0; command < 3; command++) {
    const programs = maybe(0.85) ? PROGRAMS : maybe(0.5) ? WRAPPERS : indexed.join(' ');
    words.push(pick(programs.split(' ')));
    while (maybe(0.55))
      words.push(maybe(0.12) ? pick(paths) : pick((maybe(0.6) ? 'src a b.ts --fix -la x' : WORDS).split(' ')));
    if (maybe(0.5)) break;
    words.push(pick((maybe(0.85) ? '&& || | ;' : OPERATORS).split(' ')));
  }
  if (maybe(0.05)) words.push(pick(OPERATORS.split(' ')));
  const line = words.join(maybe(0.03) ? '  ' : ' ');
  return maybe(0.1) ? line.replace(' ;', ';') : line;
}

/** Mostly as a serializer would write it; the words above bring backslashes of their own. */
function text(value: string): string {
  return /[\\]/.test(value) ? `"${value.replaceAll('"', '\\"')}"` : JSON.stringify(value);
}

/** Things that a reader of JSON sees otherwise than one who looks for words. */
function trap(fields: [string, string][], pick: Pick): void {
  const at = Math.floor(fields.length / 2);
  const evil = '{"command":"rm -rf /"}';
  const traps: readonly (() => void)[] = [
    () => fields.push(['tool_input', evil]),
    () => fields.push(['tool_input.command', '"rm -rf /"']),
    () => fields.push(['command', '"ls"']),
    () => fields.push(['tool_name', '"Write"']),
    () => fields.splice(at, 0, ['agent_id', '"a"'], ['agent_type', 'null']),
    () => fields.push(['cursor_version', '"1"']),
    () => fields.push(['toolName', '"x"']),
    () => fields.push(['effort', '{"tool_name":"Bash"}']),
    () => fields.push(['prompt_id', '"}"']),
    () => fields.push(['prompt_id', '"{"']),
    () => fields.push(['prompt_id', '",\\"x\\":"']),
    () => fields.push(['cwd', '"/"']),
    () => fields.push(['__proto__', '{"a":"b"}']),
    () => fields.push(['x', '[1]']),
    () => fields.push(['tool_use_id2', '01']),
    () => fields.reverse(),
    () =>
      fields.splice(
        fields.findIndex(([key]) => key === pick(['cwd', 'tool_input', 'effort', 'tool_name'])),
        1,
      ),
    () =>
      fields.splice(
        fields.findIndex(([key]) => key === 'tool_input'),
        1,
        ['tool_input', `{"command":"ls","x":${evil}}`],
      ),
    () =>
      fields.splice(
        fields.findIndex(([key]) => key === 'tool_input'),
        1,
        ['tool_input', '{"command":1}'],
      ),
    () =>
      fields.splice(
        fields.findIndex(([key]) => key === 'tool_input'),
        1,
        ['tool_input', '{"command":"ls","command":"rm -rf /"}'],
      ),
    () =>
      fields.splice(
        fields.findIndex(([key]) => key === 'tool_input'),
        1,
        ['tool_input', '{"comm\\u0061nd":"rm -rf /","command":"ls"}'],
      ),
  ];
  pick(traps)();
}

function damaged(whole: string, random: () => number): string {
  const at = Math.floor(random() * whole.length);
  const other = '{}[]",:\\ x1'.charAt(Math.floor(random() * 11));
  return random() < 0.5 ? whole.slice(0, at) + whole.slice(at + 1) : whole.slice(0, at) + other + whole.slice(at);
}
