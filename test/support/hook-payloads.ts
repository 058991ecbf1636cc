import type { GateWorld } from './gate/world.ts';
import { type LinePlaces, lineFrom } from './hook-lines.ts';

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

export interface PayloadPlaces extends LinePlaces {
  readonly directories: readonly string[];
}

/** What lines and payloads name in a world, there or not. */
export const placesOf = (world: GateWorld): PayloadPlaces => ({
  directories: [...world.folders, ...world.folders, '/', '/tmp', `${world.root}/gone`, 'x', ''],
  folders: [
    'src',
    '..',
    '.',
    '../other',
    'src/..',
    '/tmp',
    '/etc',
    world.home,
    '~',
    '-',
    'to-home',
    'src/self',
    '"we ird"',
    `${world.home}/feature`,
  ],
  paths: [
    ...[
      'src/a.ts',
      'src/b.ts',
      '.env',
      'to-home',
      'to-etc/x',
      'notes',
      'plain',
      'src/to-ssh/id_rsa',
      'server.key',
      '../.ssh',
    ],
    ...[
      '.git/config',
      '.claude/settings.json',
      '/etc/passwd',
      '/dev/tcp/a/1',
      '~/.bashrc',
      '~/.aws/credentials',
      '/usr/bin/x',
    ],
    ...[
      'secret/x',
      'keep-1.txt',
      'xa/y',
      'conf//prod.ini',
      '--out=.env',
      '--o=server.key',
      'of=/dev/sda',
      '/',
      '~',
      '-f',
    ],
  ],
  programs: (
    'rm cat cp docker chmod tee my-tool kubectl sh bash python3 xargs head curl grep wc sudo git node ./x.sh /bin/rm ' +
    'src/x.sh frob frobnicate if eval npx'
  ).split(' '),
});

/** One line of JSON; some have an error or a trap in them. */
export function payloadFrom(random: () => number, places: PayloadPlaces): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = (chance: number) => random() < chance;
  const line = lineFrom(random, places);
  const cwd = pick(places.directories);
  const fields: [string, string][] = [
    ['session_id', '"s-1"'],
    ['transcript_path', '"/home/dev/x y.jsonl"'],
    ['cwd', JSON.stringify(cwd)],
    ['permission_mode', '"default"'],
    ['effort', '{"level":"high"}'],
    ['hook_event_name', maybe(0.03) ? '"PostToolUse"' : '"PreToolUse"'],
    ['tool_name', maybe(0.05) ? pick(['"Write"', '"PowerShell"', '1', '"bash"', '"Ba\\u0073h"']) : '"Bash"'],
    [
      'tool_input',
      `{"command":${text(line, pick)}${maybe(0.7) ? ',"description":"Do \\"it\\"\\n\\u00e9"' : ''}${maybe(0.3) ? ',"timeout":120000' : ''}}`,
    ],
    ['tool_use_id', '"t"'],
  ];
  if (maybe(0.15)) trap(fields, pick);
  const whole = `{${fields.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
  return maybe(0.03) ? damaged(whole, random) : whole;
}

type Pick = <Item>(items: readonly Item[]) => Item;

/** As serializers write it: some escape what need not be. */
function text(value: string, pick: Pick): string {
  const written = JSON.stringify(value);
  return pick([true, true, true, false]) ? written : written.replace(/[/&<>é]/g, (one) => escaped(one, pick));
}

function escaped(character: string, pick: Pick): string {
  if (character === '/') return '\\/';
  return pick([character, `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`]);
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
