import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { HAS_PTY } from '../support/pty.ts';
import { claude } from './agents/claude.ts';
import { type Call, DAY, Scene, wishesFor } from './day.ts';
import { AgentWorld, PLACE } from './world.ts';

const isChosen = process.env.AGENTS?.split(',').includes('claude') ?? true;
const DAY_MS = 1_800_000;
/** Of the dialogs without safeshell. */
const SHARE = 0.4;
const SETTINGS = 'version: 1\nauto_approve: project\nconfine: local_code\n';

/** What a model does all day that nobody minds. */
const HARMLESS = DAY.filter(
  ({ line, answer, isApproved }) => answer === 'runs' && !isApproved && !line.startsWith('safeshell '),
);

/** Of these, builds, tests and checks. */
const BUILDS = HARMLESS.map(({ line }) => line).filter((line) => /npm (?:test|run)|node --(?:test|check)/.test(line));

/**
 * Stands in the place of the person who answers the agent's dialog: a yes, where the guard (the argument) gives no answer. Each dialog that is
 * left to the person is written down.
 */
const PERSON = `payload=$(cat)
[ $# = 0 ] || answer=$(printf '%s' "$payload" | /bin/sh -c "$1")
if [ -n "$answer" ]; then printf '%s\\n' "$answer"; exit; fi
printf '%s\\n' "$payload" >>"$HOME/dialogs"
echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'`;

interface Payload {
  readonly tool_name: string;
  readonly tool_input: { readonly command?: string; readonly file_path?: string };
}

interface Entry {
  readonly dialog?: boolean;
  readonly outcome: { readonly kind: string; readonly by?: string; readonly confined?: boolean };
  readonly action: { readonly line?: string };
}

interface Day {
  /** what each dialog showed that a person had to answer: a line, or the file of a tool */
  readonly shown: readonly string[];
  /** lines that were answered by proof and ran confined */
  readonly confined: readonly string[];
  readonly broken: readonly string[];
}

/** What the model asked for, as a dialog shows it. */
const asWritten = (call: Call, project: string): string => {
  const [wish] = wishesFor(call, project, claude);
  if (wish === undefined) return '';
  if ('line' in wish) return wish.line;
  return 'file' in wish ? wish.file : 'edited' in wish ? wish.edited : call.line;
};

async function day(isGuarded: boolean): Promise<Day & { readonly written: readonly string[] }> {
  const world = new AgentWorld(claude, PLACE);
  try {
    await world.open({ shims: isGuarded });
    const { home } = world;
    if (isGuarded) home.file('.config/safeshell/config.yaml', SETTINGS);
    const person = home.script(join(home.home, 'person'), PERSON);
    const settings = isGuarded ? JSON.parse(home.read('.claude/settings.json')) : { hooks: {} };
    const ours = settings.hooks.PermissionRequest?.[0]?.hooks[0]?.command;
    const command = [person, ...(ours === undefined ? [] : [ours])].map(shQuote).join(' ');
    settings.hooks.PermissionRequest = [{ matcher: '*', hooks: [{ type: 'command', command, timeout: 600 }] }];
    home.file('.claude/settings.json', JSON.stringify(settings));
    const scene = new Scene(home.home, world.project);
    scene.build();
    const left: (boolean | undefined)[] = [];
    const look = (at: number) => {
      if (at >= 0) left[at] = HARMLESS[at]?.leaves?.(scene);
    };
    const steps = HARMLESS.map((call, at) => ({
      wishes: wishesFor(call, world.project, claude),
      before: () => look(at - 1),
    }));
    const questions: string[] = [];
    const answerElsewhere = () => {
      if (!isGuarded) return;
      const { stdout } = home.safeshell(['inbox', '--json']);
      for (const { short, command: asked } of JSON.parse(stdout) as { short: string; command: string }[]) {
        questions.push(asked);
        home.safeshell(['approve', short, '--yes']);
      }
    };
    const told = await world.sitForDay(steps, answerElsewhere);
    look(HARMLESS.length - 1);
    const read = (text: string) => text.split('\n').filter(Boolean);
    const payloads = existsSync(join(home.home, 'dialogs')) ? read(home.read('dialogs')) : [];
    const entries = read(home.safeshell(['log', '--json', '--limit', '5000']).stdout).map(
      (line) => JSON.parse(line) as Entry,
    );
    const proven = entries.filter(({ dialog, outcome: { by } }) => dialog && by === 'proof');
    return {
      written: HARMLESS.map((call) => asWritten(call, world.project)),
      shown: [
        ...payloads.map((line) => {
          const { command: asked, file_path: file } = (JSON.parse(line) as Payload).tool_input;
          return asked ?? file ?? '';
        }),
        ...questions,
      ],
      confined: proven.filter(({ outcome }) => outcome.confined).map(({ action }) => action.line ?? ''),
      broken: HARMLESS.flatMap(({ line, says = '' }, at) =>
        told[at]?.includes(says) && left[at] !== false ? [] : [`${line}: ${told[at]}`],
      ),
    };
  } finally {
    world.close();
  }
}

describe.runIf(HAS_PTY && isChosen)('dialogs of a day with Claude Code in its default mode', () => {
  test('at most 40 % of those without safeshell, each with the line of the model', { timeout: DAY_MS }, async () => {
    const without = await day(false);
    const withIt = await day(true);
    console.log(
      `dialogs without safeshell: ${without.shown.length}, with it: ${withIt.shown.length}, of ${HARMLESS.length} calls`,
    );
    expect([without.broken, withIt.broken]).toEqual([[], []]);
    expect(withIt.shown.filter((line) => !withIt.written.includes(line))).toEqual([]);
    expect(withIt.shown.length).toBeLessThanOrEqual(without.shown.length * SHARE);
    expect(BUILDS.filter((line) => !withIt.confined.includes(line))).toEqual([]);
    expect(BUILDS.filter((line) => withIt.shown.includes(line))).toEqual([]);
  });
});
